/** The applicant's copy, for a browser with the grant of a successful status check. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { languageOfPath } from '../../contract/language.ts';
import { filledSlots } from '../application/fields-and-documents.ts';
import { StatusTag } from '../application/status-tag.tsx';
import { pageContext } from '../page-context.ts';
import { useTexts } from '../texts/site.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { ApplicantCopy } from './applicant-copy.tsx';
import { CopyFailed } from './copy-failed.tsx';
import { copyPath, documentPath, documentPlace, idInUrl } from './document-path.ts';
import { NoCopy } from './no-copy.tsx';
import { openCopy } from './open-copy.ts';
import { postedForm } from './posted-form.ts';
import styles from './view-one.module.css';
import { CopyFrame, clockId, PrintButtons, ViewOneEnd, ViewOneTools } from './view-one-tools.tsx';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const copy = await openCopy(request.url, context);
  if (copy.outcome === 'failed') {
    const again = copyPath(languageOfPath(new URL(request.url).pathname), idInUrl(request.url));
    return data({ ...copy, again }, { status: copy.status });
  }
  return copy.outcome === 'open' ? data(copy, { headers: copy.headers }) : data(copy);
}

/** Closes the copy, or extends its time; a form of another application's copy does neither. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { api } = context.get(pageContext);
  const language = languageOfPath(new URL(request.url).pathname);
  const form = await postedForm(request);
  const id = idInUrl(request.url);
  if (id !== null) {
    const copy = await openCopy(request.url, context);
    if (copy.outcome === 'none' && copy.ended === 'replaced') return redirect(copyPath(language, id), 303);
  }
  const isExtending = form.has('more');
  const result = await api.call(isExtending ? 'extendGrant' : 'endGrant');
  // If the copy was extended before, or has ended meanwhile, the page shows that.
  if (!result.ok && result.status !== 409) throw data(result.error.code, result.status);
  const place = isExtending ? documentPlace(form.get('document') ?? '') : null;
  const path = place ? documentPath(language, place) : copyPath(language);
  return redirect(isExtending ? `${path}#${clockId}` : path, 303);
}

export default function ViewOne() {
  const { t } = useTexts();
  const page = useLoaderData<typeof loader>();
  if (page.outcome === 'none') return <NoCopy ended={page.ended} />;
  if (page.outcome === 'failed') return <CopyFailed code={page.code} again={page.again} />;
  const { applications, today } = page;
  const tools = (
    <ViewOneTools copy={page}>
      <PrintButtons hasDocuments={applications.some((application) => filledSlots(application).length > 0)} />
    </ViewOneTools>
  );
  return (
    <CopyFrame copy={page}>
      <PageTitle text={t('copy.title')} />
      <h1 className={styles.title} data-screen-only="">
        {t('copy.heading')}
      </h1>
      {applications.length > 1 && (
        <nav className={styles.jump} data-screen-only="" aria-labelledby="jump">
          <h2 id="jump">{t('copy.jump')}</h2>
          <ol className="stack">
            {applications.map(({ _id, passport, isStatus }) => (
              <li key={_id} className="row">
                <a href={`#copy-${_id}`} data-target="">
                  {passport}
                </a>{' '}
                <StatusTag status={isStatus} />
              </li>
            ))}
          </ol>
        </nav>
      )}
      {applications.map((application, at) => (
        <ApplicantCopy
          key={application._id}
          application={application}
          at={at}
          today={today}
          tools={at === 0 && tools}
        />
      ))}
      <ViewOneEnd id={page.id} />
    </CopyFrame>
  );
}
