/** The applicant's copy, for whoever holds the grant that a successful enquiry gave to this browser. */
import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
} from 'react-router';
import { dhakaDay } from '../../contract/dates.ts';
import { errorText } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { pageContext } from '../page.ts';
import { languageOfPath, pathIn } from '../texts/language.ts';
import { useTexts } from '../texts/site.ts';
import buttons from '../ui/button.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { StatusTag } from '../ui/status-tag.tsx';
import { ApplicantCopy } from './applicant-copy.tsx';
import { ContactList } from './contact-list.tsx';
import styles from './view-one.module.css';
import { ViewOneEnd, ViewOneTools } from './view-one-tools.tsx';

/** Why there is nothing to see; it says nothing of whose copy it was. */
const closings = { you: 'noneClosed', time: 'noneTimeUp', no: 'noneText' } as const;

const refreshLateSeconds = 5;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const result = await context.get(pageContext).api.call('granted');
  if (!result.ok) return data({ outcome: 'failed', code: result.error.code } as const, { status: result.status });
  const { applications, expiresAt } = result.data;
  if (applications.length === 0 || !expiresAt) {
    const closed = searchParams.get('closed');
    return data({ outcome: 'none', closed: closed === 'you' || closed === 'time' ? closed : 'no' } as const);
  }
  const now = Date.now();
  const secondsLeft = Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / 1_000));
  // Where there is no script, the browser itself leaves the copy; the script comes first.
  const refresh = `${secondsLeft + refreshLateSeconds}; url=${pathIn(languageOfPath(pathname), '/view-one')}?closed=time`;
  return data({ outcome: 'copies', applications, expiresAt, secondsLeft, today: dhakaDay(new Date(now)) } as const, {
    headers: { refresh },
  });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** Closes the copy. */
export async function action({ request, context }: ActionFunctionArgs) {
  const result = await context.get(pageContext).api.call('endGrant');
  if (!result.ok) throw data(result.error.code, result.status);
  return redirect(`${pathIn(languageOfPath(new URL(request.url).pathname), '/view-one')}?closed=you`, 303);
}

export default function ViewOne() {
  const { t } = useTexts();
  const page = useLoaderData<typeof loader>();
  if (page.outcome === 'none') return <NoCopy closed={page.closed} />;
  if (page.outcome === 'failed') return <Failed code={page.code} />;
  const { applications, expiresAt, secondsLeft, today } = page;
  return (
    <div data-copy={secondsLeft}>
      <PageTitle text={t('copy.title')} />
      <h1 className={styles.title}>{t('copy.heading')}</h1>
      <ViewOneTools expiresAt={expiresAt} />
      {applications.length > 1 && (
        <nav className={styles.jump} aria-labelledby="jump">
          <h2 id="jump">{t('copy.jump')}</h2>
          <ol>
            {applications.map(({ _id, passport, isStatus }) => (
              <li key={_id}>
                <a href={`#copy-${_id}`}>{passport}</a> <StatusTag status={isStatus} />
              </li>
            ))}
          </ol>
        </nav>
      )}
      {applications.map((application) => (
        <ApplicantCopy key={application._id} application={application} today={today} />
      ))}
      <ViewOneEnd />
    </div>
  );
}

function NoCopy({ closed }: { closed: keyof typeof closings }) {
  const { t, language } = useTexts();
  const minutes = limits.grantMinutes.toLocaleString(language);
  return (
    <div className={styles.none} data-closed={closed === 'no' ? undefined : ''}>
      <PageTitle text={t('copy.title')} />
      <h1>{t('copy.none')}</h1>
      <p className={styles.why}>{t(`copy.${closings[closed]}`, { minutes })}</p>
      {closed !== 'no' && <p>{t('copy.noneAgain')}</p>}
      <p>
        <a className={buttons.primary} href={pathIn(language, '/enquiry')}>
          {t('copy.noneButton')}
        </a>
      </p>
    </div>
  );
}

function Failed({ code }: { code: Parameters<typeof errorText>[0] }) {
  const { t, language } = useTexts();
  return (
    <div className={styles.none}>
      <PageTitle text={t('copy.title')} isError />
      <h1>{t('copy.failedTitle')}</h1>
      <p className={styles.why}>{errorText(code, language)}</p>
      <p>{t('copy.failedText')}</p>
      <p>
        <a className={buttons.primary} href={pathIn(language, '/view-one')}>
          {t('copy.failedAgain')}
        </a>
      </p>
      <ContactList />
    </div>
  );
}
