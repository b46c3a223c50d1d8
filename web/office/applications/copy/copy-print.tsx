/** The parts of the copy that are only printed, and the printing. */
import type { Application } from '../../../../contract/answers.ts';
import { type Slot, slots } from '../../../../contract/application-form.ts';
import { dhakaDay } from '../../../../contract/dates.ts';
import { limits } from '../../../../contract/limits.ts';
import { DocumentList, Sheets } from '../../../application/documents-on-paper.tsx';
import { Letterhead } from '../../../application/letterhead.tsx';
import { loadScans } from '../../../application/load-scans.ts';
import { longDate } from '../../../texts/dates.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import tone from '../../frame/text.module.css';
import styles from './copy-print.module.css';

export function CopyLetterhead() {
  const { t, language } = useTexts();
  const printedOn = t('paper.printedOn', { date: longDate(dhakaDay(new Date()), language) });
  return <Letterhead heading={t('paper.heading')} printedOn={printedOn} />;
}

export function CopyDocuments({ application }: { application: Application }) {
  const { t, language } = useTexts();
  const { givenN, surname, passport } = application;
  const labelOf = (slot: Slot) => slots[slot].label[language];
  const words = { missing: t('paper.notAdded'), added: t('paper.added'), pdf: t('paper.pdf') };
  return (
    <>
      <DocumentList
        application={application}
        heading={t('paper.documents')}
        labelOf={labelOf}
        words={words}
        level="h2"
      />
      <Sheets
        application={application}
        labelOf={labelOf}
        placeOf={(place) => t('paper.attachment', place)}
        person={t('person', { name: `${givenN} ${surname}`, passport })}
      />
    </>
  );
}

/** A status, which says that a print is being prepared. It is mounted before, so that a screen reader reads it. */
export function PrintStatus({ isPreparing }: { isPreparing: boolean }) {
  const { t } = useTexts();
  return (
    <p role="status" className={`${tone.note} ${styles.status}`} data-screen-only="">
      {isPreparing && t('preparing')}
    </p>
  );
}

/**
 * Prints after the scans in the element have loaded, unless it has been removed meanwhile, since another page would be
 * printed. A scan that does not load in time is printed as its thumbnail; the labels of those are returned.
 */
export async function printWithScans(copies: HTMLElement): Promise<string[]> {
  const scans = [...copies.querySelectorAll<HTMLImageElement>('img[data-scan]')];
  const missing = await loadScans(scans, limits.scansTimeoutMs);
  if (!copies.isConnected) return [];
  window.print();
  return missing.map(({ alt }) => alt);
}
