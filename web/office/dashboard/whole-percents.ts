/** The shares of the counts in whole percents that add up to 100, by the method of the largest remainders. */
export function wholePercents(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts.map(() => 0);
  const percents = counts.map((count) => Math.floor((count * 100) / total));
  const missing = 100 - percents.reduce((sum, percent) => sum + percent, 0);
  const remainders = counts.map((count, at) => ({ at, remainder: (count * 100) % total }));
  const raised = new Set(
    remainders
      .sort((one, other) => other.remainder - one.remainder)
      .slice(0, missing)
      .map(({ at }) => at),
  );
  return percents.map((percent, at) => percent + Number(raised.has(at)));
}
