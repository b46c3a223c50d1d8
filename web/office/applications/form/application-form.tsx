/** The form of a new or stored application: sections, photo, upload, and conflicts with changes by others. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Application } from '../../../../contract/answers.ts';
import {
  formFieldNames,
  isUnique,
  sectionNames,
  sections,
  uniqueFields,
} from '../../../../contract/application-form.ts';
import { type ErrorCode, errorText } from '../../../../contract/errors.ts';
import { parse } from '../../../../contract/fields.ts';
import { employerFields } from '../../../application/fields-and-documents.ts';
import { useApplicationTexts } from '../../../texts/application.ts';
import { useTexts } from '../../../texts/office/application-form.ts';
import sheet from '../../../ui/card.module.css';
import { NoAnswer } from '../../calls/api.ts';
import { upload } from '../../calls/upload.ts';
import { FormFrame, useContractForm } from '../../form/contract-form.tsx';
import { photoOnAdd, photoOnEdit } from '../../form/photo-rule.ts';
import { useSending, wasCancelled } from '../../form/sending.ts';
import { PageHeader } from '../../frame/page-header.tsx';
import touch from '../../frame/touch.module.css';
import { useIsWaiting } from '../../session/session-end.ts';
import { useNameOf } from '../application-queries.ts';
import { ApplicationField } from './application-fields.tsx';
import styles from './application-form.module.css';
import { type ApplicationValues, formDataOf, neededFields, schemaFor, valuesOf } from './application-values.ts';
import { useConflict } from './conflict.ts';
import { ConflictChoice } from './conflict-choice.tsx';
import type { Draft } from './draft.ts';
import { type FilledField, FormNavigation, partId } from './form-navigation.tsx';
import { PasteButton, pasteInto } from './pasting.tsx';
import { PhotoField } from './photo-field.tsx';
import { PrefillNotices } from './prefill-notices.tsx';
import { usePrefills } from './prefills.ts';
import { type Next, SaveBar } from './save-bar.tsx';
import { useTakenCheck } from './taken-values.tsx';

interface ApplicationFormProps {
  /** Null for a new application. */
  record: Application | null;
  /** An application for the same employer, whose fields are filled in. */
  template?: Application | null;
  draft?: Draft | null;
  /** `next` is `another` if the clerk adds another application next. */
  onSaved: (saved: Application, next: Next) => void;
  onLeave: () => void;
}

