import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { takeMovingFolder } from './moving-folder.ts';

const files = 50;

/** Removes the files over and over, like copies that are ending. */
const removing = `
  const { unlinkSync } = require('node:fs');
  const { join } = require('node:path');
  const { workerData: path } = require('node:worker_threads');
  for (let at = 0; ; at = (at + 7) % ${files}) {
    try {
      unlinkSync(join(path, String(at)));
    } catch {}
  }
`;

test('the folder of a move is gone at once, also when its files are removed from elsewhere meanwhile', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'maplegate-moving-'));
  const place = join(dataDir, 'moving', 'files');
  const worker = new Worker(removing, { eval: true, workerData: place });
  try {
    for (let round = 0; round < 50; round++) {
      const { path, leave, emptyNow } = await takeMovingFolder(dataDir);
      expect(path).toBe(place);
      for (let at = 0; at < files; at++) writeFileSync(join(path, String(at)), 'a file');
      emptyNow();
      expect(existsSync(path)).toBe(false);
      await leave();
    }
  } finally {
    await worker.terminate();
    await rm(dataDir, { recursive: true, force: true });
  }
});
