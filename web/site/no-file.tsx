/** The page for the URL of a file that the visitor may not, or no longer, read. */
import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { pathIn } from '../../contract/language.ts';
import { useTexts } from '../texts/site.ts';
import buttons from '../ui/button.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import styles from './view-one.module.css';

/** The server passes the status with which the file was refused. */
export function loader({ request }: LoaderFunctionArgs) {
  const status = Number(new URL(request.url).searchParams.get('status'));
  const isFault = status >= 500 && status < 600;
  return data({ isFault }, { status: isFault ? status : 404 });
}

export default function NoFile() {
  const { t, language } = useTexts();
  const { isFault } = useLoaderData<typeof loader>();
  const title = t(isFault ? 'copy.fileFailed' : 'copy.fileTitle');
  return (
    <div className={styles.none}>
      <PageTitle text={title} isError />
      <h1>{title}</h1>
      <p className={styles.why}>{t(isFault ? 'copy.failedText' : 'copy.fileText')}</p>
      {!isFault && <p>{t('copy.fileAgain')}</p>}
      <p className="row">
        <a className={buttons.primary} href={pathIn(language, '/view-one')}>
          {t('copy.fileToCopy')}
        </a>
        <a className={buttons.secondary} href={pathIn(language, '/enquiry')}>
          {t('copy.noneButton')}
        </a>
      </p>
    </div>
  );
}
