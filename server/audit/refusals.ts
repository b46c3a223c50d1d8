/**
 * Records failed and incomplete sign-ins, lock-outs and refused calls in the audit log. No request waits for these
 * entries: they are counted in memory and written in the background. The first of a kind is written at once and further
 * ones together at growing intervals, so that no number of callers can fill the disk.
 */
import type { RefusedCallDetail } from '../../contract/audit-answers.ts';
import { type Context, inTransaction, type Resources, systemContext } from '../context.ts';
import type { Database } from '../db/database.ts';
import type { refusalActions } from './action-groups.ts';
import { writeAuditEntry } from './audit.ts';

/** How many tallies a node has in memory before further refusals are counted without their detail. */
const talliesMax = 100;
/**
 * How many rows of refusals a node writes a day. Further refusals are counted without their detail, which callers can
 * vary at will, and such a tally has a row an hour at most. So the rows of a day are bounded by the number of accounts
 * and actions, and no number of origins hides who was refused.
 */
export const rowsPerDay = 1_000;

type RefusalAction = (typeof refusalActions)[number];

export interface RefusalEvent {
  action: RefusalAction;
  /** The account for which the sign-in was tried. */
  record: string | null;
  actor: { id: string; name: string } | null;
  detail?: Omit<RefusedCallDetail, 'times'>;
}

interface Tally {
  event: RefusalEvent;
  /** The number of refusals that are not written yet. */
  times: number;
  lastAt: Date;
  /** When the next entry is due, in milliseconds. */
  dueAt: number;
  intervalMs: number;
}

const writeAfterMs = 200;
const firstIntervalMs = 60_000;
const intervalMsMax = 3_600_000;

const refusals = new WeakMap<Database, Refusals>();

function refusalsOf(resources: Resources): Refusals {
  const known = refusals.get(resources.database) ?? new Refusals(resources);
  refusals.set(resources.database, known);
  return known;
}

export function logRefusal(resources: Resources, event: RefusalEvent): void {
  refusalsOf(resources).note(event);
}

/** Writes what is due, before the log is read. */
export async function writeDueRefusals(resources: Resources): Promise<void> {
  await refusals.get(resources.database)?.write('due');
}

/** Writes everything that is only in memory; called before the process ends. */
export async function flushRefusals(resources: Resources): Promise<void> {
  await refusals.get(resources.database)?.write('all');
}

class Refusals {
  readonly #ctx: Context;
  readonly #tallies = new Map<string, Tally>();
  #today = { day: '', rows: 0 };
  #firstWrite: NodeJS.Timeout | null = null;
  #repeatedWrites: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(resources: Resources) {
    this.#ctx = systemContext(resources);
  }

  note(event: RefusalEvent): void {
    const now = this.#ctx.now();
    this.#add(event, 1, now);
    this.#firstWrite ??= setTimeout(() => {
      this.#firstWrite = null;
      this.#writeInBackground();
    }, writeAfterMs).unref();
    this.#repeatedWrites ??= setInterval(() => this.#writeInBackground(), firstIntervalMs).unref();
  }

  #writeInBackground(): void {
    // While the database does not answer, the entries stay for a later attempt.
    this.write('due').catch(() => {});
    if (this.#tallies.size || !this.#repeatedWrites) return;
    clearInterval(this.#repeatedWrites);
    this.#repeatedWrites = null;
  }

  #add(event: RefusalEvent, times: number, at: Date): Tally {
    const isCountedAlone = this.#tallies.has(keyOf(event)) || !this.#isFull(at);
    const counted = isCountedAlone ? event : sharedEvent(event);
    const key = keyOf(counted);
    const tally = this.#tallies.get(key) ?? {
      event: counted,
      times: 0,
      lastAt: at,
      dueAt: at.getTime(),
      intervalMs: firstIntervalMs,
    };
    tally.times += times;
    tally.lastAt = at;
    this.#tallies.set(key, tally);
    return tally;
  }

  #isFull(now: Date): boolean {
    return this.#tallies.size >= talliesMax || this.#rowsOn(now) >= rowsPerDay;
  }

  #rowsOn(now: Date): number {
    const day = now.toISOString().slice(0, 10);
    if (this.#today.day !== day) this.#today = { day, rows: 0 };
    return this.#today.rows;
  }

  write(which: 'due' | 'all'): Promise<void> {
    const written = this.#writing.then(() => this.#write(which));
    this.#writing = written.catch(() => {});
    return written;
  }

  async #write(which: 'due' | 'all'): Promise<void> {
    const now = this.#ctx.now();
    const due = this.#collectDue(which, now);
    if (!due.length) return;
    try {
      await this.#ctx.database.syncedOffThread((db) =>
        inTransaction({ ...this.#ctx, db }, async (ctx) => {
          for (const { event, times, at } of due) {
            await writeAuditEntry(ctx, { ...event, at, detail: { ...event.detail, times } });
          }
        }),
      );
    } catch (error) {
      for (const { event, times, at } of due) this.#add(event, times, at).dueAt = now.getTime();
      throw error;
    }
    this.#today.rows += due.length;
  }

  /**
   * Returns the entries to write now and resets their counts. Drops tallies that were not incremented since; those for
   * which the day has no row left are added to the shared one of their account.
   */
  #collectDue(which: 'due' | 'all', now: Date): { event: RefusalEvent; times: number; at: Date }[] {
    const isDue = ({ dueAt }: Tally) => which === 'all' || dueAt <= now.getTime();
    let rowsLeft = rowsPerDay - this.#rowsOn(now);
    for (const [key, tally] of [...this.#tallies].filter(([, tally]) => isDue(tally))) {
      if (tally.times && (isShared(tally) || rowsLeft-- > 0)) continue;
      this.#tallies.delete(key);
      if (tally.times) this.#add(sharedEvent(tally.event), tally.times, tally.lastAt);
    }
    const due = [];
    for (const tally of this.#tallies.values()) {
      if (!tally.times || !isDue(tally)) continue;
      due.push({ event: tally.event, times: tally.times, at: tally.lastAt });
      tally.times = 0;
      if (rowsLeft <= 0) tally.intervalMs = intervalMsMax;
      tally.dueAt = now.getTime() + tally.intervalMs;
      tally.intervalMs = Math.min(2 * tally.intervalMs, intervalMsMax);
    }
    return due;
  }
}

/** The event under which refusals of one account are counted together once the limits are reached. */
function sharedEvent({ action, record, actor }: RefusalEvent): RefusalEvent {
  return { action, record, actor };
}

function isShared({ event }: Tally): boolean {
  return keyOf(event) === keyOf(sharedEvent(event));
}

function keyOf({ action, record, actor, detail }: RefusalEvent): string {
  return JSON.stringify([action, record, actor?.id, detail?.origin, detail?.call, detail?.code]);
}
