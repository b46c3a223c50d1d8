import { languageCookie } from '../../../contract/language.ts';
import { useUiTexts } from '../../texts/ui.ts';
import { useSettings } from '../../ui/page-title.tsx';
import styles from './language-switch.module.css';

/** The office's language is a cookie; the page that comes back is written in it. */
export function LanguageSwitch() {
  const { t, language } = useUiTexts();
  const settings = useSettings();
  const other = language === 'en' ? 'bn' : 'en';
  const change = () => {
    const secure = settings?.publicUrl.startsWith('https:') ? '; Secure' : '';
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = languageCookie(other) + secure;
    window.location.reload();
  };
  return (
    <button className={styles.language} type="button" lang={other} onClick={change}>
      {t('language.other')}
    </button>
  );
}
