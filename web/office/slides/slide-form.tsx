/** The form of a new or existing slide, with a live preview. */
import { Button, Checkbox, Progress, Radio, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod';
import type { Slide } from '../../../contract/answers.ts';
import type { CallResult } from '../../../contract/client.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { hasRight } from '../../../contract/rights.ts';
import { newSlide, slideStatuses } from '../../../contract/slide.ts';
import { formatNumber } from '../../texts/numbers.ts';
import { useTexts as useFrameTexts } from '../../texts/office/frame.ts';
import { useTexts } from '../../texts/office/slides.ts';
import sheet from '../../ui/card.module.css';
import { CharacterCount } from '../form/character-count.tsx';
import { type FormFailure, FormFrame, useContractForm } from '../form/contract-form.tsx';
import { focusFirstField } from '../form/first-field.ts';
import { FormButtons } from '../form/form-buttons.tsx';
import section from '../form/form-section.module.css';
import { type UploadOptions, useSending, wasCancelled } from '../form/sending.ts';
import { useUnansweredFields } from '../form/unanswered-fields.ts';
import { PageHeader } from '../frame/page-header.tsx';
import { useUser } from '../session/signed-in-user.ts';
import styles from './slide-form.module.css';
import { type Chosen, SlideImage } from './slide-image.tsx';
import { SlidePreview } from './slide-preview.tsx';

interface SlideFormProps {
  title: string;
  lead?: string;
  /** The label of the submit button. */
  submit: string;
  /** The edited slide; absent for a new one. */
  slide?: Slide;
  /** The changed fields; `form` has the same and the chosen picture, if any. */
  send: (changed: Values, form: FormData, options: UploadOptions) => Promise<CallResult<Slide>>;
  onSaved: (slide: Slide) => void;
  failureText: (failure: FormFailure) => string;
}

/** Errors about the picture, for which the server names no field. */
const pictureCodes: readonly ErrorCode[] = [
  'file_type',
  'file_damaged',
  'photo_too_large',
  'too_many_pixels',
  'picture_needs_memory',
];

type Values = Partial<z.output<typeof newSlide>>;

const { slideTitleLengthMax, slideTextLengthMax } = limits;

export function SlideForm({ title, lead, submit, slide, send, onSaved, failureText }: SlideFormProps) {
  const { t, language } = useTexts();
  const mayLeadOutside = hasRight('outsideLinks', useUser());
  const { t: frame } = useFrameTexts();
  const sending = useSending();
  const [chosen, setChosen] = useState<Chosen>({ file: null, problem: null });
  const unanswered = useUnansweredFields<keyof Values>();
  const max = (number: number) => ({ max: formatNumber(number, language) });
  const slideForm = useContractForm({
    schema: newSlide,
    initialValues: {
      thumbnail: slide?.thumbnail ?? '',
      title: slide?.title ?? '',
      thumbnailBn: slide?.thumbnailBn ?? '',
      titleBn: slide?.titleBn ?? '',
      // The name of the chosen file: it makes the form unsaved, and gives errors of the picture their place.
      image: '',
      status: slide?.status ?? 'Published',
      link: slide?.link ?? '',
      shownOnNavbar: slide?.shownOnNavbar ?? false,
    },
    errorTexts: {
      thumbnail: t('wrong.title', max(slideTitleLengthMax)),
      title: t('wrong.text', max(slideTextLengthMax)),
      thumbnailBn: t('wrong.titleBangla', max(slideTitleLengthMax)),
      titleBn: t('wrong.textBangla', max(slideTextLengthMax)),
    },
    extraErrors: () => {
      const problem = chosen.problem ?? (chosen.file || slide ? null : t('wrong.picture'));
      return problem ? { image: problem } : {};
    },
    send: async (values) => {
      const changed = changedOf(values, slide, unanswered);
      const result = await unanswered.send(namesOf(changed), () =>
        sending.run((options) => send(changed, formOf(changed, chosen.file), options)),
      );
      if (!result.ok && pictureCodes.includes(result.error.code))
        result.error.errorCodes = { image: result.error.code };
      return result;
    },
    onSaved,
    failureText: (failure) => (!failure.result && wasCancelled(failure.error) ? t('cancelled') : failureText(failure)),
  });
  const { form, field, key } = slideForm;
  const isNew = slide === undefined;
  useEffect(() => {
    if (isNew) focusFirstField('thumbnail');
  }, [isNew]);
  const words = {
    thumbnail: form.useWatchValue('thumbnail') as string,
    title: form.useWatchValue('title') as string,
    thumbnailBn: form.useWatchValue('thumbnailBn') as string,
    titleBn: form.useWatchValue('titleBn') as string,
    link: form.useWatchValue('link') as string,
  };
  const choose = (next: Chosen) => {
    setChosen(next);
    form.setFieldValue('image', next.file ? `${next.file.name} ${next.file.lastModified}` : '');
  };

  return (
    <>
      <PageHeader title={title} lead={lead} isError={slideForm.problems.length > 0} />
      <div className={`stack ${styles.columns}`}>
        <FormFrame form={slideForm}>
          {/* Text that is typed during the upload would be lost when the response arrives. */}
          <div className={styles.fields} inert={slideForm.isBusy}>
            <Part title={t('words')}>
              <div>
                <TextInput
                  key={key('thumbnail')}
                  {...field('thumbnail')}
                  label={t('title')}
                  description={t('titleHint', max(slideTitleLengthMax))}
                  required
                  withAsterisk={false}
                />
                <CharacterCount text={words.thumbnail} max={slideTitleLengthMax} />
              </div>
              <div>
                <Textarea
                  key={key('title')}
                  {...field('title')}
                  label={t('text')}
                  description={t('textHint', max(slideTextLengthMax))}
                  rows={2}
                />
                <CharacterCount text={words.title} max={slideTextLengthMax} />
              </div>
              <div>
                <TextInput
                  key={key('thumbnailBn')}
                  {...field('thumbnailBn')}
                  lang="bn"
                  label={t('titleBangla')}
                  description={t('banglaHint')}
                />
                <CharacterCount text={words.thumbnailBn} max={slideTitleLengthMax} />
              </div>
              <div>
                <Textarea
                  key={key('titleBn')}
                  {...field('titleBn')}
                  lang="bn"
                  label={t('textBangla')}
                  description={t('banglaHint')}
                  rows={2}
                />
                <CharacterCount text={words.titleBn} max={slideTextLengthMax} />
              </div>
            </Part>
            <Part title={t('picture')}>
              <SlideImage
                id="image"
                chosen={chosen}
                present={slide?.image}
                error={form.errors.image}
                isDisabled={slideForm.isBusy}
                onChoose={choose}
              />
            </Part>
            <Part title={t('site')}>
              <Radio.Group key={key('status')} {...field('status')} label={t('statusLabel')}>
                {slideStatuses.map((status) => (
                  <Radio
                    key={status}
                    mt="xs"
                    value={status}
                    label={t(`status.${status}`)}
                    description={t(`statusHint.${status}`)}
                  />
                ))}
              </Radio.Group>
              <TextInput
                key={key('link')}
                {...field('link')}
                label={t('link')}
                description={mayLeadOutside ? t('linkHint') : t('linkHintInside')}
                inputMode="url"
                autoCapitalize="none"
                spellCheck={false}
              />
              <Checkbox
                {...form.getInputProps('shownOnNavbar', { type: 'checkbox' })}
                key={form.key('shownOnNavbar')}
                id="shownOnNavbar"
                name="shownOnNavbar"
                label={t('shownOnNavbar')}
                description={t('shownOnNavbarHint')}
              />
            </Part>
          </div>
          {slideForm.isBusy && chosen.file && sending.progress !== null && (
            <Upload progress={sending.progress} onCancel={sending.cancel} />
          )}
          <FormButtons>
            <Button component={Link} to="/slider" variant="default">
              {frame('cancel')}
            </Button>
            {!slideForm.isBusy && slideForm.problems.some((problem) => !problem.field) && (
              <Button type="submit" variant="light">
                {frame('retry')}
              </Button>
            )}
            <Button type="submit" loading={slideForm.isBusy}>
              {submit}
            </Button>
          </FormButtons>
        </FormFrame>
        <SlidePreview words={words} file={chosen.file} present={slide?.image} />
      </div>
    </>
  );
}

type UnansweredFields = Pick<ReturnType<typeof useUnansweredFields<keyof Values>>, 'has'>;
const namesOf = (values: Values) => Object.keys(values) as (keyof Values)[];

/** Keeps what others have changed in the meantime, unless it was changed here too. */
function changedOf(values: Values, slide: Slide | undefined, unanswered: UnansweredFields): Values {
  const isChanged = (name: keyof Values) => !slide || (slide[name] ?? '') !== (values[name] ?? '');
  const names = namesOf(values).filter((name) => isChanged(name) || unanswered.has(name));
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

function formOf(values: Values, picture: File | null): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) form.append(name, value === null ? '' : String(value));
  }
  if (picture) form.append('image', picture);
  return form;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={`stack ${sheet.card} ${section.card}`} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** The progress of the upload, with a button that cancels it until all is sent, since a slow upload has no timeout. */
function Upload({ progress, onCancel }: { progress: number; onCancel: () => void }) {
  const { t, language } = useTexts();
  const percent = formatNumber(progress, language, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <div className={`stack ${sheet.card} ${styles.upload}`}>
      <p>{progress < 1 && t('sending', { percent })}</p>
      <p role="status">{progress === 1 && t('storing')}</p>
      <Progress value={progress * 100} aria-label={t('picture')} />
      {progress < 1 && (
        <Button variant="default" size="sm" onClick={onCancel}>
          {t('cancelUpload')}
        </Button>
      )}
    </div>
  );
}
