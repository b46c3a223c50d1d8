/** Escapes text for XML. */
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML 1.0 forbids, which are replaced: all control characters except tab and line feed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
const impossible = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g;

/** A line break of any kind becomes a line feed, as a parser of XML makes it one. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(impossible, '\ufffd')
    .replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
}
