/** The normal form of a code as somebody has typed or copied it: of a set-up code, and of a second factor. */
import { asciiDigits, plainText } from './text.ts';

/** Without separators, in the letters of Crockford's base 32, which leaves out those that are misread. */
export function typedCode(text: string): string {
  return asciiDigits(plainText(text)).toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
}
