/** A page with one whole document of the copy; it closes together with the copy. */
import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { type Slot, slots } from '../../contract/application-form.ts';
import { homePath, languageOfPath } from '../../contract/language.ts';
import scan from '../application/document.module.css';
import { isPdf, labelForApplicants } from '../application/fields-and-documents.ts';
import { longDate } from '../texts/dates.ts';
import { useTexts } from '../texts/site.ts';
import buttons from '../ui/button.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { useSettings } from '../ui/settings.ts';
import { CopyFailed } from './copy-failed.tsx';
import { copyPath, documentName, documentPath, documentPlace, idInUrl } from './document-path.ts';
import { openCopy } from './open-copy.ts';
import copy from './view-one.module.css';
import styles from './view-one-document.module.css';
import { CopyFrame, ViewOneTools } from './view-one-tools.tsx';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const language = languageOfPath(new URL(request.url).pathname);
  const place = documentPlace(params.document ?? '');
  if (!place) return redirect(homePath(language));
  const copy = await openCopy(request.url, context);
  if (copy.outcome === 'none') return redirect(copyPath(language, idInUrl(request.url)));
  if (copy.outcome === 'failed') {
    const again = documentPath(language, place, idInUrl(request.url));
    return data({ ...copy, again, slot: place.slot }, { status: copy.status });
  }
  const { id, expiresAt, secondsLeft, canExtend, today, headers } = copy;
  const url = copy.applications[place.at]?.[place.slot] ?? null;
  return data({ outcome: 'open', ...place, url, id, expiresAt, secondsLeft, canExtend, today } as const, {
    status: url === null ? 404 : 200,
    headers,
  });
}

export default function ViewOneDocument() {
  const { t, language } = useTexts();
  const page = useLoaderData<typeof loader>();
  const brand = useSettings()?.brand;
  const label = labelForApplicants(page.slot)[language];
  if (page.outcome === 'failed') return <CopyFailed code={page.code} again={page.again} />;
  const { slot, at, url } = page;
  return (
    <CopyFrame copy={page}>
      <PageTitle text={url ? label : t('copy.noDocument')} />
      <p className={styles.back} data-screen-only="">
        <a href={copyPath(language, page.id)} data-target="">
          {t('copy.backToCopy')}
        </a>
      </p>
      <p className={styles.letterhead}>
        <strong>{[brand?.name, brand?.contactPhone, brand?.contactEmail].filter(Boolean).join(' · ')}</strong>
        <span>{t('copy.printedOn', { date: longDate(page.today, language) })}</span>
      </p>
      <h1 className={`${copy.title} ${styles.title}`}>{url ? label : t('copy.noDocument')}</h1>
      <ViewOneTools copy={page} document={documentName({ slot, at })}>
        {url && (
          <a className={buttons.primary} href={url} download={savedName(slot, url)}>
            {t('copy.save')}
          </a>
        )}
      </ViewOneTools>
      {url ? <Document url={url} label={label} /> : <p>{`${label}: ${t('copy.noFileText')}`}</p>}
    </CopyFrame>
  );
}

function Document({ url, label }: { url: string; label: string }) {
  const { t } = useTexts();
  if (!isPdf(url)) return <img className={styles.picture} src={url} alt={label} />;
  return (
    <>
      <p className={scan.onPhone} data-screen-only="">
        {t('copy.documentPhone')}
      </p>
      <iframe className={`${scan.frame} ${styles.frame}`} data-screen-only="" src={url} title={label} />
    </>
  );
}

/** The file name says what the document is, but not whose. */
function savedName(slot: Slot, url: string): string {
  const name = slots[slot].name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return name + url.slice(url.lastIndexOf('.'));
}
