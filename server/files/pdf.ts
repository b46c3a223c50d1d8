/**
 * Whether a PDF only shows pages. Scripts, actions, attached files and encryption appear under fixed names, which a
 * reader finds wherever they are. So every byte of the file is searched for them, whatever structure it claims, and every
 * decompressed object stream, the one place where names can be compressed. A file whose object streams cannot be found
 * and read with certainty is not plain.
 */
import { inflateSync } from 'node:zlib';
import { isObjectStreamMark, objectStreams, space, unescapedName } from './pdf-objects.ts';

const acting = new Set([
  ...['JavaScript', 'JS', 'Launch', 'AA', 'SubmitForm', 'ImportData', 'Rendition', 'RichMedia', 'XFA'],
  ...['OnInstantiate', 'Movie', 'Sound'],
  ...['EmbeddedFile', 'EmbeddedFiles', 'EF', 'FileAttachment', 'GoToE', 'GoToR', 'Encrypt'],
]);
/** Office programs name the first page to show, as a list, in every letter; any other value is an action. */
const opening = 'OpenAction';
const nameLengthMax = Math.max(...[...acting, opening].map(({ length }) => length));
/** Each letter may be written as `#xx`, and one more shows that the name is longer. */
const escapedMax = 3 * nameLengthMax + 1;
/** Each of those names begins with a capital letter. */
const nameShape = new RegExp(String.raw`/([#A-Z][^\0\t\n\f\r ()<>[\]{}/%]{0,${escapedMax - 1}})`, 'g');
/** Names of two letters occur by chance in compressed data, so they count only before what can be their value. */
const chanceLengthMax = 2;
const valueShape = new RegExp(`${space}*[%<(0-9]`, 'y');
const listShape = new RegExp(String.raw`${space}*\[`, 'y');
const inflatedBytesMax = 64 * 1024 * 1024;
/** A scan of a hundred pages has a few; each costs a start of the decoder. */
const objectStreamsMax = 10_000;

export function isPlainPdf(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  const names = lookThrough(text);
  if (names.isActing) return false;
  const found = objectStreams(text);
  // What a text, a comment or the data of a stream hides is there for a reader who begins in the midst of it.
  if (!found || found.marks !== names.marks || found.streams.length > objectStreamsMax) return false;
  let left = inflatedBytesMax;
  return found.streams.every(({ isCompressed, from, to }) => {
    // Without compression it is in the file as it is, and has been looked through there.
    if (!isCompressed) return true;
    const content = inflated(bytes.subarray(from, to), left);
    left -= content?.length ?? 0;
    return content !== null && !lookThrough(content.toString('latin1')).isActing;
  });
}

function lookThrough(text: string): { isActing: boolean; marks: number } {
  let marks = 0;
  for (const { 0: found, 1: raw = '', index } of text.matchAll(nameShape)) {
    const name = unescapedName(raw);
    if (isObjectStreamMark(name)) marks++;
    if (!acting.has(name) && name !== opening) continue;
    const isFollowedBy = (shape: RegExp) => {
      shape.lastIndex = index + found.length;
      return shape.test(text);
    };
    const isChance = name.length <= chanceLengthMax && !isFollowedBy(valueShape);
    const isList = name === opening && isFollowedBy(listShape);
    if (!isChance && !isList) return { isActing: true, marks };
  }
  return { isActing: false, marks };
}

function inflated(data: Buffer, bytesMax: number): Buffer | null {
  try {
    return inflateSync(data, { maxOutputLength: Math.max(1, bytesMax) });
  } catch {
    return null;
  }
}
