/** The form for an existing slide, whose id is in the navigation state or in the URL. */

import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import type { Slide } from '../../../contract/answers.ts';
import { errorText } from '../../../contract/errors.ts';
import { isId } from '../../../contract/id.ts';
import { useTexts } from '../../texts/office/slides.ts';
import sheet from '../../ui/card.module.css';
import { call } from '../calls/api.ts';
import { upload } from '../calls/upload.ts';
import { useNavigateWhileShown } from '../frame/navigate-while-shown.ts';
import { PageHeader } from '../frame/page-header.tsx';
import { toastDone } from '../frame/toast.client.ts';
import styles from './list.module.css';
import { SlideFailure } from './slide-failure.tsx';
import { SlideForm } from './slide-form.tsx';
import { slideFailureText, slidesQuery, useKeepSlide } from './slide-queries.ts';

export default function EditSlide() {
  const { state } = useLocation();
  const [query] = useSearchParams();
  const id: unknown = query.get('id') ?? state?.id;
  return typeof id === 'string' && id !== '' ? <Editing key={id} id={id} /> : <Navigate to="/slider" replace />;
}

function Editing({ id }: { id: string }) {
  const { t, language } = useTexts();
  const navigate = useNavigateWhileShown();
  const keep = useKeepSlide();
  const { data, error, isFetchedAfterMount, refetch } = useQuery({ ...slidesQuery, refetchOnMount: 'always' });
  const slides = isFetchedAfterMount && !error ? data : undefined;
  // The edited slide stays on the screen even if somebody else deletes it.
  const [slide, setSlide] = useState<Slide>();
  const stored = slides?.find(({ _id }) => _id === id);
  if (!slide && stored) setSlide(stored);
  if (slide) {
    const params = { id };
    return (
      <SlideForm
        title={t('editTitle')}
        submit={t('save')}
        slide={slide}
        send={(json, form, options) =>
          form.has('image')
            ? upload('updateSlide', { params, form, ...options })
            : call('updateSlide', { params, json })
        }
        onSaved={(saved) => {
          keep(saved);
          toastDone(t('saved'));
          navigate('/slider');
        }}
        failureText={({ error }) => slideFailureText(error, language)}
      />
    );
  }
  if (!slides && !error) {
    return (
      <>
        <PageHeader title={t('editTitle')} />
        <div className={`${sheet.card} ${styles.card}`}>
          <p role="status">{t('loading')}</p>
          <Skeleton height={40} mb="md" />
          <Skeleton height={40} mb="md" />
          <Skeleton height={120} />
        </div>
      </>
    );
  }
  const unknown = errorText(isId(id) ? 'not_found' : 'invalid_id', language);
  return (
    <>
      <PageHeader title={t('editTitle')} isError />
      {slides ? (
        <SlideFailure text={unknown} />
      ) : (
        <SlideFailure text={slideFailureText(error, language)} onRetry={() => refetch()} />
      )}
      <Button component={Link} to="/slider" variant="default">
        {t('toList')}
      </Button>
    </>
  );
}
