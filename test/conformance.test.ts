/** Keeps docs/conformance.md true: what it names exists, and no statement stands there without anything that holds it. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const [statements = '', departures = ''] = read('docs/conformance.md').split('\n## Departures\n');

interface Row {
  number: string;
  holds: string;
}
const rows: Row[] = [...statements.matchAll(/^\| (\d+\.\d+) \| .+ \| (.*) \|$/gm)].map(
  ([, number = '', holds = '']) => ({ number, holds }),
);

/** `file → "name", "name"`, as often as it stands in a row. */
function testsIn({ holds }: Row): [file: string, name: string][] {
  return [...holds.matchAll(/(\S+) → ("[^"]+"(?:, "[^"]+")*)/g)].flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']): [string, string] => [file, name]),
  );
}

test('the statements of each section are numbered without a gap, and none stands twice', () => {
  const lines = statements.split('\n').filter((line) => /^\| *\d/.test(line));
  expect(rows.map((row) => row.number)).toHaveLength(lines.length);
  for (let section = 1; section <= 9; section++) {
    const here = rows.filter(({ number }) => number.startsWith(`${section}.`)).map(({ number }) => number);
    expect(here.length).toBeGreaterThan(0);
    expect(here).toEqual(here.map((_, at) => `${section}.${at + 1}`));
  }
});

test('every statement has a test or a departure, and none is put off', () => {
  for (const row of rows) {
    expect(row.holds, row.number).not.toMatch(/\bissue: /);
    const isHeld = testsIn(row).length > 0 || /\b(departure|not built): \S/.test(row.holds);
    expect(isHeld, `${row.number} ${row.holds}`).toBe(true);
  }
});

test('every test that is named exists, under this name', () => {
  for (const row of rows) {
    const mentioned = new Set(row.holds.match(/\S+\.test\.ts/g) ?? []);
    const named = testsIn(row);
    expect(new Set(named.map(([file]) => file)), `${row.number}: a file without the name of its test`).toEqual(
      mentioned,
    );
    for (const [file, name] of named) {
      expect(existsSync(new URL(file, root)), `${row.number} ${file}`).toBe(true);
      // A title is followed by what the test does; a mere mention of the same words is not.
      const isTest = read(file)
        .split(name)
        .some((before, at, parts) => /['"`]$/.test(before) && /^['"`],\s*(async\b|\()/.test(parts[at + 1] ?? ''));
      expect(isTest, `${row.number} ${file} → "${name}"`).toBe(true);
    }
  }
});

test('every departure names statements that exist', () => {
  const numbers = new Set(rows.map(({ number }) => number));
  const lines = [...departures.matchAll(/^\| (\d[\d., ]*) \|/gm)].flatMap(([, list = '']) => list.split(', '));
  expect(lines.length).toBeGreaterThan(0);
  expect(new Set(lines).difference(numbers)).toEqual(new Set());
});
