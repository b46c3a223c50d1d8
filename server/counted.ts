/** A count with its English noun, `1 file` or `2 files`, for the sentences that are printed for the owner. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
