/**
 * Parses a pasted text into fields of the form: lines such as `Surname: RAHMAN`, a row of a spreadsheet with or without
 * its headings, or values one below the other. Unrecognised lines are returned as well.
 */
import { type FormField, formFieldNames } from '../../../../contract/application-form.ts';
import { choiceNamed } from '../../../../contract/choice-names.ts';
import { fieldNamedBy } from '../../../../contract/field-headings.ts';
import { limits } from '../../../../contract/limits.ts';
import { asciiDigits, codePointLength, plainText } from '../../../../contract/text.ts';
import { parseTypedDate } from '../../form/typed-date.ts';

export interface PastedText {
  values: Partial<Record<FormField, string>>;
  /** The lines that fill no field, in their order. */
  unrecognised: readonly string[];
}

/** The labels of the choices, with their values. */
type ChoiceWords = Record<'sex' | 'jobTitle', readonly (readonly [label: string, value: string])[]>;

export function readPastedText(text: string, today: string, words: ChoiceWords): PastedText {
  if (text.length > limits.pastedTextLengthMax) return { values: {}, unrecognised: [text] };
  const read = valueReader(today, words);
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  return headedRows(lines, read) ?? bareRow(lines, read) ?? labelled(lines, read);
}

/** Returns the value for the form, or null if the text is no value of the field. */
type ReadValue = (field: FormField, text: string) => string | null;

function valueReader(today: string, words: ChoiceWords): ReadValue {
  const choice = (field: keyof ChoiceWords) => {
    const shown = new Map(words[field].map(([label, value]) => [label.toLowerCase(), value]));
    return (text: string) => choiceNamed[field](text) ?? shown.get(text.toLowerCase()) ?? null;
  };
  const readers: Partial<Record<FormField, (text: string) => string | null>> = {
    sex: choice('sex'),
    jobTitle: choice('jobTitle'),
    dob: (text) => parseTypedDate(text.replace(/(\d)(?:st|nd|rd|th)\b/i, '$1'), today),
    phone: phoneOf,
    nationalId: (text) => (/^[\d\s-]+$/.test(asciiDigits(text)) ? asciiDigits(text).replace(/\D/g, '') : text),
  };
  return (field, text) => {
    const plain = plainText(text).replace(/\s+/g, ' ');
    if (plain === '' || codePointLength(plain) > limits.textLengthMax) return null;
    return readers[field] ? readers[field](plain) : plain;
  };
}

/** Removes the country code of a number of Bangladesh; the form validates other texts. */
function phoneOf(text: string): string {
  const digits = asciiDigits(text).replace(/[\s()-]/g, '');
  return /^(?:\+?88)?(01\d{9})$/.exec(digits)?.[1] ?? (/^\d+$/.test(digits) ? digits : text);
}

class PastedFields implements PastedText {
  readonly values: Partial<Record<FormField, string>> = {};
  readonly unrecognised: string[] = [];
  readonly #read: ReadValue;

  constructor(read: ReadValue) {
    this.#read = read;
  }

  /** The first value of a field counts. */
  add(field: FormField, text: string, whole: string): void {
    const value = Object.hasOwn(this.values, field) ? null : this.#read(field, text);
    if (value === null) this.unrecognised.push(whole.trim());
    else this.values[field] = value;
  }
}

/** A row of a spreadsheet below its headings; null if the text is none. */
function headedRows([head = '', row, ...others]: readonly string[], read: ReadValue): PastedText | null {
  const headings = head.split('\t').map(fieldNamedBy);
  if (row === undefined || headings.filter(Boolean).length < 2) return null;
  const cells = row.split('\t');
  // These are two columns of labels and values, whose first value happens to be a label.
  if (headings.length === 2 && cells.length === 2 && fieldNamedBy(cells[0] ?? '')) return null;
  return inColumns(headings, cells, others, read);
}

/** All fields in the order of the form and of an export, side by side or one below the other; null if they are not. */
function bareRow(lines: readonly string[], read: ReadValue): PastedText | null {
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
  read: ReadValue,
): PastedText {
  const pasted = new PastedFields(read);
  for (const [at, cell] of cells.entries()) {
    const field = fields[at];
    if (cell.trim() === '') continue;
    if (field) pasted.add(field, cell, cell);
    else pasted.unrecognised.push(cell.trim());
  }
  pasted.unrecognised.push(...others.map((line) => line.trim()));
  return pasted;
}

/** The separator between a label and its value: a sign, a tab, or the space of a column. */
const labelEnd = /\s*(?:[:=：]|\t| {2,}| [-–—] )\s*/;
const labelLengthMax = 80;

/** Lines with a label before or above the value. A comma, a semicolon or a bar separates several in one line. */
function labelled(lines: readonly string[], read: ReadValue): PastedText {
  const pasted = new PastedFields(read);
  let pending: { field: FormField; line: string } | null = null;
  const dropPending = () => {
    if (pending) pasted.unrecognised.push(pending.line.trim());
    pending = null;
  };
  for (const line of lines) {
    const parts = partsOf(line);
    if (parts) {
      dropPending();
      for (const { field, text, whole } of parts) {
        if (text.trim() === '') pending = { field, line: whole };
        else pasted.add(field, text, whole);
      }
      continue;
    }
    const field = fieldNamedBy(withoutNumber(line));
    if (field) {
      dropPending();
      pending = { field, line };
    } else if (pending) {
      const { field, line: label }: { field: FormField; line: string } = pending;
      pending = null;
      pasted.add(field, line, `${label} ${line}`);
    } else pasted.unrecognised.push(line.trim());
  }
  dropPending();
  return pasted;
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
  return parts.map(({ text, ...part }) => ({ ...part, text: trimSeparator(text) }));
}

/** Removes the separator before the next label. A regular expression would restart at every space within the text. */
function trimSeparator(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s,;|]/.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
