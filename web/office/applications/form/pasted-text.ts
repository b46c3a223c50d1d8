/**
 * Finds fields of the form in a pasted text: lines such as `Surname: RAHMAN`, rows of a spreadsheet with or without
 * their headings, values one below the other. What is not recognised is returned, too.
 */
import { type FormField, formFieldNames } from '../../../../contract/application-form.ts';
import { choiceNamed } from '../../../../contract/choice-names.ts';
import { fieldNamedBy } from '../../../../contract/field-headings.ts';
import { limits } from '../../../../contract/limits.ts';
import { asciiDigits, codePointLength, plainText } from '../../../../contract/text.ts';
import { dayTyped } from '../../form/typed-date.ts';

export interface PastedText {
  values: Partial<Record<FormField, string>>;
  /** What could not be read, in its order. */
  rest: readonly string[];
}

/** How the choices are shown, with their values. */
export type ChoiceWords = Record<'sex' | 'jobTitle', readonly (readonly [label: string, value: string])[]>;

export function readPastedText(text: string, today: string, words: ChoiceWords): PastedText {
  if (text.length > limits.pastedTextLengthMax) return { values: {}, rest: [text] };
  const read = readerOf(today, words);
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  return headedRows(lines, read) ?? bareRow(lines, read) ?? labelled(lines, read);
}

/** The value as the form takes it, or null if the field cannot have it. */
type Read = (field: FormField, text: string) => string | null;

function readerOf(today: string, words: ChoiceWords): Read {
  const choice = (field: keyof ChoiceWords) => {
    const shown = new Map(words[field].map(([label, value]) => [label.toLowerCase(), value]));
    return (text: string) => choiceNamed[field](text) ?? shown.get(text.toLowerCase()) ?? null;
  };
  const special: Partial<Record<FormField, (text: string) => string | null>> = {
    sex: choice('sex'),
    jobTitle: choice('jobTitle'),
    dob: (text) => dayTyped(text.replace(/(\d)(?:st|nd|rd|th)\b/i, '$1'), today),
    phone: phoneOf,
    nationalId: (text) => (/^[\d\s-]+$/.test(asciiDigits(text)) ? asciiDigits(text).replace(/\D/g, '') : text),
  };
  return (field, text) => {
    const plain = plainText(text).replace(/\s+/g, ' ');
    if (plain === '' || codePointLength(plain) > limits.textLengthMax) return null;
    return special[field] ? special[field](plain) : plain;
  };
}

/** A number of Bangladesh without its country code; other texts stay for the form to judge. */
function phoneOf(text: string): string {
  const digits = asciiDigits(text).replace(/[\s()-]/g, '');
  return /^(?:\+?88)?(01\d{9})$/.exec(digits)?.[1] ?? (/^\d+$/.test(digits) ? digits : text);
}

class Found {
  readonly values: Partial<Record<FormField, string>> = {};
  readonly rest: string[] = [];
  readonly #read: Read;

  constructor(read: Read) {
    this.#read = read;
  }

  /** The first value of a field counts. */
  add(field: FormField, text: string, whole: string): void {
    const value = Object.hasOwn(this.values, field) ? null : this.#read(field, text);
    if (value === null) this.rest.push(whole.trim());
    else this.values[field] = value;
  }
}

/** Headings above values, as they are copied with their row from a spreadsheet. */
function headedRows([head = '', row, ...others]: readonly string[], read: Read): PastedText | null {
  const headings = head.split('\t').map(fieldNamedBy);
  if (row === undefined || headings.filter(Boolean).length < 2) return null;
  const cells = row.split('\t');
  // Two columns of labels and values, whose first value is a label by chance.
  if (headings.length === 2 && cells.length === 2 && fieldNamedBy(cells[0] ?? '')) return null;
  return inColumns(headings, cells, others, read);
}

/** All fields in the order of the form, as an export has them, side by side or one below the other. */
function bareRow(lines: readonly string[], read: Read): PastedText | null {
  const [first = ''] = lines;
  const cells = first.includes('\t') ? first.split('\t') : lines;
  if (cells.length < formFieldNames.length) return null;
  const valueAt = (field: FormField) => read(field, cells[formFieldNames.indexOf(field)] ?? '');
  const isInOrder = valueAt('sex') && valueAt('dob') && valueAt('email')?.includes('@');
  if (!isInOrder) return null;
  return inColumns(formFieldNames, cells, cells === lines ? [] : lines.slice(1), read);
}

function inColumns(
  fields: readonly (FormField | null)[],
  cells: readonly string[],
  others: readonly string[],
  read: Read,
): PastedText {
  const found = new Found(read);
  for (const [at, cell] of cells.entries()) {
    const field = fields[at];
    if (cell.trim() === '') continue;
    if (field) found.add(field, cell, cell);
    else found.rest.push(cell.trim());
  }
  found.rest.push(...others.map((line) => line.trim()));
  return found;
}

/** Between a label and its value: a sign, a tab, or the space of a column. */
const labelEnd = /\s*(?:[:=：]|\t| {2,}| [-–—] )\s*/;
const labelLengthMax = 80;

/** Lines with a label before their value or above it; several stand in one line behind a comma, a semicolon or a bar. */
function labelled(lines: readonly string[], read: Read): PastedText {
  const found = new Found(read);
  let waiting: { field: FormField; line: string } | null = null;
  const giveUp = () => {
    if (waiting) found.rest.push(waiting.line.trim());
    waiting = null;
  };
  for (const line of lines) {
    const parts = partsOf(line);
    if (parts) {
      giveUp();
      for (const { field, text, whole } of parts) {
        if (text.trim() === '') waiting = { field, line: whole };
        else found.add(field, text, whole);
      }
      continue;
    }
    const field = fieldNamedBy(withoutNumber(line));
    if (field) {
      giveUp();
      waiting = { field, line };
    } else if (waiting) {
      const { field, line: label }: { field: FormField; line: string } = waiting;
      waiting = null;
      found.add(field, line, `${label} ${line}`);
    } else found.rest.push(line.trim());
  }
  giveUp();
  return found;
}

const withoutNumber = (label: string) => label.replace(/^[\s*_•-]*[\d০-৯]+\s*[.)।]\s*/, '');

interface Part {
  field: FormField;
  text: string;
  whole: string;
}

function partsOf(line: string): Part[] | null {
  const parts: Part[] = [];
  for (const piece of line.trimStart().split(/([,;|]\s*)/)) {
    const end = labelEnd.exec(piece.slice(0, labelLengthMax));
    const field = end && fieldNamedBy(withoutNumber(piece.slice(0, end.index)));
    const last = parts.at(-1);
    if (field) parts.push({ field, text: piece.slice(end.index + end[0].length), whole: piece });
    else if (last) last.text += piece;
    else return null;
  }
  return parts.map(({ text, ...part }) => ({ ...part, text: withoutEnd(text) }));
}

/** Without the sign before the next label. A regular expression would begin again at every space within the text. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s,;|]/.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
