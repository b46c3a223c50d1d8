/** The parts of the copy that are only printed, and the printing. */
import type { Application } from '../../../../contract/answers.ts';
import { type Slot, slots } from '../../../../contract/application-form.ts';
import { dhakaDay } from '../../../../contract/dates.ts';
import { DocumentList, Sheets } from '../../../application/documents-on-paper.tsx';
import { Letterhead } from '../../../application/letterhead.tsx';
import { longDate } from '../../../texts/dates.ts';
import { useTexts } from '../../../texts/office/copy.ts';

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

/** Prints after every scan has loaded; a scan that fails is printed as its thumbnail. */
export async function printWithScans(): Promise<void> {
  const scans = [...document.querySelectorAll<HTMLImageElement>('img[data-scan]')];
  for (const scan of scans) scan.loading = 'eager';
  await Promise.allSettled(scans.map((scan) => scan.decode()));
  window.print();
}
