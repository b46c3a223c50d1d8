import type { Language } from '../../../contract/errors.ts';
import { languageCookie } from '../../../contract/language.ts';
import { useUiTexts } from '../../texts/ui.ts';
import { useSettings } from '../../ui/page-title.tsx';
import styles from './language-switch.module.css';

/** The office's language is a cookie; the page that comes back is written in it. */
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
  const { t, language } = useUiTexts();
  const change = useLanguageChange();
  const other = language === 'en' ? 'bn' : 'en';
  return (
    <button className={styles.language} type="button" lang={other} onClick={() => change(other)}>
      {t('language.other')}
    </button>
  );
}
