/** The screen of all slides in the order of the home page, with the actions on each. */
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Slide } from '../../../contract/answers.ts';
import { pathIn } from '../../../contract/language.ts';
import { limits } from '../../../contract/limits.ts';
import { formatNumber } from '../../texts/numbers.ts';
import { useTexts } from '../../texts/office/slides.ts';
import sheet from '../../ui/card.module.css';
import hidden from '../../ui/visually-hidden.module.css';
import { EmptyState } from '../frame/empty-state.tsx';
import { TbPhoto, TbPhotoPlus } from '../frame/icons.tsx';
import { OutdatedNotice } from '../frame/load-failure.tsx';
import { PageHeader } from '../frame/page-header.tsx';
import { TbExternalLink } from '../screen-icons.tsx';
import { Allowed } from '../session/allowed.tsx';
import { DeleteSlide } from './delete-slide.tsx';
import styles from './list.module.css';
import { SlideFailure } from './slide-failure.tsx';
import { slideFailureText, slidesQuery, useChangeSlide } from './slide-queries.ts';
import { SlideTable } from './slide-table.tsx';

interface Problem {
  slide: Slide;
  text: string;
}

export default function SlideList() {
  const { t, language } = useTexts();
  const { data: slides, error, refetch } = useQuery(slidesQuery);
  const change = useChangeSlide();
  const [announcement, setAnnouncement] = useState('');
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [toDelete, setToDelete] = useState<Slide | null>(null);

  const apply = async (slide: Slide, to: Parameters<typeof change.mutate>[0]['to'], text: string) => {
    setProblems([]);
    try {
      // Callbacks passed to `mutate` run only for the last of several changes.
      await change.mutateAsync({ slide, to });
      setAnnouncement(text);
    } catch (failure) {
      const problem = { slide, text: slideFailureText(failure, language) };
      setProblems((others) => [...others.filter((other) => other.slide._id !== slide._id), problem]);
    }
  };
  const move = (slide: Slide, position: number) => {
    const total = slides?.length ?? 0;
    if (position < 1 || position > total) return;
    const place = { number: formatNumber(position, language), total: formatNumber(total, language) };
    void apply(slide, { position }, t('moved', { title: slide.thumbnail, ...place }));
  };
  const publish = (slide: Slide, published: boolean) =>
    void apply(slide, { published }, t(published ? 'published' : 'unpublished', { title: slide.thumbnail }));

  return (
    <>
      <PageHeader
        title={t('listTitle')}
        lead={t('listLead')}
        isError={Boolean(error && !slides)}
        actions={
          <>
            <Button
              component="a"
              href={pathIn(language, '/')}
              target="_blank"
              variant="default"
              rightSection={<TbExternalLink size={18} strokeWidth={1.75} aria-hidden />}
            >
              {t('homePage')}
              <span className={hidden.always}> {t('newTab')}</span>
            </Button>
            <AddButton />
          </>
        }
      />
      <p className={hidden.always} role="status">
        {announcement}
      </p>
      {problems.map(({ slide, text }) => (
        <SlideFailure key={slide._id} title={t('failed', { title: slide.thumbnail })} text={text} />
      ))}
      {error && !slides && <SlideFailure text={slideFailureText(error, language)} onRetry={() => refetch()} />}
      {error && slides && <OutdatedNotice onRetry={() => refetch()} />}
      {!slides && !error && <Waiting />}
      {slides?.length === 0 && <Empty />}
      {slides && slides.length > 0 && (
        <SlideTable slides={slides} onMove={move} onPublish={publish} onDelete={setToDelete} />
      )}
      <DeleteSlide
        slide={toDelete}
        onCancel={() => setToDelete(null)}
        onDeleted={(slide) => {
          // The row was removed together with the button that opened the dialogue.
          document.getElementById('main')?.focus({ preventScroll: true });
          setToDelete(null);
          setProblems([]);
          setAnnouncement(t('deleted', { title: slide.thumbnail }));
        }}
      />
    </>
  );
}

function AddButton() {
  const { t } = useTexts();
  return (
    <Allowed call="addSlide">
      <Button component={Link} to="/addSliders" leftSection={<TbPhotoPlus size={20} strokeWidth={1.75} aria-hidden />}>
        {t('add')}
      </Button>
    </Allowed>
  );
}

function Empty() {
  const { t } = useTexts();
  return (
    <EmptyState icon={TbPhoto} title={t('empty')} text={t('emptyText')}>
      <AddButton />
    </EmptyState>
  );
}

function Waiting() {
  const { t } = useTexts();
  return (
    <div className={`${sheet.card} ${styles.card}`}>
      <p className={hidden.always} role="status">
        {t('loading')}
      </p>
      {Array.from({ length: limits.slidesInFirstCarousel + limits.slidesInSecondCarousel }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows
        <div key={at} className={styles.waiting} aria-hidden>
          <Skeleton className={styles.waitingPicture} />
          <div>
            <Skeleton height={18} width="55%" />
            <Skeleton height={14} width="85%" mt="sm" />
          </div>
        </div>
      ))}
    </div>
  );
}
