import { expect, test } from 'vitest';
import { z } from 'zod';
import { applicationChange, newApplication, partOfForm, wholeForm } from './application.ts';
import {
  type FormField,
  formFieldNames,
  formFields,
  jobTitleOnAddOnly,
  jobTitles,
  sexes,
  slotNames,
  slots,
} from './application-form.ts';
import { parse, phone } from './fields.ts';
import { limits } from './limits.ts';
import { recordOf } from './record-of.ts';

test('the fields of the form are those of the specification, in its order', () => {
  expect(Object.keys(formFields)).toEqual(
    'surname givenN sex dob birthCity currentN identification nationalId company dutyDuration jobTitle salary passport issuedCountry phone email'.split(
      ' ',
    ),
  );
  expect(Object.keys(newApplication('2026-03-10').shape)).toEqual(Object.keys(formFields));
  expect(Object.keys(applicationChange('2026-03-10').shape)).toEqual([...Object.keys(formFields), 'version']);
});

test('an optional field may be left out or empty; any other value must follow its rule', () => {
  const rules = recordOf(formFieldNames, () => phone);
  const isOptional = (name: FormField) => name !== 'phone';
  const schema = wholeForm(rules, isOptional);
  const empty = recordOf(formFieldNames, () => '');
  for (const given of [{ phone: '01712345678' }, { ...empty, salary: ' \u200b', phone: '01712345678' }]) {
    expect(parse(schema, given)).toEqual({ ok: true, value: { ...empty, phone: '01712345678' } });
  }
  expect(parse(schema, { phone: '01712345678', company: '০১৭' })).toMatchObject({
    ok: true,
    value: { company: '017' },
  });
  expect(parse(schema, { phone: '01712345678', company: 'abc' })).toEqual({
    ok: false,
    errorCodes: { company: 'invalid_phone' },
  });
  expect(parse(schema, { phone: '01712345678', company: ['017'] })).toEqual({
    ok: false,
    errorCodes: { company: 'invalid_company' },
  });
  expect(parse(schema, {})).toEqual({ ok: false, errorCodes: { phone: 'invalid_phone' } });
  expect(z.toJSONSchema(schema, { io: 'input' }).required).toEqual(['phone']);

  const change = partOfForm(rules, isOptional);
  expect(parse(change, {})).toEqual({ ok: true, value: {} });
  expect(parse(change, { company: '' })).toEqual({ ok: true, value: { company: '' } });
  expect(parse(change, { phone: '' })).toEqual({ ok: false, errorCodes: { phone: 'invalid_phone' } });
});

test('sexes and job titles are those of the specification', () => {
  expect(sexes).toEqual(['Male', 'Female']);
  expect(jobTitles.join()).toBe(
    'Driving,Welder,Construction,Electrician,Holder,Housekeeping,Cleaner,Plumber,Packaging,Cook,Restaurant,Manager,Supervisor,Worker,Caring Operator',
  );
  expect(jobTitleOnAddOnly).toBe('Welder');
});

test('there are six documents, labelled as in the specification', () => {
  expect(slotNames).toEqual(['file1', 'file2', 'file3', 'file4', 'file5', 'file6']);
  expect(slotNames.map((slot) => slots[slot].label.en)).toEqual([
    'Job Letter',
    'Lmias',
    'Visa',
    'Visa Form',
    'Work Permit',
    'Air Tickets',
  ]);
  expect(slots.file2.labelForApplicants.en).toBe('Lmia');
});

test('the numbers are those of the specification', () => {
  expect(limits).toMatchObject({
    pageSize: 10,
    sessionDays: 7,
    sessionCheckSeconds: 60,
    quickTimeoutMs: 5_000,
    listTimeoutMs: 10_000,
    uploadTimeoutMs: 20_000,
    nameLengthMin: 3,
    nameLengthMax: 31,
    photoBytesMax: 10_485_760,
    photoOnEditBytesMax: 2_097_152,
    attachmentBytesMax: 10_485_760,
    idLength: 24,
    toastsMax: 20,
    toastMs: 4_000,
    toastSuccessMs: 2_000,
    scrollThresholdPx: 100,
    processingWeeksMin: 3,
    processingWeeksMax: 5,
    collectAfterBusinessDays: 2,
  });
});
