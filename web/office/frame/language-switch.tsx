import { type Language, languageCookie, languages, otherLanguages } from '../../../contract/language.ts';
import { useLanguage } from '../../texts/texts.tsx';
import styles from './language-switch.module.css';
import { discardUnsaved, mayLeave } from './unsaved.ts';
import { useWriteCookie } from './write-cookie.ts';

/** Sets the cookie of the office's language and reloads the page in it, unless the user stays for unsaved text. */
export function useLanguageChange(): (language: Language) => Promise<void> {
  const writeCookie = useWriteCookie();
  return async (language) => {
    // The browser's own question would come only after the cookie is written.
    if (!(await mayLeave(true))) return;
    discardUnsaved();
    writeCookie(languageCookie(language));
    window.location.reload();
  };
}

export function LanguageSwitch() {
  const language = useLanguage();
  const change = useLanguageChange();
  return otherLanguages(language).map((other) => (
    <button key={other} className={styles.language} type="button" lang={other} onClick={() => void change(other)}>
      {languages[other].name}
    </button>
  ));
}
