/** The change of the office's language for signed-in users, who may have unsaved text, unlike those at the login. */
import { type Language, languages, otherLanguages } from '../../../contract/language.ts';
import { useLanguage } from '../../texts/texts.tsx';
import styles from './language-switch.module.css';
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

export function AskedLanguageSwitch() {
  const language = useLanguage();
  const change = useAskedLanguageChange();
  return otherLanguages(language).map((other) => (
    <button key={other} className={styles.language} type="button" lang={other} onClick={() => void change(other)}>
      {languages[other].name}
    </button>
  ));
}
