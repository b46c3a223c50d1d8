/**
 * The normal forms that typed text is compared and stored in. Everything that is
 * read from a person passes through here once, at the edge.
 */

/** Bengali digits U+09E6–U+09EF become 0–9; all else stays. */
export function asciiDigits(text: string): string {
  return text.replace(/[\u09E6-\u09EF]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6));
}

/**
 * NFKC, without control characters and trimmed. Unpaired surrogates become U+FFFD
 * and NUL disappears: PostgreSQL stores neither.
 */
export function plainText(text: string): string {
  if (printableAscii.test(text)) return text;
  return trimInvisible(
    compatible(text.toWellFormed())
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
      .replace(/[\u0000-\u0008\u000B-\u001F\u007F]/g, ''),
  );
}

/** What most people type: nothing in it is changed by any of the rules, and it is asked for several times a request. */
const printableAscii = /^[!-~](?:[ -~]*[!-~])?$/;

/** More than any field may hold, however it is spelled. */
const normalisedUnitsMax = 8_000;

function compatible(text: string): string {
  // Normalising takes quadratic time over a long run of combining marks; no script has 30 in a row (UAX #15, stream-safe).
  const safe = text.replace(/(\p{M}{30})\p{M}+/gu, '$1');
  // NFKC makes eighteen characters of one (U+FDFA); a text that every rule refuses for its length is not worth it.
  return safe.length > normalisedUnitsMax ? safe : safe.normalize('NFKC');
}

/** Without white space and invisible characters at both ends; within Bangla, joiners have a meaning. */
function trimInvisible(text: string): string {
  // Two walks: as a pattern, the end would be tried from every run within the text.
  const characters = [...text];
  const isVisible = (character: string) => !/[\s\p{Cf}]/u.test(character);
  const first = characters.findIndex(isVisible);
  return first === -1 ? '' : characters.slice(first, characters.findLastIndex(isVisible) + 1).join('');
}

/** Upper case without spaces, hyphens, dashes and invisible characters, Bengali digits as ASCII. */
export function passportKey(text: string): string {
  return asciiDigits(plainText(text))
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .toUpperCase();
}

/** The form that e-mail addresses are stored and compared in. */
export function emailKey(text: string): string {
  return plainText(text).toLowerCase();
}

/** Length in code points, which is what a person would count. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}
