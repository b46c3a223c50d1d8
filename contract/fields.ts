/**
 * The schemas of single fields, and `parse`, which turns any input into a value or into one error code for each field.
 * Issue messages are error codes.
 */
import { z } from 'zod';
import { birthDateMin, isCalendarDate } from './dates.ts';
import { type ErrorCode, isErrorCode } from './errors.ts';
import { limits } from './limits.ts';
import { asciiDigits, codePointLength, emailKey, hasLength, passportKey, passportText, plainText } from './text.ts';

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** A text of one to `limits.textLengthMax` code points unless bounds are given. */
export function text(code: ErrorCode, min = 1, max: number = limits.textLengthMax) {
  return z
    .string({ error: code })
    .transform((value) => plainText(value, max))
    .refine((value) => hasLength(value, min, max), { error: code });
}

export const nullIfEmpty = (code: ErrorCode, normalForm: (text: string) => string) =>
  z
    .string({ error: code })
    .nullable()
    .transform((value) => (value === null ? null : normalForm(value) || null));

export const optionalText = (code: ErrorCode, max: number = limits.textLengthMax) =>
  nullIfEmpty(code, (text) => plainText(text, max)).refine((text) => text === null || codePointLength(text) <= max, {
    error: code,
  });

/** One of the words. A pipe that begins with `z.string()` would hide them from the API description. */
export const oneOf = <const Words extends readonly string[]>(words: Words, code: ErrorCode) =>
  z.preprocess(
    (value: string) => (typeof value === 'string' ? plainText(value) : value),
    z.enum(words, { error: code }),
  );

/** Makes the rule accept an empty text, too; `code` is the error for a value that is no text. */
export const orEmpty = (rule: z.ZodType<string, string>, code: ErrorCode) =>
  z.string({ error: code }).transform((value, context) => {
    if (plainText(value) === '') return '';
    const result = rule.safeParse(value);
    for (const { message } of result.error?.issues ?? []) context.addIssue({ code: 'custom', message });
    return result.data ?? z.NEVER;
  });

/** Text in which Bengali digits count as ASCII ones. */
export const digitText = (code: ErrorCode) => text(code).transform(asciiDigits);

export const email = text('invalid_email')
  .transform(emailKey)
  .refine((value) => emailShape.test(value), { error: 'invalid_email' });

export const phone = digitText('invalid_phone').refine((value) => /^[0-9]+$/.test(value), { error: 'invalid_phone' });

export const passportNumber = (code: ErrorCode) =>
  text(code)
    .transform(passportText)
    .refine((value) => passportKey(value) !== '', { error: code });

/** A birth date as `YYYY-MM-DD`, at the latest `today` in Dhaka. */
export const birthDate = (code: ErrorCode, today: string) =>
  digitText(code).refine((date) => isCalendarDate(date) && date >= birthDateMin && date <= today, { error: code });

/** An existing day; an empty text or null means that there is none. */
export const optionalDate = (code: ErrorCode) =>
  nullIfEmpty(code, (text) => asciiDigits(plainText(text))).refine((date) => date === null || isCalendarDate(date), {
    error: code,
  });

const int4Max = 2_147_483_647;

const numberFrom = (min: number, code: ErrorCode) =>
  z
    .union([z.number(), z.string()], { error: code })
    .transform((value) => (typeof value === 'number' ? value : readDigits(value)))
    .refine((value) => Number.isInteger(value) && value >= min, { error: code });

/** A whole number from `min`, as a number in JSON or as digits in a form or query. */
export const wholeNumber = (code: ErrorCode, min = 1) =>
  numberFrom(min, code).refine((value) => value <= int4Max, { error: code });

/** A positive whole number; a larger one than `max` becomes `max`. */
export const cappedNumber = (code: ErrorCode, max = int4Max) =>
  numberFrom(1, code).transform((value) => Math.min(value, max));

function readDigits(value: string): number {
  const digits = asciiDigits(value.trim());
  return /^[0-9]+$/.test(digits) ? Math.min(Number(digits), Number.MAX_SAFE_INTEGER) : Number.NaN;
}

/** A boolean in JSON, or `true`, `false`, `1`, `0`, `on` or an empty text in a form. */
export const flag = (code: ErrorCode) =>
  z
    .union([z.boolean(), z.enum(['true', 'false', '1', '0', 'on', ''])], { error: code })
    .transform((value) => value === true || value === 'true' || value === '1' || value === 'on');

export type FieldCodes = Record<string, ErrorCode>;
export type Parsed<T> = { ok: true; value: T } | { ok: false; errorCodes: FieldCodes };

/** The first problem of each field, in the order of the schema's fields. */
export function parse<S extends z.ZodType>(schema: S, input: unknown): Parsed<z.output<S>> {
  const result = schema.safeParse(input);
  if (result.success) return { ok: true, value: result.data };
  const codes = new Map<string, ErrorCode>();
  for (const { path, message } of result.error.issues) {
    const field = String(path[0] ?? '');
    if (!codes.has(field)) codes.set(field, isErrorCode(message) ? message : 'bad_request');
  }
  return { ok: false, errorCodes: Object.fromEntries(codes) };
}
