import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Application } from '../../../contract/answers.ts';
import { formFields, sections } from '../../../contract/application-form.ts';
import { dhakaDay } from '../../../contract/dates.ts';
import { thumbnailUrl } from '../../../contract/files.ts';
import { limits } from '../../../contract/limits.ts';
import { StatusTag } from '../../application/status-tag.tsx';
import { useFieldText } from '../../texts/application.ts';
import { useNumber } from '../../texts/numbers.ts';
import { useTexts } from '../../texts/office/dashboard.ts';
import sheet from '../../ui/card.module.css';
import { applicationsQuery, recordPath, useNameOf } from '../applications/application-queries.ts';
import { ariaDisabled } from '../frame/aria-disabled.ts';
import { TbChevronLeft, TbChevronRight } from '../frame/icons.tsx';
import { LoadFailure, OutdatedNotice } from '../frame/load-failure.tsx';
import outdated from '../frame/outdated.module.css';
import { pageIn } from '../frame/page-in-url.ts';
import { scrollToStart } from '../frame/scroll-to-start.ts';
import tone from '../frame/text.module.css';
import styles from './latest-applications.module.css';

const waitingRows = Array.from({ length: limits.pageSize }, (_, at) => `row ${at}`);

/** All applications with name and details, newest first, in pages. */
export function LatestApplications() {
  const { t } = useTexts();
  const [search, setSearch] = useSearchParams();
  const page = pageIn(search);
  const list = useQuery(applicationsQuery({ page }));
  const section = useRef<HTMLElement>(null);
  const number = useNumber();
  const goTo = (next: number, replace = false) =>
    setSearch(next > 1 ? { page: String(next) } : {}, { preventScrollReset: true, replace });
  const { totalApplication = 0, totalPages = 0, applications } = list.data ?? {};
  const last = Math.max(totalPages, 1);
  const isBeyond = list.data?.request.page === page && page > last;
  useEffect(() => {
    if (isBeyond) goTo(last, true);
  });
  const stepTo = (to: number) =>
    ariaDisabled(to < 1 || to > last, () => {
      goTo(to);
      scrollToStart(section.current);
    });
  return (
    <section ref={section} tabIndex={-1} className={`${sheet.card} ${styles.latest}`} aria-labelledby="latest">
      <header className="spread">
        <h2 id="latest" className={tone.title}>
          {t('latest')}
        </h2>
        {list.data && (
          <p role="status" className={tone.hint}>
            {t('totals', { applications: number(totalApplication), pages: number(totalPages) })}
          </p>
        )}
      </header>
      {list.error && list.data && <OutdatedNotice onRetry={() => list.refetch()} />}
      {list.error && !list.data ? (
        <LoadFailure error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <>
          {/* Until the answer arrives, the rows are those of the page before. */}
          <ul className={`${styles.list} ${outdated.rows}`} aria-busy={list.isFetching} inert={list.isPlaceholderData}>
            {applications
              ? applications.map((application) => <Item key={application._id} application={application} />)
              : waitingRows.map((row) => (
                  <li key={row} className={styles.item}>
                    <Skeleton height={44} />
                  </li>
                ))}
          </ul>
          {totalApplication === 0 && list.data && <p>{t('none')}</p>}
          <nav className={`spread ${styles.pages}`} aria-label={t('pages')}>
            <Button variant="default" {...stepTo(page - 1)} leftSection={<TbChevronLeft size={18} />}>
              {t('previous')}
            </Button>
            <span>{t('pageOf', { page: number(page), pages: number(last) })}</span>
            <Button variant="default" {...stepTo(page + 1)} rightSection={<TbChevronRight size={18} />}>
              {t('next')}
            </Button>
          </nav>
        </>
      )}
    </section>
  );
}

function Item({ application }: { application: Application }) {
  const { t, language } = useTexts();
  const nameOf = useNameOf();
  const fieldText = useFieldText();
  const { _id: id, image, isStatus, createdAt, passport } = application;
  const name = nameOf(application);
  return (
    <li className={styles.item}>
      {image ? (
        <img src={thumbnailUrl(image, limits.photoThumbnailWidths[0])} alt="" width={44} height={44} loading="lazy" />
      ) : (
        <span className={styles.noPhoto} />
      )}
      <div className={styles.person}>
        <Link to={recordPath(id)} state={{ id }}>
          {name}
        </Link>
        <span className={tone.note}>
          {passport} · {fieldText('jobTitle', application.jobTitle)}, {application.company}
        </span>
      </div>
      <StatusTag status={isStatus} />
      <details className={styles.details}>
        <summary aria-label={t('detailsOf', { name })}>{t('details')}</summary>
        <dl>
          {Object.values(sections)
            .flat()
            .filter((field) => field !== 'surname' && field !== 'givenN')
            .map((field) => (
              <div key={field}>
                <dt>{formFields[field].label[language]}</dt>
                <dd>{fieldText(field, application[field])}</dd>
              </div>
            ))}
          <div>
            <dt>{t('arrived')}</dt>
            <dd>{dhakaDay(new Date(createdAt))}</dd>
          </div>
        </dl>
      </details>
    </li>
  );
}
