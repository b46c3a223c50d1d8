/** The applicant's copy, for whoever holds the grant that a successful enquiry gave to this browser. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { dhakaDay } from '../../contract/dates.ts';
import { limits } from '../../contract/limits.ts';
import { pageContext } from '../page.ts';
import { languageOfPath, pathIn } from '../texts/language.ts';
import { useTexts } from '../texts/texts.tsx';
import buttons from '../ui/button.module.css';
import { PageTitle, useSettings } from '../ui/page-title.tsx';
import { ApplicantCopy } from './applicant-copy.tsx';
import styles from './view-one.module.css';

export async function loader({ context }: LoaderFunctionArgs) {
  const result = await context.get(pageContext).api.call('granted');
  if (!result.ok) throw data(result.error.code, result.status);
  return { ...result.data, today: dhakaDay(new Date()) };
}

/** Closes the copy. */
export async function action({ request, context }: ActionFunctionArgs) {
  const result = await context.get(pageContext).api.call('endGrant');
  if (!result.ok) throw data(result.error.code, result.status);
  return redirect(pathIn(languageOfPath(new URL(request.url).pathname), '/enquiry'), 303);
}

export default function ViewOne() {
  const { t, language } = useTexts();
  const brand = useSettings()?.brand;
  const { applications, expiresAt, today } = useLoaderData<typeof loader>();
  if (applications.length === 0) {
    return (
      <div className={styles.none}>
        <PageTitle text={t('copy.title')} />
        <meta name="robots" content="noindex" />
        <h1>{t('copy.none')}</h1>
        <p>{t('copy.noneText', { minutes: limits.grantMinutes.toLocaleString(language) })}</p>
        <a className={buttons.primary} href={pathIn(language, '/enquiry')}>
          {t('copy.noneButton')}
        </a>
      </div>
    );
  }
  return (
    <>
      <PageTitle text={t('copy.title')} />
      <meta name="robots" content="noindex" />
      <h1>{t('copy.heading')}</h1>
      <p className={styles.printed}>{t('copy.printedOn', { brand: brand?.name, date: today })}</p>
      <div className={styles.tools}>
        {expiresAt && <p>{t('copy.openUntil', { time: dhakaTime(expiresAt, language) })}</p>}
        <p>{t('copy.print')}</p>
        <form method="post" action={pathIn(language, '/view-one')}>
          <p>{t('copy.closeWhy')}</p>
          <button className={buttons.secondary} type="submit">
            {t('copy.close')}
          </button>
        </form>
      </div>
      {applications.map((application) => (
        <ApplicantCopy key={application._id} application={application} />
      ))}
    </>
  );
}

function dhakaTime(at: string, language: string): string {
  return new Date(at).toLocaleTimeString(language === 'bn' ? 'bn-BD' : 'en-GB', {
    timeZone: 'Asia/Dhaka',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}
