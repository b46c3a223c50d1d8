import { type Language, languageCookie, languages, otherLanguages } from '../../../contract/language.ts';
import { useLanguage } from '../../texts/texts.tsx';
import { useKeptCookie } from './keep-cookie.ts';
import styles from './language-switch.module.css';

/** Sets the cookie of the office's language and reloads the page in it. */
export function useLanguageChange(): (language: Language) => void {
  const keep = useKeptCookie();
  return (language) => {
    keep(languageCookie(language));
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
