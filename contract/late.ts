import { addDays, dhakaDay, dhakaMidnight } from './dates.ts';
import { limits } from './limits.ts';

/** An undecided application is late if it arrived before this moment: as long ago as `limits.lateAfterDays` says. */
export function lateBefore(now: Date): string {
  return dhakaMidnight(addDays(dhakaDay(now), -limits.lateAfterDays));
}
