import { type Language, languageCookie, languages, otherLanguages } from '../../../contract/language.ts';
import { useLanguage } from '../../texts/texts.tsx';
import { useSettings } from '../../ui/page-title.tsx';
import styles from './language-switch.module.css';

/** Sets the cookie of the office's language and reloads the page in it. */
export function useLanguageChange(): (language: Language) => void {
  const settings = useSettings();
  return (language) => {
    const secure = settings?.publicUrl.startsWith('https:') ? '; Secure' : '';
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = languageCookie(language) + secure;
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
