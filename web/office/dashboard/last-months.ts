interface Month {
  /** `YYYY-MM`. */
  month: string;
  count: number;
}

/** The last months up to that of `today` (`YYYY-MM-DD`), oldest first, including months without applications. */
export function lastMonths(arrivals: readonly Month[], today: string, length: number): Month[] {
  const counts = new Map(arrivals.map(({ month, count }) => [month, count]));
  const [year = 0, month = 0] = today.split('-').map(Number);
  return Array.from({ length }, (_, at) => {
    const name = new Date(Date.UTC(year, month - length + at, 1)).toISOString().slice(0, 7);
    return { month: name, count: counts.get(name) ?? 0 };
  });
}
