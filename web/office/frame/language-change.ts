/** The change of the office's language for signed-in users, who may have unsaved text. */
import type { Language } from '../../../contract/language.ts';
import { useLanguageChange } from './language-switch.tsx';
import { discardUnsaved, mayLeave } from './unsaved.ts';

/** Changes the language unless the user stays. The browser's own question comes only after the cookie is written. */
export function useAskedLanguageChange(): (language: Language) => Promise<void> {
  const change = useLanguageChange();
  return async (language) => {
    if (!(await mayLeave())) return;
    discardUnsaved();
    change(language);
  };
}
