/**
 * Numbers whose format shows more digits than they have, as in a phone number: `0000\-0000000` shows 1712345678 as
 * 0171-2345678. Such a number is read as it is shown; where what is shown is not certain, it is a fault.
 */
import { asciiDigits } from '../../contract/text.ts';
import { type CellFault, numberCell } from './cells.ts';

type NumberCell = { text: string; fault?: CellFault };

/** The number format of a workbook if it may show digits that its number does not have. */
export interface ShownFormat {
  /** How many digits are shown at least. */
  digits: number;
  /** The format as texts and, as null, places for a digit; null where it has more than these. */
  pattern: readonly (string | null)[] | null;
  /** Whether zero is shown in another way. */
  hasZeroSection: boolean;
}

// ECMA-376, 18.8.31: quoted, escaped, skipped and filling characters, brackets, and any other character.
const token = /"([^"]*)"|\\(.)|_.|\*.|\[\$([^\]-]*)[^\]]*\]|\[([^\]]*)\]|(.)/gsu;
/** Characters that are shown without quotation marks. */
const literal = /[-+ ()$:!^&'~{}<>=\u0080-\u{10ffff}]/u;

/** The highest length of a format code. */
const codeLengthMax = 255;

export function shownFormatOf(code: string): ShownFormat | undefined {
  if (code.length > codeLengthMax) return undefined;
  const sections = [newSection()];
  let hasCondition = false;
  for (const [, quoted, escaped, currency, bracket, other] of code.matchAll(token)) {
    const text = quoted ?? escaped ?? currency;
    if (other === ';') sections.push(newSection());
    else if (text !== undefined) sections.at(-1)?.pattern.push(text);
    else if (bracket !== undefined) hasCondition ||= /^[<>=]/.test(bracket);
    else if (other !== undefined) addCharacter(sections.at(-1), other);
  }
  const [first] = sections;
  if (!first) return undefined;
  const digits = Math.max(...sections.map((section) => section.digits));
  const hasDigit = first.pattern.some((part) => /\d/.test(part ?? ''));
  if (digits < 2 && !(hasDigit && first.isPlain && digits === 1)) return undefined;
  const isPlain = first.isPlain && first.digits > 0 && !hasCondition;
  return { digits, pattern: isPlain ? first.pattern : null, hasZeroSection: sections.length > 2 };
}

interface Section {
  digits: number;
  pattern: (string | null)[];
  isPlain: boolean;
  isInteger: boolean;
}

const newSection = (): Section => ({ digits: 0, pattern: [], isPlain: true, isInteger: true });

function addCharacter(section: Section | undefined, character: string): void {
  if (!section) return;
  // After a zero, the optional places show zeros as well.
  const isDigit = character === '0' || (/[#?]/.test(character) && section.digits > 0);
  if (isDigit && section.isInteger) section.digits++;
  if (character === '0') section.pattern.push(null);
  else if (literal.test(character)) section.pattern.push(character);
  else {
    section.isPlain = false;
    if (/[.eE]/.test(character)) section.isInteger = false;
  }
}

export function formattedNumber(raw: string, { digits, pattern, hasZeroSection }: ShownFormat): NumberCell {
  const cell = numberCell(raw);
  if (cell.fault) return cell;
  const { text } = cell;
  const isZeroApart = hasZeroSection && text === '0';
  if (pattern && /^\d+$/.test(text) && !isZeroApart) return { text: filled(pattern, text.padStart(digits, '0')) };
  const [integer = ''] = text.replace('-', '').split('.');
  return integer.length >= digits ? cell : { text, fault: 'cell_zeros_lost' };
}

/** The first place takes the digits for which there is none. */
function filled(pattern: readonly (string | null)[], digits: string): string {
  let at = digits.length - pattern.filter((part) => part === null).length;
  let isFirst = true;
  return pattern
    .map((part) => {
      if (part !== null) return part;
      const shown = digits.slice(isFirst ? 0 : at, ++at);
      isFirst = false;
      return shown;
    })
    .join('');
}

/** Reads a number from its value and from the text that the spreadsheet displays for it. */
export function numberShownAs(raw: string, shown: string): NumberCell {
  const cell = numberCell(raw);
  if (cell.fault) return cell;
  const text = asciiDigits(shown).trim();
  const digits = text.replace(/\D/g, '');
  const isInteger = /^\d+$/.test(cell.text) && !/[.,]|\de/i.test(text);
  const isLonger = digits.length > cell.text.length || /\d[-/()]+\d/.test(text);
  if (isInteger && digits.endsWith(cell.text) && isLonger) return { text };
  const beginsWithZero = /^-?[1-9]\d*$/.test(cell.text) ? /^\D*0/ : /^\D*0\d/;
  return beginsWithZero.test(text) ? { ...cell, fault: 'cell_zeros_lost' } : cell;
}
