/**
 * Decides whether a PDF only shows pages. Scripts, actions, attached files and encryption have fixed names, which a
 * viewer finds anywhere in the file. So every byte is searched for these names, whatever the structure of the file, and
 * so is every decompressed object stream, the only place where names can be compressed. A file whose object streams
 * cannot be found and read with certainty is refused.
 */
import { inflateSync } from 'node:zlib';
import { isObjectStreamMark, objectStreams, space, unescapedName } from './pdf-objects.ts';

const activeNames = new Set([
  ...['JavaScript', 'JS', 'Launch', 'AA', 'SubmitForm', 'ImportData', 'Rendition', 'RichMedia', 'XFA'],
  ...['OnInstantiate', 'Movie', 'Sound', 'URL'],
  ...['EmbeddedFile', 'EmbeddedFiles', 'EF', 'FileAttachment', 'GoToE', 'GoToR', 'Encrypt'],
]);
const listShape = new RegExp(String.raw`${space}*\[`, 'y');
/** A page by its reference or number. */
const pageShape = new RegExp(String.raw`${space}*\[${space}*\d`, 'y');
/**
 * These are harmless before such a value. Office programs always write the first page to show as an `OpenAction`; any
 * other value is an action. Tagged pages list what they refer to; any other `Ref` is a page of another file.
 */
const plainValues = new Map([
  ['OpenAction', pageShape],
  ['Ref', listShape],
]);
const nameLengthMax = Math.max(...[...activeNames, ...plainValues.keys()].map(({ length }) => length));
/** Each letter may be written as `#xx`; one more character shows that the name is longer. */
const escapedMax = 3 * nameLengthMax + 1;
/** All these names begin with a capital letter. */
const nameShape = new RegExp(String.raw`/([#A-Z][^\0\t\n\f\r ()<>[\]{}/%]{0,${escapedMax - 1}})`, 'g');
/** Names this short occur by chance in compressed data, so they count only before something that can be their value. */
const chanceLengthMax = 2;
const valueShape = new RegExp(`${space}*[%<(0-9+.-]`, 'y');
const inflatedBytesMax = 64 * 1024 * 1024;
/** A scan of a hundred pages has a few; each needs a new decoder. */
const objectStreamsMax = 10_000;

export function isPlainPdf(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  const names = searchNames(text);
  if (names.isActive) return false;
  const parsed = objectStreams(text);
  // A mark inside a string, a comment or the data of a stream counts for a viewer that begins in the middle of it.
  if (!parsed || parsed.marks !== names.marks || parsed.streams.length > objectStreamsMax) return false;
  let bytesLeft = inflatedBytesMax;
  return parsed.streams.every(({ isCompressed, from, to }) => {
    // An uncompressed stream has been searched with the rest of the file.
    if (!isCompressed) return true;
    const content = inflated(bytes.subarray(from, to), bytesLeft);
    bytesLeft -= content?.length ?? 0;
    return content !== null && !searchNames(content.toString('latin1')).isActive;
  });
}

function searchNames(text: string): { isActive: boolean; marks: number } {
  let marks = 0;
  for (const { 0: match, 1: raw = '', index } of text.matchAll(nameShape)) {
    const name = unescapedName(raw);
    if (isObjectStreamMark(name)) marks++;
    const plainValue = plainValues.get(name);
    if (!activeNames.has(name) && !plainValue) continue;
    const isFollowedBy = (shape: RegExp) => {
      shape.lastIndex = index + match.length;
      return shape.test(text);
    };
    const isChance = name.length <= chanceLengthMax && !isFollowedBy(valueShape);
    if (!isChance && !(plainValue && isFollowedBy(plainValue))) return { isActive: true, marks };
  }
  return { isActive: false, marks };
}

function inflated(data: Buffer, bytesMax: number): Buffer | null {
  try {
    return inflateSync(data, { maxOutputLength: Math.max(1, bytesMax) });
  } catch {
    return null;
  }
}
