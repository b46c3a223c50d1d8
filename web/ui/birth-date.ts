/**
 * Parses a birth date from three inputs: months as numbers or names in either language, digits of either language, or a
 * whole date pasted into the first input.
 */
import { birthDateMin, isCalendarDate } from '../../contract/dates.ts';
import { monthNamed } from '../../contract/month-names.ts';
import { asciiDigits, plainText } from '../../contract/text.ts';

export const birthDateParts = ['day', 'month', 'year'] as const;
export type BirthDatePart = (typeof birthDateParts)[number];
export type TypedBirthDate = Record<BirthDatePart, string>;

export type BirthDateProblem = 'missing' | 'unknownMonth' | 'yearDigits' | 'impossible' | 'future';

/** `parts` is the typed text, split if a whole date was pasted; `wrong` names the inputs to mark. */
export type BirthDateReading =
  | { ok: true; date: string; parts: TypedBirthDate }
  | { ok: false; problem: BirthDateProblem; wrong: BirthDatePart[]; parts: TypedBirthDate };

/** `today` is the day in Dhaka. Reports only the first problem. */
export function readBirthDate(typed: TypedBirthDate, today: string): BirthDateReading {
  const parts = splitPastedDate(typed);
  const plain = { day: plainPart(parts.day), month: plainPart(parts.month), year: plainPart(parts.year) };
  const day = plainNumber(plain.day.replace(dayWithEnding, '$1'), 2);
  const month = monthNumber(plain.month);
  const year = plainNumber(plain.year, 4);
  const refuse = (problem: BirthDateProblem, wrong: BirthDatePart[]): BirthDateReading => ({
    ok: false,
    problem,
    wrong,
    parts,
  });

  const missing = birthDateParts.filter((part) => plain[part] === '');
  if (missing.length) return refuse('missing', missing);

  const impossible = birthDateParts.filter((part) => {
    if (part === 'day') return !(day >= '01' && day <= '31');
    if (part === 'month') return !(month >= '01' && month <= '12');
    return !(/^\d{4}$/.test(plain.year) && year >= birthDateMin.slice(0, 4));
  });
  if (impossible.length) {
    const [only, other] = impossible;
    if (other) return refuse('impossible', impossible);
    if (only === 'month' && /\p{L}/u.test(plain.month)) return refuse('unknownMonth', impossible);
    if (only === 'year' && /^\d+$/.test(plain.year) && plain.year.length !== 4) return refuse('yearDigits', impossible);
    return refuse('impossible', impossible);
  }

  const date = `${year}-${month}-${day}`;
  if (!isCalendarDate(date)) return refuse('impossible', ['day']);
  if (date > today) {
    const [thisYear = '', thisMonth = ''] = today.split('-');
    return refuse('future', [year > thisYear ? 'year' : month > thisMonth ? 'month' : 'day']);
  }
  return { ok: true, date, parts };
}

const eightDigits = /^[\d০-৯]{8}$/;

/** Parses a whole date from one text, also of eight digits alone, which begin or end with the year. */
export function readWholeDate(typed: string, today: string): BirthDateReading {
  const plain = plainText(typed);
  const read = (day: string) => readBirthDate({ day, month: '', year: '' }, today);
  if (!eightDigits.test(plain)) return read(typed);
  const yearFirst = read(plain.replace(/(....)(..)(..)/, '$1-$2-$3'));
  return yearFirst.ok ? yearFirst : read(plain.replace(/(..)(..)(....)/, '$1-$2-$3'));
}

/** Bengali digits are accepted and kept, since the parts are shown again. */
const yearFirst = /^([\d০-৯]{4})[-/. ]+([\d০-৯]{1,2})[-/. ]+([\d০-৯]{1,2})$/;
const dayFirst = /^([\d০-৯]{1,2})[-/. ]+([\d০-৯]{1,2})[-/. ]+([\d০-৯]{4})$/;
/** "The fifteenth" has letters after the digits. */
const endings = '(?:লা|রা|ঠা|ই|শে|st|nd|rd|th)';
const named = new RegExp(`^([\\d০-৯]{1,2}${endings}?)[-\\s/.]+(\\p{L}[\\p{L}\\p{M}]*)[-\\s/.,]+([\\d০-৯]{4})$`, 'u');

function splitPastedDate(typed: TypedBirthDate): TypedBirthDate {
  const whole = plainText(typed.day);
  const reversed = yearFirst.exec(whole);
  if (reversed) return { day: reversed[3] ?? '', month: reversed[2] ?? '', year: reversed[1] ?? '' };
  const forward = dayFirst.exec(whole) ?? named.exec(whole);
  if (forward) return { day: forward[1] ?? '', month: forward[2] ?? '', year: forward[3] ?? '' };
  return typed;
}

const dayWithEnding = new RegExp(`^(\\d{1,2})${endings}?[.।]?$`);

const plainPart = (typed: string) => asciiDigits(plainText(typed));

/** Pads a number with zeros; returns an empty text if it is not a number. */
function plainNumber(text: string, length: number): string {
  return /^\d+$/.test(text) && text.length <= length ? text.padStart(length, '0') : '';
}

function monthNumber(text: string): string {
  const month = monthNamed(text.replace(/[.।]$/, ''));
  return month === null ? plainNumber(text, 2) : String(month).padStart(2, '0');
}
