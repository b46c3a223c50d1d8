/** What a copy has on paper alone: the letterhead, the list of its documents, and each scan on a sheet of its own. */
import type { Application } from '../../../../contract/answers.ts';
import { type Slot, slotNames, slots } from '../../../../contract/application-form.ts';
import { dhakaDay } from '../../../../contract/dates.ts';
import { isPdf } from '../../../../contract/files.ts';
import { longDate } from '../../../texts/dates.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import { Letterhead } from '../../../ui/letterhead.tsx';
import { ScanSheet } from '../../../ui/scan-sheet.tsx';
import styles from './copy-paper.module.css';

export function CopyLetterhead() {
  const { t, language } = useTexts();
  const printedOn = t('paper.printedOn', { date: longDate(dhakaDay(new Date()), language) });
  return <Letterhead heading={t('paper.heading')} printedOn={printedOn} />;
}

export function DocumentList({ application }: { application: Application }) {
  const { t, language } = useTexts();
  const state = (slot: Slot) => {
    const url = application[slot];
    if (url === null) return t('paper.notAdded');
    return isPdf(url) ? t('paper.pdf') : t('paper.added');
  };
  return (
    <section className={styles.list}>
      <h2>{t('paper.documents')}</h2>
      <ul>
        {slotNames.map((slot) => (
          <li key={slot}>
            <strong>{slots[slot].label[language]}</strong> {state(slot)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Each of the scans, numbered among all documents. */
export function Sheets({ application }: { application: Application }) {
  const { t, language } = useTexts();
  const { givenN, surname, passport } = application;
  const present = slotNames.flatMap((slot) => {
    const url = application[slot];
    return url === null ? [] : [{ slot, url }];
  });
  const count = (number: number) => number.toLocaleString(language);
  return present.map(({ slot, url }, at) => (
    <ScanSheet
      key={slot}
      label={slots[slot].label[language]}
      url={url}
      place={t('paper.attachment', { number: count(at + 1), all: count(present.length) })}
      person={t('person', { name: `${givenN} ${surname}`, passport })}
    />
  ));
}

/** Prints once every scan has arrived; one that does not come prints as the small picture. */
export async function printWithScans(): Promise<void> {
  const scans = [...document.querySelectorAll<HTMLImageElement>('img[data-scan]')];
  for (const scan of scans) scan.loading = 'eager';
  await Promise.allSettled(scans.map((scan) => scan.decode()));
  window.print();
}
