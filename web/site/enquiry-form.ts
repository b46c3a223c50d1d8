/** Turns the typed form into the search of the API, or into the errors of its fields. */

import { dhakaDay } from '../../contract/dates.ts';
import { enquiryRequest } from '../../contract/enquiry.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { type FieldCodes, parse } from '../../contract/fields.ts';
import {
  type BirthDatePart,
  type BirthDateProblem,
  type BirthDateReading,
  birthDateParts,
  readBirthDate,
  readWholeDate,
  type TypedBirthDate,
} from '../ui/birth-date.ts';
import { partName } from './birth-date-field.tsx';

export interface TypedEnquiry {
  passport: string;
  nationality: string;
  birthDate: TypedBirthDate;
}

export const nothingTyped: TypedEnquiry = {
  passport: '',
  nationality: '',
  birthDate: { day: '', month: '', year: '' },
};

export interface EnquiryProblems {
  passport?: ErrorCode | undefined;
  nationality?: ErrorCode | undefined;
  birthDate?: { code: ErrorCode; problem: BirthDateProblem; wrong: BirthDatePart[] } | undefined;
}

export type EnquiryReading = { typed: TypedEnquiry } & (
  | { ok: true; search: { search: string; search1: string; search2: string } }
  | { ok: false; problems: EnquiryProblems }
);

export function readEnquiry(form: URLSearchParams, now: Date): EnquiryReading {
  const get = (name: string) => form.get(name) ?? '';
  const today = dhakaDay(now);
  const parts = {
    day: get(partName('birthDate', 'day')),
    month: get(partName('birthDate', 'month')),
    year: get(partName('birthDate', 'year')),
  };
  const isInOneInput = parts.month === '' && parts.year === '';
  const birthDate = isInOneInput ? readWholeDate(parts.day, today) : readBirthDate(parts, today);
  const typed = { passport: get('passport'), nationality: get('nationality'), birthDate: birthDate.parts };
  const search2 = birthDate.ok ? birthDate.date : '';
  const parsed = parse(enquiryRequest(today), { search: typed.passport, search1: typed.nationality, search2 });
  if (parsed.ok) return { ok: true, typed, search: parsed.value };
  return { ok: false, typed, problems: problemsOf(parsed.errorCodes, birthDate) };
}

/** Maps the API's errors to the fields of the form. */
export function problemsOf(codes: FieldCodes, birthDate?: BirthDateReading): EnquiryProblems {
  const { search, search1, search2 } = codes;
  return {
    passport: search,
    nationality: search1,
    birthDate: search2 && {
      code: search2,
      problem: birthDate?.ok === false ? birthDate.problem : 'impossible',
      wrong: birthDate?.ok === false ? birthDate.wrong : [...birthDateParts],
    },
  };
}
