import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { withoutScreens } from './without-screens.ts';

const server = new URL('../../build/server/', import.meta.url);

test('the server bundle has none of the components that only the screens of the office use', async () => {
  const files = (await readdir(server, { recursive: true })).filter((name) => name.endsWith('.js'));
  const programs = await Promise.all(files.map((name) => readFile(new URL(name, server), 'utf8')));
  expect(programs.join()).toContain('data-mantine-color-scheme');
  for (const program of programs) expect(program).not.toMatch(/MantineProvider|useMutation/);
});

test('no public page links a style sheet of the office', async () => {
  const program = await readFile(new URL('pages.js', server), 'utf8');
  const sheets = [...program.matchAll(/id:`((?:en|bn|site)\/[^`]+)`[^{}]*?,css:\[([^\]]*)\]/g)];
  expect(sheets.length).toBeGreaterThan(10);
  expect(sheets.filter(([, , names = '']) => /frame-|language-switch-/.test(names)).map(([, id]) => id)).toEqual([]);
});

test('a screen that would lose more than its component on the server is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'maplegate-screen-'));
  const screen = fileURLToPath(new URL('../office/users/add.tsx', import.meta.url));
  const built = (code: string) =>
    build({
      configFile: false,
      logLevel: 'silent',
      plugins: [withoutScreens((file) => (file === screen ? code : ''))],
      build: { ssr: screen, outDir: folder },
    });
  try {
    await expect(built('export const loader = () => 1;\nexport default function Add() {}')).rejects.toThrow('loader');
    await expect(built('export default function Add() {}')).resolves.toBeTruthy();
  } finally {
    await rm(folder, { recursive: true });
  }
});
