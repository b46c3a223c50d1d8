/** Checks that docs/conformance.md is generated, and that every statement has a test or is marked as having none. */
import { expect, test } from 'vitest';
import { documentOf, reference, tableOf, writtenDocument } from './tested-documents.ts';

const [statements = '', departures = ''] = tableOf('conformance').split('\n## Departures\n');
const rows = [...statements.matchAll(/^\| (\d+\.\d+) \| .+ \| (.*) \|$/gm)].map(([, number = '', holds = '']) => ({
  number,
  holds,
}));

test('the document is what npm run conformance writes, from tests that exist', () => {
  expect(writtenDocument('conformance') === documentOf('conformance'), 'run npm run conformance').toBe(true);
});

test('the statements of each section are numbered without a gap, and none occurs twice', () => {
  const lines = statements.split('\n').filter((line) => /^\| *\d/.test(line));
  expect(rows.map((row) => row.number)).toHaveLength(lines.length);
  for (let section = 1; section <= 15; section++) {
    const here = rows.filter(({ number }) => number.startsWith(`${section}.`)).map(({ number }) => number);
    expect(here.length).toBeGreaterThan(0);
    expect(here).toEqual(here.map((_, at) => `${section}.${at + 1}`));
  }
});

test('every statement has a test or a departure, and none is put off', () => {
  for (const { number, holds } of rows) {
    expect(holds, number).not.toMatch(/\bissue: /);
    const isHeld = holds.search(reference) >= 0 || /\b(departure|not built): \S/.test(holds);
    expect(isHeld, `${number} ${holds}`).toBe(true);
  }
});

test('every departure names statements that exist', () => {
  const numbers = new Set(rows.map(({ number }) => number));
  const lines = [...departures.matchAll(/^\| (\d[\d., ]*) \|/gm)].flatMap(([, list = '']) => list.split(', '));
  expect(lines.length).toBeGreaterThan(0);
  expect(new Set(lines).difference(numbers)).toEqual(new Set());
});
