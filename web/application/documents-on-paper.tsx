/** The six documents on paper: a list of those that were added, and each scan on its own sheet. */
import type { Application } from '../../contract/answers.ts';
import { type Slot, slotNames } from '../../contract/application-form.ts';
import { useNumber } from '../texts/numbers.ts';
import styles from './documents-on-paper.module.css';
import { isPdf } from './fields-and-documents.ts';
import part from './part.module.css';
import { ScanSheet } from './scan-sheet.tsx';

type Documents = Pick<Application, Slot>;

interface DocumentListProps {
  application: Documents;
  heading: string;
  labelOf: (slot: Slot) => string;
  words: { missing: string; added: string; pdf: string };
  /** The level of the heading. */
  level: 'h2' | 'h3';
}

export function DocumentList({ application, heading, labelOf, words, level: Heading }: DocumentListProps) {
  const stateOf = (url: string | null) => (url === null ? words.missing : isPdf(url) ? words.pdf : words.added);
  return (
    <section className={`${part.part} ${styles.list}`}>
      <Heading>{heading}</Heading>
      <ul className={styles.states}>
        {slotNames.map((slot) => (
          <li key={slot}>
            <strong>{labelOf(slot)}</strong> {stateOf(application[slot])}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SheetsProps {
  application: Documents;
  labelOf: (slot: Slot) => string;
  /** Which of how many, each in the digits of the language. */
  placeOf: (place: { number: string; all: string }) => string;
  person: string;
}

/** The scans, numbered among all documents. */
export function Sheets({ application, labelOf, placeOf, person }: SheetsProps) {
  const present = slotNames.flatMap((slot) => {
    const url = application[slot];
    return url === null ? [] : [{ slot, url }];
  });
  const number = useNumber();
  return present.map(({ slot, url }, at) => (
    <ScanSheet
      key={slot}
      label={labelOf(slot)}
      url={url}
      place={placeOf({ number: number(at + 1), all: number(present.length) })}
      person={person}
    />
  ));
}
