/**
 * Leads to the page in the other language. With script, `script/enquiry.ts` takes along what was typed into the status
 * check; without it a button of that form does, since a link would lose it.
 */
import { languages, otherLanguages, pathIn } from '../../contract/language.ts';
import { useTexts } from '../texts/site.ts';
import styles from './language-switch.module.css';

interface LanguageSwitchProps {
  /** The path of the page in English. */
  path: string;
  /** What follows the path, from its question mark on. */
  query: string;
}

export function LanguageSwitch({ path, query }: LanguageSwitchProps) {
  const { t, language } = useTexts();
  const hasForm = path === '/enquiry';
  return otherLanguages(language).map((other) => {
    const { name } = languages[other];
    const href = pathIn(other, path) + query;
    return (
      <div key={other} className={styles.switch}>
        <a
          className={hasForm ? `${styles.language} ${styles.withForm}` : styles.language}
          href={href}
          hrefLang={other}
          lang={other}
        >
          {name}
        </a>
        {hasForm && (
          <noscript>
            {/* Enter in a field presses the first button of the form, which must be the one that searches. */}
            <button type="submit" form="enquiry" hidden>
              {t('enquiry.submit')}
            </button>
            <button
              className={styles.language}
              type="submit"
              form="enquiry"
              formAction={href}
              name="language"
              value={other}
              lang={other}
            >
              {name}
            </button>
          </noscript>
        )}
      </div>
    );
  });
}
