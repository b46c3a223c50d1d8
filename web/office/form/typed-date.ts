/** Parses a date that was typed or pasted into one field. */
import { readWholeDate } from '../../ui/birth-date.ts';

/** The default of the latest accepted day. */
const latestDay = '9998-12-31';

/** Returns `YYYY-MM-DD`, or null if the text is no date up to the latest. Eight digits begin or end with the year. */
export function parseTypedDate(typed: string, latest = latestDay): string | null {
  const reading = readWholeDate(typed, latest);
  return reading.ok ? reading.date : null;
}

/** Returns the typed date, or the text itself if it is no date. */
export const normalizeTypedDate = (typed: string, latest?: string): string => parseTypedDate(typed, latest) ?? typed;
