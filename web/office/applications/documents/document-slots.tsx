/** The six slots of an application, and the choice or drop of several files at once. */
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Application } from '../../../../contract/answers.ts';
import { type Slot, slotNames, slots } from '../../../../contract/application-form.ts';
import { acceptedTypes } from '../../../../contract/files.ts';
import { formatNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import { useSettings } from '../../../ui/settings.ts';
import hidden from '../../../ui/visually-hidden.module.css';
import { refusalReason } from '../../calls/refusal-reason.ts';
import tone from '../../frame/text.module.css';
import touch from '../../frame/touch.module.css';
import { useUnsaved } from '../../frame/use-unsaved.ts';
import { Allowed } from '../../session/allowed.tsx';
import { useMayCall } from '../../session/signed-in-user.ts';
import { applicationQuery, invalidateApplications, versionsQuery } from '../application-queries.ts';
import { useBringBack } from '../copy/former-values.tsx';
import { toastChange } from '../copy/toast-change.ts';
import { DocumentPlan, type Plan } from './document-plan.tsx';
import { DocumentRemoval } from './document-removal.tsx';
import { DocumentSlot, slotId } from './document-slot.tsx';
import styles from './document-slots.module.css';
import { useDocumentUploads } from './document-uploads.ts';

export function DocumentSlots({ application }: { application: Application }) {
  const { t, language } = useTexts();
  const allowPdf = useSettings()?.attachmentsAllowPdf ?? false;
  const queryClient = useQueryClient();
  const mayChange = useMayCall('updateAttachments');
  const [plan, setPlan] = useState<Plan | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const [slotToEmpty, setSlotToEmpty] = useState<Slot | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const { data: versions = [] } = useQuery(versionsQuery(application._id));
  const bringBack = useBringBack(application._id, slotId);
  const label = (slot: Slot) => slots[slot].label[language];

  const onStored = (changed: Application) => {
    queryClient.setQueryData(applicationQuery(changed._id).queryKey, (known) =>
      // Answers may arrive out of order; the later version includes the document of the earlier one.
      known && known.version < changed.version ? { ...known, ...changed } : known,
    );
    void invalidateApplications(queryClient);
  };
  const announce = (text: string) => {
    setAnnouncement(text);
    toastChange(text);
  };
  const uploads = useDocumentUploads({
    id: application._id,
    allowPdf,
    onStored,
    // It is called with the application as it was when the files were chosen.
    onFinished: (stored) => {
      const say = (done: 'done' | 'replaced', those: Slot[]) =>
        those.length > 0 &&
        t(`slots.${done}`, {
          count: those.length,
          number: formatNumber(those.length, language),
          label: new Intl.ListFormat(language).format(those.map(label)),
        });
      const wasEmpty = (slot: Slot) => application[slot] === null;
      const replaced = stored.filter((slot) => !wasEmpty(slot));
      announce([say('done', stored.filter(wasEmpty)), say('replaced', replaced)].filter(Boolean).join(' '));
    },
  });
  useUnsaved(uploads.isUnsaved || plan !== null);

  const isEmpty = (slot: Slot) =>
    application[slot] === null && (uploads.choices[slot]?.phase ?? 'refused') === 'refused';
  const drop = (files: File[], slot: Slot | null) => {
    const [file] = files;
    if (!file || !mayChange) return;
    if (files.length === 1 && slot && isEmpty(slot)) return uploads.choose([{ slot, file }]);
    setPlan(files.length === 1 && slot ? { files, slot } : { files, empty: slotNames.filter(isEmpty) });
  };

  const bringBackTo = (slot: Slot) => {
    const latest = versions.find(({ changes }) => changes[slot] && changes[slot].from !== application[slot]);
    if (!latest) return undefined;
    return () => {
      // Another press might restore an older file once the first one is answered.
      if (bringBack.isPending) return;
      bringBack.mutate({ version: latest.version, field: slot }, { onSuccess: () => setAnnouncement('') });
    };
  };

  const types = allowPdf ? t('slots.typesPdf') : t('slots.types');
  return (
    <section
      className={styles.panel}
      data-screen-only=""
      aria-labelledby="documents"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        drop([...event.dataTransfer.files], null);
      }}
    >
      <h2 id="documents" tabIndex={-1}>
        {t('slots.title')}
      </h2>
      <Allowed call="updateAttachments">
        <p className={`${tone.soft} ${styles.lead}`}>
          <span className={touch.hidden}>{t('slots.drag')} </span>
          {t('slots.lead', { types })} {t('slots.several')}
        </p>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={acceptedTypes(allowPdf).join(',')}
          aria-label={t('slots.chooseSeveral')}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            // Lets the same files be chosen again.
            currentTarget.value = '';
            drop(files, null);
          }}
        />
        <Button variant="default" mb="md" onClick={() => input.current?.click()}>
          {t('slots.chooseSeveral')}
        </Button>
      </Allowed>
      <ul className={`stack ${styles.slots}`}>
        {slotNames.map((slot) => (
          <DocumentSlot
            key={slot}
            id={slotId(slot)}
            label={label(slot)}
            url={application[slot]}
            choice={uploads.choices[slot]}
            limit={t('slots.limit', { types })}
            allowPdf={allowPdf}
            onChoose={(file) => uploads.choose([{ slot, file }])}
            onDrop={(files) => drop(files, slot)}
            onCancel={() => uploads.cancel(slot)}
            onRetry={() => uploads.retry(slot)}
            onDiscard={() => uploads.discard(slot)}
            onRemove={() => setSlotToEmpty(slot)}
            onBringBack={bringBackTo(slot)}
            bringBackProblem={
              bringBack.error && bringBack.variables.field === slot
                ? (refusalReason(bringBack.error, language) ?? t('former.failed'))
                : null
            }
          />
        ))}
      </ul>
      <p role="status" className={hidden.always}>
        {announcement}
      </p>
      <DocumentPlan
        plan={plan}
        allowPdf={allowPdf}
        isTaken={(slot) => !isEmpty(slot)}
        onCancel={() => setPlan(null)}
        onConfirm={(files) => {
          setPlan(null);
          uploads.choose(files);
        }}
      />
      {slotToEmpty && (
        <DocumentRemoval
          application={application}
          slot={slotToEmpty}
          onCancel={() => setSlotToEmpty(null)}
          onRemoved={(changed) => {
            setSlotToEmpty(null);
            // The button that opened the dialogue was removed.
            document.getElementById(slotId(slotToEmpty))?.focus({ preventScroll: true });
            onStored(changed);
            announce(t('slots.removed', { label: label(slotToEmpty) }));
          }}
        />
      )}
    </section>
  );
}