export function ApplicationForm({ record, template = null, draft = null, onSaved, onLeave }: ApplicationFormProps) {
  const { t, language } = useTexts();
  const words = useApplicationTexts();
  const nameOf = useNameOf();
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
    extraErrors: ({ image }): { image?: string } => {
      if (image) return {};
      if (refusedPhoto) return { image: refusedPhoto };
      return isNew ? { image: 'photo_required' satisfies ErrorCode } : {};
    },
    send: async (fields, values) => {
      const { stored } = conflict;
      const form = formDataOf(fields, values.image, stored?.version);
      const result = await sending.run((options) =>
        stored
          ? upload('updateApplication', { params: { id: stored._id }, form, ...options })
          : upload('addApplication', { form, ...options }),
      );
      if (!result.ok && result.error.code === 'version_conflict') {
        conflict.merge(result.error.current as Application, contractForm.form);
      }
      // The refusal names only the field; the check also links to the other application.
      if (!result.ok) for (const name of uniqueFields) if (result.error.errorCodes?.[name]) void checkTaken(name);
      return result;
    },
    onSaved: (saved) => onSaved(saved, next.current),
    failureText: (failure) => {
      if (!failure.result) {
        if (wasCancelled(failure.error)) return null;
        const text = isNew ? t('addError') : t('updateError');
        return failure.error instanceof NoAnswer ? [text, t('noAnswer')] : text;
      }
      const { status, error } = failure.result;
      if (error.code === 'version_conflict') return null;
      const text = isNew ? t('addFailed', { status }) : t('updateFailed');
      return error.code === 'internal_error' ? text : [text, errorText(error.code, language)];
    },
    onValuesChange: (values) => {
      setFilled(filledIn(values, isNew));
      setValid(validIn(values, schema));
      saveDraft();
    },
  });
  const { form, isBusy, problems } = contractForm;
  const saveDraft = () => draft?.save(() => (form.isDirty() ? form.getValues() : null));
  const isSessionOver = useIsWaiting();
  // The session took its drafts with it; this one is saved again with the key of the next session.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the user has signed in again
  useEffect(() => (isSessionOver ? () => void saveDraft() : undefined), [isSessionOver]);
  const submit = (event?: FormEvent) => {
    // Ctrl with Enter submits the form without a button.
    const button = (event?.nativeEvent as SubmitEvent | undefined)?.submitter;
    next.current = button?.getAttribute('value') === ('another' satisfies Next) ? 'another' : 'done';
    return contractForm.submit(event);
  };
  const checkTaken = useTakenCheck(contractForm, record?._id);
  const filledSet = setOf(filled);
  const prefills = usePrefills(contractForm);
  const filledUnique = uniqueFields.filter((name) => prefills.filled.has(name)).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked once for what was filled without typing
  useEffect(() => {
    for (const name of uniqueFields) if (prefills.filled.has(name)) void checkTaken(name);
  }, [filledUnique]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is restored once, and each template fills once
  useEffect(() => {
    const restored = draft?.takeRestored();
    // The draft tells which of the copied fields were emptied or changed.
    const copied = template && employerFields.filter((name) => !restored || restored.values[name] === template[name]);
    if (copied?.length) prefills.fill('employer', Object.fromEntries(copied.map((name) => [name, template?.[name]])));
    if (restored) prefills.fill('draft', restored.values, { at: restored.at });
  }, [draft, template]);

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
        actions={isNew && <PasteButton prefills={prefills} />}
        isError={problems.length > 0 || conflict.shown !== null}
      />
      <PrefillNotices prefills={prefills} />
      <FormFrame form={{ ...contractForm, submit }} isLong>
        {conflict.shown && (
          <ConflictChoice
            key={conflict.stored?.version}
            conflict={conflict.shown}
            isBusy={isBusy}
            typedIn={(field) => form.getValues()[field]}
            chosenPhoto={() => form.getValues().image}
            onChoose={(difference, side) => {
              if (difference.field === 'image') form.setFieldValue('image', side === 'mine' ? difference.mine : null);
              else form.setFieldValue(difference.field, difference[side]);
            }}
          />
        )}
        <div className={`stack ${styles.layout}`}>
          <FormNavigation filled={filledSet} valid={setOf(valid)} wrong={new Set(Object.keys(form.errors))} />
          {/* Text that is typed during the upload would be lost when the response arrives. */}
          <div
            className={`stack ${styles.fields}`}
            inert={isBusy}
            onPaste={isNew ? (event) => pasteInto(prefills, event) : undefined}
          >
            {sectionNames.map((section) => (
              <fieldset key={section} id={partId(section)} className={`stack ${sheet.card} ${styles.card}`}>
                <legend>
                  <h2>{words.t(`section.${section}`)}</h2>
                </legend>
                {sections[section].map((name) => (
                  <div
                    key={name}
                    className={styles.field}
                    data-field={name}
                    data-filled={prefills.filled.has(name) ? '' : undefined}
                  >
                    <ApplicationField
                      form={contractForm}
                      name={name}
                      onLeave={isUnique(name) ? () => void checkTaken(name) : undefined}
                      storedJobTitle={record?.jobTitle ?? null}
                    />
                  </div>
                ))}
              </fieldset>
            ))}
          </div>
          <fieldset
            id={partId('photo')}
            className={`stack ${sheet.card} ${styles.card} ${styles.photo}`}
            inert={isBusy}
          >
            <legend>
              <h2>{t('photoSection')}</h2>
            </legend>
            <PhotoField
              photo={form.getValues().image}
              storedUrl={conflict.stored?.image ?? null}
              rule={isNew ? photoOnAdd : photoOnEdit}
              error={form.errors.image as string | undefined}
              isDisabled={isBusy}
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

/** The valid fields, as a string, so that typing rerenders the form only if a field becomes valid or invalid. */
function validIn(values: ApplicationValues, schema: ReturnType<typeof schemaFor>): string {
  const parsed = parse(schema, values);
  const wrong = parsed.ok ? {} : parsed.errorCodes;
  return [...formFieldNames.filter((name) => !Object.hasOwn(wrong, name)), 'image'].join(' ');
}

/** The filled fields, as a string, so that typing in a filled field does not rerender the form. */
function filledIn(values: ApplicationValues, isNew: boolean): string {
  const fields = neededFields.filter((name) => values[name].trim() !== '');
  return [...fields, ...(values.image || !isNew ? ['image'] : [])].join(' ');
}
