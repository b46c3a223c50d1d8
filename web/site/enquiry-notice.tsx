import { useTexts } from '../texts/texts.tsx';
import { ContactList } from './contact-list.tsx';
import styles from './enquiry.module.css';

type EnquiryNoticeProps = { title: string } & (
  | { kind: 'noMatch' }
  | { kind: 'overBudget'; minutes: number }
  | { kind: 'failed'; cause: string }
);

/** Why no application is shown, and what the visitor can do about it. */
export function EnquiryNotice(props: EnquiryNoticeProps) {
  const { t, language } = useTexts();
  const count = props.kind === 'overBudget' ? props.minutes : 0;
  return (
    // biome-ignore lint/a11y/noAutofocus: a page that comes back with an answer begins at it
    <section className={styles.notice} role="alert" aria-labelledby="notice" tabIndex={-1} autoFocus>
      <h2 id="notice">{props.title}</h2>
      {props.kind === 'noMatch' && (
        <>
          <h3>{t('enquiry.noMatchTitle')}</h3>
          <ul>
            <li>{t('enquiry.checkPassport')}</li>
            <li>{t('enquiry.checkBirthDate')}</li>
            <li>{t('enquiry.checkNationality')}</li>
          </ul>
          <p>{t('enquiry.noMatchContact')}</p>
        </>
      )}
      {props.kind === 'overBudget' && (
        <>
          <p>{t('enquiry.overBudget', { count, number: count.toLocaleString(language) })}</p>
          <p>{t('enquiry.overBudgetNext')}</p>
        </>
      )}
      {props.kind === 'failed' && (
        <>
          <p>{props.cause}</p>
          <p>{t('enquiry.failedText')}</p>
        </>
      )}
      <ContactList />
    </section>
  );
}
