/** When an application is late: it is not decided, and older than the weeks that are promised. */
import { addDays, dhakaDay, dhakaMidnight } from './dates.ts';
import { limits } from './limits.ts';
import { firstStatus } from './status.ts';

export const lateStatus = firstStatus;

/** What arrived before this moment is late. */
export function lateBefore(now: Date): string {
  return dhakaMidnight(addDays(dhakaDay(now), -limits.lateAfterDays));
}
