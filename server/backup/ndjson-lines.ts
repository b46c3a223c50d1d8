/**
 * Splits a table of a backup into lines. Only a newline ends a line: a text may contain U+2028 and U+2029, which
 * `node:readline` also treats as line ends.
 */
export const newline = 10;

/** Yields the lines that each chunk completes; the text after the last newline is a line as well. */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  let rest: Uint8Array[] = [];
  for await (const chunk of bytes) {
    const lines: string[] = [];
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      lines.push(Buffer.concat([...rest, chunk.subarray(from, end)]).toString());
      rest = [];
      from = end + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
    if (lines.length > 0) yield lines;
  }
  if (rest.length > 0) yield [Buffer.concat(rest).toString()];
}
