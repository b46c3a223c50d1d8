/** The form of a new or stored application: sections, photo, upload, and conflicts when two people change one record. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Application } from '../../../../contract/answers.ts';
import { employerFields, formFieldNames, sectionNames, sections } from '../../../../contract/application-form.ts';
import { type ErrorCode, errorText } from '../../../../contract/errors.ts';
import { parse } from '../../../../contract/fields.ts';
import { useApplicationTexts } from '../../../texts/application.ts';
import { useTexts } from '../../../texts/office/application-form.ts';
import sheet from '../../../ui/card.module.css';
import { upload } from '../../calls/upload.ts';
import { FormFrame, useContractForm } from '../../form/contract-form.tsx';
import { photoOnAdd, photoOnEdit } from '../../form/photo-rule.ts';
import { useSending, wasCancelled } from '../../form/sending.ts';
import { PageHeader } from '../../frame/page-header.tsx';
import touch from '../../frame/touch.module.css';
import { nameOf } from '../application-queries.ts';
import { ApplicationField } from './application-fields.tsx';
import styles from './application-form.module.css';
import { type ApplicationValues, formDataOf, neededFields, schemaFor, valuesOf } from './application-values.ts';
import { useConflict } from './conflict.ts';
import { ConflictChoice } from './conflict-choice.tsx';
import type { Draft } from './draft.ts';
import { FillingNotices } from './filling-notices.tsx';
import { useFillings } from './fillings.ts';
import { type FilledField, FormNavigation, partId } from './form-navigation.tsx';
import { PasteButton, pasteInto } from './pasting.tsx';
import { PhotoField } from './photo-field.tsx';
import { type Next, SaveBar } from './save-bar.tsx';
import { askedFields, isAsked, useTaken } from './taken.tsx';

interface ApplicationFormProps {
  /** Null for a new application. */
  record: Application | null;
  /** Another application whose employer is the same. */
  like?: Application | null;
  draft?: Draft | null;
  /** `another` if the clerk adds another application next. */
  onSaved: (saved: Application, next: Next) => void;
  onLeave: () => void;
}

