/** Names the fields of a row that match the search, with the matching text if no column shows it. */
import { Fragment, type ReactNode } from 'react';
import type { ListedApplication } from '../../../../contract/answers.ts';
import {
  type MatchKind,
  matchesName,
  nameWordKeys,
  phoneKey,
  type SearchTerms,
  searchTermsOf,
} from '../../../../contract/find.ts';
import { asciiDigits } from '../../../../contract/text.ts';
import { useTexts } from '../../../texts/office/applications.ts';
import styles from './list-match.module.css';
import { Marked } from './marked.tsx';

interface RowMatchProps {
  application: ListedApplication;
  search: string | undefined;
}

/** The matching text of each field; null if a column shows it. */
const matchingText: Record<MatchKind, ((application: ListedApplication, terms: SearchTerms) => ReactNode) | null> = {
  passport: null,
  name: ({ givenN, surname }, terms) => {
    const isMatching = (word: string) => terms.name?.some((key) => matchesName(key, nameWordKeys(word)));
    const words = `${givenN} ${surname}`.split(/\s+/).filter(isMatching);
    return words.map((word, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a name may have the same word twice
      <Fragment key={at}>
        {at > 0 && ' '}
        <Marked text={word} from={0} to={word.length} />
      </Fragment>
    ));
  },
  phone: ({ phone }, { phone: term }) => {
    const number = phoneKey(phone);
    const isAtStart = term?.beginning && number.startsWith(term.beginning);
    const length = (isAtStart ? term.beginning : term?.ending)?.length ?? 0;
    const from = isAtStart ? phone.length - number.length : phone.length - length;
    return <Marked text={phone} from={from} to={from + length} />;
  },
  email: ({ email }, terms) => <Marked text={email} from={0} to={terms.email?.length ?? 0} />,
  nationalId: ({ nationalId }, { nationalIds }) => {
    const ascii = asciiDigits(nationalId);
    const match = nationalIds.find((id) => ascii.includes(id)) ?? '';
    const from = ascii.indexOf(match);
    return <Marked text={nationalId} from={from} to={from + match.length} />;
  },
};

export function RowMatch({ application, search = '' }: RowMatchProps) {
  const { t } = useTexts();
  const { matches = [] } = application;
  if (matches.length === 0) return null;
  const terms = searchTermsOf(search);
  return (
    <small className={`row ${styles.match}`}>
      {matches.map((kind) => (
        <span key={kind}>
          <span className={styles.kind}>{t(`match.${kind}`)}</span> {matchingText[kind]?.(application, terms)}
        </span>
      ))}
    </small>
  );
}
