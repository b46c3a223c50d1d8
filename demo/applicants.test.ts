import { describe, expect, test } from 'vitest';
import { newApplication } from '../contract/application.ts';
import { isCalendarDate } from '../contract/dates.ts';
import { parse } from '../contract/fields.ts';
import { passportKey } from '../contract/text.ts';
import { applicant, person, pictureIndex, sexOf } from './applicants.ts';

const today = '2026-03-18';
const total = 3_000;
const everyone = Array.from({ length: total }, (_, index) => applicant(index, total, today));

describe('a demo applicant', () => {
  test('is the same person however many are made and on whatever day', () => {
    for (const index of [0, 7, 59, 4_999_999]) {
      expect(applicant(index, 5_000_000, '2027-01-01')).toMatchObject(person(index));
      expect(person(index)).toEqual(person(index));
    }
    expect(applicant(3, 60, today)).toEqual(applicant(3, 60, today));
  });

  test('is accepted by the form for a new application and stored as generated', () => {
    const schema = newApplication(today);
    for (const one of everyone) {
      const { surname, givenName: givenN, birthDate: dob, nationality: currentN } = one;
      const parsed = parse(schema, { ...one, surname, givenN, dob, currentN });
      if (!parsed.ok) expect.fail(`${one.index}: ${JSON.stringify(parsed.errorCodes)}`);
      expect(parsed.value).toMatchObject({ surname, givenN, dob, currentN, email: one.email, passport: one.passport });
    }
  });

  test('has a passport and an e-mail that no other of 200,000 has, nor of the last before five million', () => {
    const passports = new Set<string>();
    const emails = new Set<string>();
    const indexes = [...Array(200_000).keys(), ...Array.from({ length: 20_000 }, (_, back) => 4_999_999 - back)];
    for (const index of indexes) {
      const { passport, email } = person(index);
      passports.add(passportKey(passport));
      emails.add(email.toLowerCase());
    }
    expect(passports.size).toBe(indexes.length);
    expect(emails.size).toBe(indexes.length);
  });

  test('has a Bangladeshi number of the shape that his country gives', () => {
    const shapes: Record<string, RegExp> = {
      Bangladesh: /^(A[0-9]{8}|[BE][A-Z][0-9]{7})$/,
      India: /^[A-Z][0-9]{7}$/,
      Nepal: /^PA[0-9]{7}$/,
      'Sri Lanka': /^N[0-9]{7}$/,
    };
    for (const one of everyone) expect(one.passport).toMatch(shapes[one.issuedCountry] ?? /^never$/);
    expect(everyone.filter((one) => one.issuedCountry === 'Bangladesh').length).toBeGreaterThan(total * 0.9);
  });

  test('applied within fourteen months, after the one before, and never later than yesterday', () => {
    const moments = everyone.map((one) => one.createdAt);
    expect(moments).toEqual([...new Set(moments)].sort());
    expect(moments[0]?.slice(0, 7)).toBe('2025-01');
    expect((moments.at(-1) ?? '') < '2026-03-17T18:00:00.000Z').toBe(true);
    for (const moment of moments) expect(new Date(moment).toISOString()).toBe(moment);
  });

  test('refuses an index for which no passport number is left', () => {
    expect(() => person(10_000_000)).toThrow(RangeError);
  });
});

describe('the history of a demo applicant', () => {
  test('ends in the present state, or is empty while nothing was decided', () => {
    for (const one of everyone) {
      const last = one.history.at(-1);
      expect([one.status, one.visaCollectDate, one.visaApproveDate]).toEqual(
        last ? [last.status, last.visaCollectDate, last.visaApproveDate] : ['Pending', null, null],
      );
    }
  });

  test('has dates as the decisions set them, in order, on working days up to yesterday', () => {
    for (const one of everyone) {
      let before = one.createdAt;
      for (const decision of one.history) {
        expect(decision.at > before && decision.at < `${today}T00:00:00.000Z`).toBe(true);
        expect([0, 1, 2, 3, 4]).toContain(new Date(decision.at).getUTCDay());
        before = decision.at;
        const { visaCollectDate: collect, visaApproveDate: approve } = decision;
        for (const date of [collect, approve]) expect(date === null || isCalendarDate(date)).toBe(true);
        if (decision.status === 'Approved')
          expect(approve !== null && collect !== null && collect >= approve).toBe(true);
        if (decision.status === 'Pending') expect(approve).toBeNull();
        if (decision.status === 'Rejected') expect([approve, collect]).toEqual([null, null]);
      }
    }
  });

  test('leads to every status, in about the shares of a busy office', () => {
    const share = (status: string) => everyone.filter((one) => one.status === status).length / total;
    expect(share('Pending')).toBeCloseTo(0.45, 1);
    expect(share('Approved')).toBeCloseTo(0.4, 1);
    expect(share('Rejected')).toBeCloseTo(0.15, 1);
    const sixty = new Set(Array.from({ length: 60 }, (_, index) => applicant(index, 60, today).status));
    expect(sixty.size).toBe(3);
  });
});

test('people who share pictures have the same sex', () => {
  for (let index = 0; index < 500; index++) {
    const shared = pictureIndex(index, 60);
    expect(shared).toBeLessThan(60);
    expect(sexOf(shared)).toBe(sexOf(index));
  }
});
