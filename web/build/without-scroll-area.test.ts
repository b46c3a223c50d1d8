import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const assets = new URL('../../build/client/assets/', import.meta.url);

test('the dialogues of every screen bring no scroll area and no positioning of floating parts', async () => {
  const [name = ''] = (await readdir(assets)).filter((file) => /^components-.*\.js$/.test(file));
  const script = await readFile(new URL(name, assets), 'utf8');
  expect(script).toContain('@mantine/core/ModalRoot');
  expect(script).not.toMatch(/@mantine\/core\/ScrollArea|useFloating/);
});
