/** The former values of an application, each with a button that restores it. */
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Application, ApplicationVersion } from '../../../../contract/answers.ts';
import type { RestorableField } from '../../../../contract/application.ts';
import { formFields } from '../../../../contract/application-form.ts';
import { isFormField } from '../../../application/fields-and-documents.ts';
import { useFieldText } from '../../../texts/application.ts';
import { timeInWords } from '../../../texts/dates.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import sheet from '../../../ui/card.module.css';
import { answerOf } from '../../calls/api.ts';
import { failureText } from '../../calls/failure-text.ts';
import { ariaDisabled } from '../../frame/aria-disabled.ts';
import { TbArrowBackUp } from '../../frame/icons.tsx';
import { LoadFailure } from '../../frame/load-failure.tsx';
import tone from '../../frame/text.module.css';
import { Allowed } from '../../session/allowed.tsx';
import { applicationQuery, invalidateApplications, versionsQuery } from '../application-queries.ts';
import { useFileLabel } from '../documents/file-fields.ts';
import styles from './former-values.module.css';
import { toastChange } from './toast-change.ts';

export function FormerValues({ application }: { application: Application }) {
  const { t, language } = useTexts();
  const { data: versions = [], error, refetch } = useQuery(versionsQuery(application._id));
  if (versions.length === 0 && !error) return null;
  return (
    <section className={`${sheet.card} ${styles.card}`} data-screen-only="" aria-labelledby="copy-former">
      <h2 id="copy-former" tabIndex={-1}>
        {t('former.title')}
      </h2>
      <p className={`${tone.soft} ${styles.lead}`}>{t('former.lead')}</p>
      {error && <LoadFailure error={error} onRetry={() => refetch()} />}
      <ol className={styles.versions}>
        {versions.map((version) => (
          <li key={version.version}>
            <p className={`${tone.note} ${styles.when}`}>
              <time dateTime={version.at}>{timeInWords(version.at, language)}</time>{' '}
              {version.by ? t('history.by', { name: version.by }) : t('history.byUnknown')}
            </p>
            <ul className="stack">
              {Object.keys(version.changes).map((field) => (
                <FormerValue key={field} application={application} field={field as RestorableField} version={version} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface FormerValueProps {
  application: Application;
  field: RestorableField;
  version: ApplicationVersion;
}

function FormerValue({ application, field, version }: FormerValueProps) {
  const { t, language } = useTexts();
  const label = useFieldLabel()(field);
  const fieldText = useFieldText();
  const { mutate, error, isPending } = useBringBack(application._id);
  const { from = '', to = null } = version.changes[field] ?? {};
  return (
    <li className={`stack ${styles.value}`}>
      <strong>{label}</strong>
      <span>
        {isFormField(field) ? (
          <>
            <del>{fieldText(field, from)}</del> → {fieldText(field, to ?? '')}
          </>
        ) : (
          <a href={from} target="_blank" rel="noopener">
            {t('former.openFile')}
          </a>
        )}
      </span>
      {application[field] === from ? (
        // It has been restored or entered again since: there is nothing to restore.
        <span className={tone.note}>{t('former.isCurrent')}</span>
      ) : (
        <Allowed call="bringBack">
          <Button
            size="sm"
            variant="default"
            leftSection={<TbArrowBackUp size={18} strokeWidth={1.75} aria-hidden />}
            aria-label={t('former.bringBackOf', { label, at: timeInWords(version.at, language) })}
            {...ariaDisabled(isPending, () => mutate({ version: version.version, field }))}
          >
            {t('former.bringBack')}
          </Button>
        </Allowed>
      )}
      {error && (
        <p role="alert" className={`${tone.failed} ${styles.problem}`}>
          {failureText(error, language, t('former.failed'))}
        </p>
      )}
    </li>
  );
}

/** Restores a former value and focuses the element that `focusId` names, since the button is removed with its row. */
export function useBringBack(id: string, focusId: (field: RestorableField) => string = () => 'copy-former') {
  const { t } = useTexts();
  const labelOf = useFieldLabel();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ version, field }: { version: number; field: RestorableField }) =>
      answerOf('bringBack', { params: { id }, json: { version, fields: [field] } }),
    onSuccess: (changed, { field }) => {
      queryClient.setQueryData(applicationQuery(id).queryKey, (known) => known && { ...known, ...changed });
      toastChange(t('former.done', { label: labelOf(field) }));
      document.getElementById(focusId(field))?.focus({ preventScroll: true });
    },
    onSettled: () => void invalidateApplications(queryClient),
  });
}

function useFieldLabel(): (field: RestorableField) => string {
  const { language } = useTexts();
  const fileLabel = useFileLabel();
  return (field) => (isFormField(field) ? formFields[field].label[language] : fileLabel(field));
}
