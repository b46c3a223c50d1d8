/**
 * The lines of a table in a backup. Only a newline ends one: a text may hold U+2028 and U+2029, which `node:readline`
 * takes for ends of lines, too.
 */
export const newline = 10;

/** Those that became complete with each piece that was read; what follows the last newline is a line as well. */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  let rest: Uint8Array[] = [];
  for await (const piece of bytes) {
    const lines: string[] = [];
    let from = 0;
    for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, from)) {
      lines.push(Buffer.concat([...rest, piece.subarray(from, end)]).toString());
      rest = [];
      from = end + 1;
    }
    if (from < piece.length) rest.push(piece.subarray(from));
    if (lines.length > 0) yield lines;
  }
  if (rest.length > 0) yield [Buffer.concat(rest).toString()];
}
