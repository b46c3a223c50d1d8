import { expect, test } from 'vitest';
import { httpStatusOf } from '../server/error-statuses.ts';
import { errorCode } from './answer-parts.ts';
import { errorText, isErrorCode } from './errors.ts';
import { languageNames } from './language.ts';
import { contractTexts } from './texts.ts';

const errorCodes = errorCode.options;
/** The statuses of the specification, and 500 for faults of our own. */
const statuses = new Set([400, 401, 403, 404, 405, 408, 409, 413, 415, 417, 429, 431, 500, 503, 507]);

test('every code has a status of the contract and a text in both languages', () => {
  for (const code of errorCodes) {
    expect(statuses, code).toContain(httpStatusOf(code));
    expect(errorText(code, 'en'), code).toMatch(/^[A-Z][\x20-\x7e]+$/);
    expect(errorText(code, 'bn'), code).toMatch(/[\u0980-\u09ff]/);
    expect(errorText(code, 'bn'), code).not.toMatch(/[০-৯]*\d/);
    for (const language of languageNames) expect(errorText(code, language), code).not.toMatch(/[{}]|NaN/);
  }
  expect(errorCodes.filter((code) => httpStatusOf(code) === 500)).toEqual(['internal_error']);
});

test('every text belongs to a code, and the translations have the same in the same order', () => {
  const { en, bn } = contractTexts;
  expect(Object.keys(en.errors).sort()).toEqual(errorCodes.toSorted());
  expect(JSON.stringify(bn, keysOnly)).toBe(JSON.stringify(en, keysOnly));
});

const keysOnly = (_: string, value: unknown) => (typeof value === 'string' ? '' : value);

test('a message that names a field has no full stop, except the two of the specification', () => {
  const stopped = errorCodes.filter((code) => /^Please enter a valid .*\.$/.test(errorText(code)));
  expect(stopped).toEqual(['invalid_phone', 'invalid_email']);
});

test('the texts of the specification are used word for word', () => {
  expect(errorText('all_fields_required')).toBe('All fields are required');
  expect(errorText('invalid_credentials')).toBe('Invalid email or password.');
  expect(errorText('user_exists')).toBe('Error: User all ready exists. Please sign in.');
  expect(errorText('not_found')).toBe('Resource not found');
  expect(errorText('invalid_id')).toBe('Invalid ID format.');
  expect(errorText('internal_error')).toBe('An unexpected error occurred');
  expect(errorText('photo_too_large')).toBe('File size exceeds the limit of 10 MB.');
  expect(errorText('photo_too_large_on_edit')).toBe('File size exceeds the limit of 2MB.');
  expect(errorText('attachment_too_large')).toBe('File size exceeds the limit of 10MB.');
  expect(contractTexts.en.noMatch).toBe('No valid application found. Please check your input.');
});

test('only a code of the table is one', () => {
  expect(isErrorCode('not_found')).toBe(true);
  for (const other of ['nothing', '__proto__', 'constructor', '', null, 404]) expect(isErrorCode(other)).toBe(false);
});
