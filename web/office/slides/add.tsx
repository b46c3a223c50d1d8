/** The form for a new slide. */

import { useState } from 'react';
import { useTexts } from '../../texts/office/slides.ts';
import { NoAnswer } from '../calls/api.ts';
import { upload } from '../calls/upload.ts';
import { useNavigateWhileShown } from '../frame/navigate-while-shown.ts';
import { toastDone } from '../frame/toast.client.ts';
import { SlideForm } from './slide-form.tsx';
import { slideFailureText, useKeepSlide } from './slide-queries.ts';

export default function AddSlide() {
  const { t, language } = useTexts();
  const navigate = useNavigateWhileShown();
  const keep = useKeepSlide();
  // Identifies the slide if it is sent again because of a missing answer, although the server may have stored it.
  const [attempt] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join('-'));
  return (
    <SlideForm
      title={t('addTitle')}
      lead={t('addLead')}
      submit={t('add')}
      send={(_, form, options) => upload('addSlide', { form, headers: { 'idempotency-key': attempt }, ...options })}
      onSaved={(slide) => {
        keep(slide);
        toastDone(t('added'));
        navigate('/slider');
      }}
      // As specified: the server's message, otherwise the error's own.
      failureText={(failure) => {
        if (failure.result) return slideFailureText(failure.error, language);
        return failure.error instanceof NoAnswer ? t('noAnswer') : String(failure.error);
      }}
    />
  );
}
