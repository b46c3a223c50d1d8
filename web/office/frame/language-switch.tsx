import { type Language, languageCookie, languages, otherLanguages } from '../../../contract/language.ts';
import { useLanguage } from '../../texts/texts.tsx';
import styles from './language-switch.module.css';
import { useWriteCookie } from './write-cookie.ts';

/** Sets the cookie of the office's language and reloads the page in it. */
export function useLanguageChange(): (language: Language) => void {
  const writeCookie = useWriteCookie();
  return (language) => {
    writeCookie(languageCookie(language));
    window.location.reload();
  };
}

export function LanguageSwitch() {
  const language = useLanguage();
  const change = useLanguageChange();
  return otherLanguages(language).map((other) => (
    <button key={other} className={styles.language} type="button" lang={other} onClick={() => change(other)}>
      {languages[other].name}
    </button>
  ));
}
