/**
 * Whether a PDF only shows pages. What acts (scripts, launching, sending, whatever begins by itself) and what hides
 * other files is told by names, which a reader looks up wherever they stand: so they are looked for in every byte of
 * the file, whatever structure it claims, and in its object streams, the one place where they can be compressed.
 * An object stream that cannot be read here is taken for one that hides something.
 */
import { inflateSync } from 'node:zlib';

const acting = new Set([
  ...['JavaScript', 'JS', 'Launch', 'AA', 'SubmitForm', 'ImportData', 'Rendition', 'RichMedia', 'XFA'],
  ...['EmbeddedFile', 'EmbeddedFiles', 'GoToE'],
]);
/** The page to begin with, which office programs name in every letter, is a list; anything else here is an action. */
const opening = 'OpenAction';
const objectStream = 'ObjStm';
const nameLengthMax = Math.max(...[...acting, opening, objectStream].map(({ length }) => length));
/** Each letter may be written as `#xx`, and one more shows that the name is longer. */
const escapedMax = 3 * nameLengthMax + 1;
/** Each of those names begins with a capital letter. */
const nameShape = new RegExp(String.raw`/([#A-Z][^\0\t\n\f\r ()<>[\]{}/%]{0,${escapedMax - 1}})`, 'g');
/** Two letters come about by chance among millions of compressed bytes, though not among text. */
const chanceLengthMax = 2;
const neighbours = 8;
const inflatedBytesMax = 64 * 1024 * 1024;
const dictionaryBytesMax = 64 * 1024;

export function isPlainPdf(bytes: Buffer): boolean {
  const names = lookThrough(bytes);
  const streams = objectStreams(bytes);
  // A text that looks like the beginning of an object would hide the type of the stream after it.
  const typed = streams.filter(({ isTyped }) => isTyped).length;
  if (names.isActing || names.objectStreams !== typed) return false;
  return streams.every(({ content }) => content !== null && !lookThrough(content).isActing);
}

function lookThrough(bytes: Buffer): { isActing: boolean; objectStreams: number } {
  let objectStreams = 0;
  const text = bytes.toString('latin1');
  for (const { 0: found, 1: raw = '', index } of text.matchAll(nameShape)) {
    const name = raw.includes('#') ? unescaped(raw) : raw;
    if (name === objectStream) objectStreams++;
    if (!acting.has(name) && name !== opening) continue;
    const after = text.slice(index + found.length, index + found.length + neighbours);
    const isChance = name.length <= chanceLengthMax && !/^[\t\n\f\r -~]*$/.test(after);
    const isList = name === opening && /^[\0\t\n\f\r ]*\[/.test(after);
    if (!isChance && !isList) return { isActing: true, objectStreams };
  }
  return { isActing: false, objectStreams };
}

const textOf = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', Math.max(0, from), to);

function unescaped(text: string): string {
  return text.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

interface ObjectStream {
  /** Whether it says what it is. A reader that does not ask for that still needs the number and place of the objects. */
  isTyped: boolean;
  /** Null where it cannot be read. */
  content: Buffer | null;
}

function objectStreams(bytes: Buffer): ObjectStream[] {
  const found: ObjectStream[] = [];
  let left = inflatedBytesMax;
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at + 1)) {
    if (textOf(bytes, at - 3, at) === 'end') continue;
    const before = textOf(bytes, at - dictionaryBytesMax, at);
    const begin = before.lastIndexOf('obj');
    // No dictionary is so long: this one is there to hide where it begins.
    if (begin < 0 && at > dictionaryBytesMax) return [{ isTyped: false, content: null }];
    const dictionary = unescaped(before.slice(Math.max(0, begin)));
    const isTyped = /\/ObjStm\b/.test(dictionary);
    if (!isTyped && !(/\/First\b/.test(dictionary) && /\/N\b/.test(dictionary))) continue;
    const content = contentOf(dictionary, bytes.subarray(dataStart(bytes, at)), left);
    left -= content?.length ?? 0;
    found.push({ isTyped, content });
    if (content === null) break;
  }
  return found;
}

/** The line break behind the keyword is no part of the data. */
function dataStart(bytes: Buffer, at: number): number {
  const start = at + 'stream'.length;
  const [lineBreak = ''] = /^(?:\r\n|\r|\n)?/.exec(textOf(bytes, start, start + 2)) ?? [];
  return start + lineBreak.length;
}

const flateAlone = /\/Filter\s*(?:\/FlateDecode\b|\[\s*\/FlateDecode\s*\])/;

function contentOf(dictionary: string, data: Buffer, bytesMax: number): Buffer | null {
  // Without a filter it stands in the file as it is, and has been looked through there.
  if (!/\/(?:Filter|F)\b/.test(dictionary)) return Buffer.alloc(0);
  const isPlain = flateAlone.test(dictionary) && !/\/(?:DecodeParms|DP|F)\b/.test(dictionary);
  if (!isPlain || dictionary.split('/Filter').length > 2) return null;
  try {
    return inflateSync(data, { maxOutputLength: Math.max(1, bytesMax) });
  } catch {
    return null;
  }
}
