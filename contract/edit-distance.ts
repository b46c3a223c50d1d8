/**
 * The number of wrong, missing, surplus or swapped letters (optimal string alignment). More than `most` is `Infinity`,
 * which needs no full comparison.
 */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return Number.POSITIVE_INFINITY;
  let earlier: number[] = [];
  let previous = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const near = (rowBefore: number[], at: number) => rowBefore[at] ?? Number.POSITIVE_INFINITY;
      row.push(
        Math.min(
          near(previous, j) + 1,
          near(row, j - 1) + 1,
          near(previous, j - 1) + (isSame ? 0 : 1),
          isSwapped ? near(earlier, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    if (Math.min(...row) > most) return Number.POSITIVE_INFINITY;
    earlier = previous;
    previous = row;
  }
  const distance = previous[other.length] ?? Number.POSITIVE_INFINITY;
  return distance <= most ? distance : Number.POSITIVE_INFINITY;
}
