/** The applicant's copy, for whoever holds the grant that a successful enquiry gave to this browser. */
import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
} from 'react-router';
import { pageContext } from '../page.ts';
import { languageOfPath, pathIn } from '../texts/language.ts';
import { useTexts } from '../texts/site.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { StatusTag } from '../ui/status-tag.tsx';
import { ApplicantCopy } from './applicant-copy.tsx';
import { CopyFailed } from './copy-failed.tsx';
import { NoCopy } from './no-copy.tsx';
import { openCopy } from './open-copy.ts';
import styles from './view-one.module.css';
import { PrintButton, ViewOneEnd, ViewOneTools } from './view-one-tools.tsx';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const copy = await openCopy(new URL(request.url).pathname, context);
  if (copy.outcome === 'failed') return data(copy, { status: copy.status });
  return copy.outcome === 'open' ? data(copy, { headers: copy.headers }) : data(copy);
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** Closes the copy. */
export async function action({ request, context }: ActionFunctionArgs) {
  const result = await context.get(pageContext).api.call('endGrant');
  if (!result.ok) throw data(result.error.code, result.status);
  return redirect(pathIn(languageOfPath(new URL(request.url).pathname), '/view-one'), 303);
}

export default function ViewOne() {
  const { t, language } = useTexts();
  const page = useLoaderData<typeof loader>();
  if (page.outcome === 'none') return <NoCopy ended={page.ended} />;
  if (page.outcome === 'failed') return <CopyFailed code={page.code} again={pathIn(language, '/view-one')} />;
  const { applications, expiresAt, secondsLeft, today } = page;
  return (
    <div data-copy={secondsLeft}>
      <PageTitle text={t('copy.title')} />
      <h1 className={styles.title}>{t('copy.heading')}</h1>
      <ViewOneTools expiresAt={expiresAt}>
        <PrintButton />
      </ViewOneTools>
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
      {applications.map((application, at) => (
        <ApplicantCopy key={application._id} application={application} at={at} today={today} />
      ))}
      <ViewOneEnd />
    </div>
  );
}
