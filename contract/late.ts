/** When an application is late: it is undecided and older than the promised weeks. */
import { addDays, dhakaDay, dhakaMidnight } from './dates.ts';
import { limits } from './limits.ts';
import { firstStatus } from './status.ts';

export const lateStatus = firstStatus;

/** Applications that arrived before this moment are late. */
export function lateBefore(now: Date): string {
  return dhakaMidnight(addDays(dhakaDay(now), -limits.lateAfterDays));
}
