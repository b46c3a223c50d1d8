/**
 * Finds the object streams of a PDF by one pass over its tokens (ISO 32000-2, 7.2, 7.3 and 7.5.7). A viewer may begin
 * at any offset that the file names, but from the same name on it reads the same tokens as this pass. So a dictionary
 * that marks an object stream ends at the same place for both. Only dictionaries in the usual form are accepted, so
 * that nothing can hide in one.
 */
export interface ObjectStream {
  isCompressed: boolean;
  /** The offsets of its data. */
  from: number;
  to: number;
}

export const space = String.raw`[\0\t\n\f\r ]`;
const tokenPattern = new RegExp(
  String.raw`${space}+|%[^\r\n]*|<<|>>|<[^<>]*>|[\[\]{}(]|/[^\0\t\n\f\r ()<>[\]{}/%]*|[^\0\t\n\f\r ()<>[\]{}/%]+`,
  'y',
);
const parenthesisPattern = /\\.|[()]/gs;

/** Every object stream has `First`; some viewers do not require its type. */
const marks = new Set(['ObjStm', 'First']);
export const isObjectStreamMark = (name: string) => marks.has(name);

export function unescapedName(name: string): string {
  if (!name.includes('#')) return name;
  return name.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Far more than any program nests them; each dictionary that is not closed takes memory. */
const depthMax = 1_000;

interface Dictionary {
  from: number;
  isMarked: boolean;
}

/**
 * The object streams, and the number of marks that the pass met; null where the file cannot be parsed with certainty.
 */
export function objectStreams(text: string): { streams: ObjectStream[]; marks: number } | null {
  const streams: ObjectStream[] = [];
  const open: Dictionary[] = [];
  let marks = 0;
  let closed: Dictionary | undefined;
  for (let at = 0; at < text.length; ) {
    const from = at;
    tokenPattern.lastIndex = at;
    const token = tokenPattern.exec(text)?.[0];
    if (token === undefined) return null;
    at += token.length;
    if (/^[\0\t\n\f\r %]/.test(token)) continue;
    const before = closed;
    closed = undefined;
    if (token === '<<') {
      if (open.push({ from, isMarked: false }) > depthMax) return null;
    } else if (token === '>>') {
      closed = open.pop();
      if (!closed) return null;
    } else if (token === '(') {
      at = endOfString(text, at);
      if (at < 0) return null;
    } else if (token.startsWith('/') && isObjectStreamMark(unescapedName(token.slice(1)))) {
      const dictionary = open.at(-1);
      if (!dictionary) return null;
      dictionary.isMarked = true;
      marks++;
    } else if (before && token.startsWith('stream')) {
      const end = text.indexOf('endstream', from + 'stream'.length);
      at = end < 0 ? text.length : end;
      if (!before.isMarked) continue;
      const stream = objectStream(text, before.from, from, at);
      if (!stream) return null;
      streams.push(stream);
    }
  }
  return { streams, marks };
}

/** The offset after the closing parenthesis; negative where there is none. */
function endOfString(text: string, from: number): number {
  parenthesisPattern.lastIndex = from;
  for (let depth = 1; ; ) {
    const token = parenthesisPattern.exec(text)?.[0];
    if (token === undefined) return -1;
    if (token === '(') depth++;
    if (token === ')' && --depth === 0) return parenthesisPattern.lastIndex;
  }
}

const headLengthMax = 40;
const dictionaryLengthMax = 1_024;
/** The head must be on a line of its own, so that no comment can begin before it and cover it. */
const headShape = new RegExp(`[\r\n]${space}*\\d+${space}+\\d+${space}+obj${space}*$`);
const entry = new RegExp(
  String.raw`${space}*/([A-Za-z]+)${space}*(/\w+|\[${space}*/\w+${space}*\]|\d+(?:${space}+\d+${space}+R)?)`,
  'y',
);
const dictionaryEnd = new RegExp(`^${space}*>>${space}*$`);
const values: Record<string, RegExp> = {
  Type: /^\/ObjStm$/,
  N: /^\d+$/,
  First: /^\d+$/,
  Length: /^\d/,
  Extends: /R$/,
  Filter: new RegExp(String.raw`^(?:/FlateDecode|\[${space}*/FlateDecode${space}*\])$`),
};

/**
 * Null for a dictionary that is not in the usual form: with an unknown or repeated key, or a reference to another file.
 */
function objectStream(text: string, from: number, keyword: number, to: number): ObjectStream | null {
  if (keyword - from > dictionaryLengthMax) return null;
  if (!headShape.test(text.slice(Math.max(0, from - headLengthMax), from))) return null;
  const keys = new Set<string>();
  const dictionary = text.slice(from + '<<'.length, keyword);
  let at = 0;
  for (let match: RegExpExecArray | null; ; at = entry.lastIndex) {
    entry.lastIndex = at;
    match = entry.exec(dictionary);
    if (!match) break;
    const [, key = '', value = ''] = match;
    if (keys.has(key) || !Object.hasOwn(values, key) || !values[key]?.test(value)) return null;
    keys.add(key);
  }
  const lineBreak = /^stream(\r\n|\r|\n)/.exec(text.slice(keyword, keyword + 'stream\r\n'.length))?.[1];
  if (!lineBreak || !dictionaryEnd.test(dictionary.slice(at))) return null;
  return { isCompressed: keys.has('Filter'), from: keyword + 'stream'.length + lineBreak.length, to };
}