export function ApplicationForm({ record, like = null, draft = null, onSaved, onLeave }: ApplicationFormProps) {
  const { t, language } = useTexts();
  const words = useApplicationTexts();
  const isNew = record === null;
  const sending = useSending();
  const [schema] = useState(() => schemaFor(isNew));
  const next = useRef<Next>('done');
  const [refusedPhoto, setRefusedPhoto] = useState<string | null>(null);
  const [filled, setFilled] = useState(() => filledIn(valuesOf(record), isNew));
  const [valid, setValid] = useState(() => validIn(valuesOf(record), schema));

  const conflict = useConflict(record);
  const contractForm = useContractForm({
    schema,
    initialValues: valuesOf(record),
    alsoWrong: ({ image }): { image?: string } => {
      if (image) return {};
      if (refusedPhoto) return { image: refusedPhoto };
      return isNew ? { image: 'photo_required' satisfies ErrorCode } : {};
    },
    send: async (fields, values) => {
      const { stored } = conflict;
      const form = formDataOf(fields, values.image, stored?.version);
      const result = await sending.run((watching) =>
        stored
          ? upload('updateApplication', { params: { id: stored._id }, form, ...watching })
          : upload('addApplication', { form, ...watching }),
      );
      if (!result.ok && result.error.code === 'version_conflict') {
        conflict.meet(result.error.current as Application, contractForm.form);
      }
      // The refusal names the field alone; the question about it finds the other record, too.
      if (!result.ok) for (const name of askedFields) if (result.error.errorCodes?.[name]) void askTaken(name);
      return result;
    },
    onSaved: (saved) => onSaved(saved, next.current),
    failureText: (failure) => {
      if (!failure.result) {
        if (wasCancelled(failure.error)) return null;
        return isNew ? t('addError') : t('updateError');
      }
      const { status, error } = failure.result;
      if (error.code === 'version_conflict') return null;
      const text = isNew ? t('addFailed', { status }) : t('updateFailed');
      return error.code === 'internal_error' ? text : [text, errorText(error.code, language)];
    },
    onValuesChange: (values) => {
      setFilled(filledIn(values, isNew));
      setValid(validIn(values, schema));
      draft?.keep(() => (contractForm.form.isDirty() ? contractForm.form.getValues() : null));
    },
  });
  const { form, isBusy, problems } = contractForm;
  const submit = (event?: FormEvent) => {
    // The keyboard sends the form without a button.
    const button = (event?.nativeEvent as SubmitEvent | undefined)?.submitter;
    next.current = button?.getAttribute('value') === ('another' satisfies Next) ? 'another' : 'done';
    return contractForm.submit(event);
  };
  const askTaken = useTaken(contractForm, record?._id);
  const filledSet = setOf(filled);
  const fillings = useFillings(form);
  const filledAsked = askedFields.filter((name) => fillings.filled.has(name)).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for what was filled without typing
  useEffect(() => {
    for (const name of askedFields) if (fillings.filled.has(name)) void askTaken(name);
  }, [filledAsked]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is found once
  useEffect(() => {
    const found = draft?.takeFound();
    if (found) fillings.fill('draft', found.values, { at: found.at });
  }, [draft]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each application that is taken as a model
  useEffect(() => {
    if (like) fillings.fill('employer', Object.fromEntries(employerFields.map((name) => [name, like[name]])));
  }, [like]);

  const choosePhoto = (photo: File | null) => {
    setRefusedPhoto(null);
    form.clearFieldError('image');
    form.setFieldValue('image', photo);
  };
  const refusePhoto = (problem: string) => {
    setRefusedPhoto(problem);
    form.setFieldError('image', problem);
  };
  return (
    <>
      <PageHeader
        title={isNew ? t('addTitle') : t('editTitle')}
        lead={
          <>
            {isNew
              ? t(neededFields.length < formFieldNames.length ? 'addLeadOptional' : 'addLead')
              : `${nameOf(record)} · ${record.passport}.`}{' '}
            <span className={touch.hidden}>{t('keys')}</span>
          </>
        }
        actions={isNew && <PasteButton fillings={fillings} />}
        isError={problems.length > 0 || conflict.shown !== null}
      />
      <FillingNotices of={fillings} />
      <FormFrame of={{ ...contractForm, submit }} isLong>
        {conflict.shown && (
          <ConflictChoice
            key={conflict.stored?.version}
            conflict={conflict.shown}
            isBusy={isBusy}
            onChoose={(difference, side) => {
              if (difference.field === 'image') form.setFieldValue('image', side === 'mine' ? difference.mine : null);
              else form.setFieldValue(difference.field, difference[side]);
            }}
          />
        )}
        <div className={styles.layout}>
          <FormNavigation filled={filledSet} valid={setOf(valid)} wrong={new Set(Object.keys(form.errors))} />
          {/* Text that is typed during the upload would be lost when the response arrives. */}
          <div
            className={styles.fields}
            inert={isBusy}
            onPaste={isNew ? (event) => pasteInto(fillings, event) : undefined}
          >
            {sectionNames.map((section) => (
              <fieldset key={section} id={partId(section)} className={`${sheet.card} ${styles.card}`}>
                <legend>
                  <h2>{words.t(`section.${section}`)}</h2>
                </legend>
                {sections[section].map((name) => (
                  <div
                    key={name}
                    className={styles.field}
                    data-field={name}
                    data-filled={fillings.filled.has(name) ? '' : undefined}
                  >
                    <ApplicationField
                      of={contractForm}
                      name={name}
                      onLeave={isAsked(name) ? () => void askTaken(name) : undefined}
                      storedJobTitle={record?.jobTitle ?? null}
                    />
                  </div>
                ))}
              </fieldset>
            ))}
          </div>
          <fieldset id={partId('photo')} className={`${sheet.card} ${styles.card} ${styles.photo}`} inert={isBusy}>
            <legend>
              <h2>{t('photoSection')}</h2>
            </legend>
            <PhotoField
              photo={form.getValues().image}
              storedUrl={conflict.stored?.image ?? null}
              rule={isNew ? photoOnAdd : photoOnEdit}
              error={form.errors.image as string | undefined}
              onChoose={choosePhoto}
              onRefuse={refusePhoto}
            />
          </fieldset>
        </div>
        <SaveBar
          sending={sending}
          isBusy={isBusy}
          filledCount={filledSet.size}
          total={neededFields.length + 1}
          canAddAnother={isNew}
          onLeave={onLeave}
        />
      </FormFrame>
    </>
  );
}

const setOf = (names: string) => new Set(names.split(' ').filter(Boolean) as FilledField[]);

/** A string, so that typing renders nothing again unless a field becomes valid or invalid. */
function validIn(values: ApplicationValues, schema: ReturnType<typeof schemaFor>): string {
  const parsed = parse(schema, values);
  const wrong = parsed.ok ? {} : parsed.errorCodes;
  return [...formFieldNames.filter((name) => !Object.hasOwn(wrong, name)), 'image'].join(' ');
}

/** A string, so that typing in a filled field renders nothing again. */
function filledIn(values: ApplicationValues, isNew: boolean): string {
  const fields = neededFields.filter((name) => values[name].trim() !== '');
  return [...fields, ...(values.image || !isNew ? ['image'] : [])].join(' ');
}
