/** Loses the PostgreSQL primary of three nodes while staff work on them, and promotes its standby. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Application } from '../contract/answers.ts';
import { startStaffLoad } from './staff-load.ts';
import type { ThreeNodes } from './three-nodes.ts';

/** The time in which an operator notices the loss and promotes the standby. */
const promotedAfterMs = 2_000;
const loadMs = 2_000;

export interface LostPrimary {
  /** How often each status was answered. */
  statuses: Record<string, number>;
  /** The last answer about each record that was written. */
  acknowledged: Map<string, Application>;
  /** Milliseconds from the promotion until a call of each kind succeeded. */
  recoveryMs: number;
}

export async function loseThePrimaryUnderLoad(installation: ThreeNodes): Promise<LostPrimary> {
  const load = startStaffLoad(installation.staff);
  await load.untilEachSucceeds();
  await sleep(loadMs);
  await installation.losePrimary();
  await sleep(promotedAfterMs);
  await installation.promoteStandby();
  const recoveryMs = await load.untilEachSucceeds();
  await sleep(loadMs);
  return { ...(await load.stop()), recoveryMs };
}
