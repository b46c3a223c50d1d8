/** When an application is late: it is undecided and older than the promised weeks. */
import { addDays, dhakaDay, dhakaMidnight } from './dates.ts';
import { limits } from './limits.ts';

/** Undecided applications that arrived before this moment are late. */
export function lateBefore(now: Date): string {
  return dhakaMidnight(addDays(dhakaDay(now), -limits.lateAfterDays));
}
