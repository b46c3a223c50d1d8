/** Checks that docs/security.md has every requirement of OWASP ASVS 5.0, levels 1 and 2, with a test or a reason. */
import { expect, test } from 'vitest';
import { documentOf, reference, tableOf, writtenDocument } from './tested-documents.ts';

/** The requirements of levels 1 and 2 by section: all numbers from 1 to the last. */
const lastOf: Record<string, number> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2 },
  ...{ '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2 },
  ...{ '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3 },
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4 },
  ...{ '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5 },
  ...{ '14.1': 2, '14.2': 4, '14.3': 3 },
  ...{ '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
  ...{ '17.1': 1, '17.2': 4, '17.3': 2 },
};
const all = Object.entries(lastOf).flatMap(([section, last]) =>
  Array.from({ length: last }, (_, at) => `${section}.${at + 1}`),
);
const [applying = '', others = ''] = tableOf('security').split('\n## What does not apply\n');
const rows = [...applying.matchAll(/^\| (\d+\.\d+\.\d+) \| .+ \| (.*) \|$/gm)].map(([, number = '', held = '']) => ({
  number,
  held,
}));
const notApplying = [...others.matchAll(/^\| (\d[\d., ]*) \| \S/gm)].flatMap(([, list = '']) => list.split(', '));

test('the security document is what npm run conformance writes, from tests that exist', () => {
  expect(writtenDocument('security') === documentOf('security'), 'run npm run conformance').toBe(true);
});

test('every requirement of the standard is answered once: by a row, or by why it does not apply', () => {
  const answered = [...rows.map(({ number }) => number), ...notApplying];
  expect(answered.filter((number, at) => answered.indexOf(number) !== at)).toEqual([]);
  expect([...answered].sort()).toEqual([...all].sort());
});

test('every requirement that applies has a test, or is a risk that is accepted with its reason', () => {
  for (const { number, held } of rows) {
    const isHeld = held.search(reference) >= 0 || /\baccepted: \S/.test(held);
    expect(isHeld, `${number} ${held}`).toBe(true);
  }
});
