/** The form for a new slide. */
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTexts } from '../../texts/office/slides.ts';
import { NoAnswer } from '../calls/api.ts';
import { upload } from '../calls/upload.ts';
import { toastDone } from '../frame/toast.client.ts';
import { SlideForm } from './slide-form.tsx';
import { refusalText, useKeepSlide } from './slide-queries.ts';

export default function AddSlide() {
  const { t, language } = useTexts();
  const navigate = useNavigate();
  const keep = useKeepSlide();
  // After silence the slide may be there all the same: this is how the server knows it again.
  const [attempt] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join('-'));
  return (
    <SlideForm
      title={t('addTitle')}
      lead={t('addLead')}
      submit={t('add')}
      send={(_, form, watching) => upload('addSlide', { form, headers: { 'idempotency-key': attempt }, ...watching })}
      onSaved={(slide) => {
        keep(slide);
        toastDone(t('added'));
        navigate('/slider');
      }}
      // The specification: what the server answered, otherwise the error's own message.
      failureText={(failure) => {
        if (failure.result) return refusalText(failure.result.error, language);
        return failure.error instanceof NoAnswer ? t('noAnswer') : String(failure.error);
      }}
    />
  );
}
