/**
 * Loaded first by every start: tells what to do when the Node.js release is too old, which would fail at the first
 * type. It is plain JavaScript without anything that only a new Node.js knows.
 */
import { existsSync } from 'node:fs';

const needed = 24;
const [major] = process.versions.node.split('.');

if (Number(major) < needed) {
  const advice = existsSync(new URL('../node_modules/.bin/node', import.meta.url))
    ? 'Start it with npm start, which uses the release that npm ci brings.'
    : `npm ci brings none for this platform: install Node.js ${needed} and start it again.`;
  process.stderr.write(`Maplegate runs on Node.js ${needed}, and this is ${process.versions.node}. ${advice}\n`);
  process.exit(1);
}
