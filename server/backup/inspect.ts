/** Reads a whole backup, writes nothing, and compares it with its manifest. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { keyCheck } from '../key-rotation/key-check.ts';
import { deriveKeys } from '../keys.ts';
import { OperatorError } from '../operator-error.ts';
import { hashMember, type Member, type MemberHash, readArchive } from './archive.ts';
import {
  differences,
  type Manifest,
  manifestBytesMax,
  manifestName,
  parseManifest,
  secretName,
  tableMember,
} from './manifest.ts';
import { newline } from './ndjson-lines.ts';

export interface Inspected {
  manifest: Manifest;
  secret: string;
  hashes: Map<string, MemberHash>;
  applications: number;
  files: number;
  problems: string[];
}

const secretBytesMax = 4_096;
/** Larger than any picture or document can be. */
const fileBytesMax = 256 * 1024 * 1024;
const settingsName = tableMember('setting');
/** Larger than the few settings of any installation can be. */
const settingsBytesMax = 16 * 1024 * 1024;
/** Longer than a row of any table can be. */
const lineBytesMax = 4 * 1024 * 1024;

export async function inspect(file: string, identities: readonly string[]): Promise<Inspected> {
  const hashes = new Map<string, MemberHash>();
  const rows = new Map<string, number>();
  let manifest: Manifest | null = null;
  let secret = '';
  let settings = '';
  for await (const member of readArchive(file, identities)) {
    const [, table] = /^tables\/(.*)\.ndjson$/.exec(member.name) ?? [];
    if (member.name === manifestName) {
      manifest = parseManifest(file, await readText(file, member, manifestBytesMax(hashes.size), hashes));
    } else if (member.name === secretName) {
      secret = await readText(file, member, secretBytesMax, hashes);
    } else if (member.name === settingsName) {
      settings = await readText(file, member, settingsBytesMax, hashes);
      rows.set('setting', settings.split('\n').length - 1);
    } else if (table) {
      const counted = countLines(file, member);
      hashes.set(member.name, await hashMember(counted));
      rows.set(table, counted.lines());
    } else {
      requireAtMost(file, member, fileBytesMax);
      hashes.set(member.name, await hashMember(member));
    }
  }
  if (!manifest) throw new OperatorError(`The file ${file} is no backup, or it is truncated: it has no manifest.`);
  return {
    manifest,
    secret,
    hashes,
    applications: manifest.tables.find(({ name }) => name === 'application')?.rows ?? 0,
    files: manifest.files.length,
    problems: [...differences(manifest, hashes, rows), ...secretProblems(secret, settings)],
  };
}

/** The manifest has no hash of the secret, which could be guessed by it; but the database recognises its key. */
function secretProblems(secret: string, settings: string): string[] {
  const rows = settings.split('\n').filter((line) => line.includes(keyCheck));
  const check = rows.map(parseSetting).find((row) => row?.name === keyCheck)?.value;
  if (check === undefined || check === deriveKeys(Buffer.from(secret)).check) return [];
  return [`${secretName} is not the key with which the rows were written.`];
}

/** Null for a line that is no row of settings; the hash of its table reports it. */
function parseSetting(line: string): { name: unknown; value: unknown } | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

async function readText(
  file: string,
  { name, sizeBytes, bytes }: Member,
  bytesMax: number,
  hashes: Map<string, MemberHash>,
): Promise<string> {
  requireAtMost(file, { name, sizeBytes }, bytesMax);
  const text = await Readable.from(bytes).toArray().then(Buffer.concat);
  hashes.set(name, { sizeBytes, sha256: createHash('sha256').update(text).digest('hex') });
  return text.toString();
}

function requireAtMost(file: string, { name, sizeBytes }: Pick<Member, 'name' | 'sizeBytes'>, bytesMax: number): void {
  if (sizeBytes > bytesMax) throw new OperatorError(`The backup ${file} has a ${name} that is too large.`);
}

function countLines(file: string, { name, bytes }: Member) {
  let lines = 0;
  let sinceNewline = 0;
  async function* counting() {
    for await (const chunk of bytes) {
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) lines++;
      const last = chunk.lastIndexOf(newline);
      sinceNewline = last >= 0 ? chunk.length - last - 1 : sinceNewline + chunk.length;
      if (sinceNewline > lineBytesMax)
        throw new OperatorError(`The backup ${file} has a line in ${name} that is too long.`);
      yield chunk;
    }
  }
  return { bytes: counting(), lines: () => lines };
}
