/** A count with its English noun, `1 file` or `2 files`, for the sentences that are printed for the owner. */
export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : nouns}`;
}
