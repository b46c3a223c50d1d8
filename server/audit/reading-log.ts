/**
 * Records in the audit log which records and files staff have read: each person and record once an hour, also across
 * nodes. No answer waits for it: views are collected in memory and written in the background. Files that are viewed
 * later in the hour are written together at its end.
 */
import { limits } from '../../contract/limits.ts';
import { type Context, inTransaction, type Resources, systemContext, timeAgo } from '../context.ts';
import type { Database } from '../db/database.ts';
import type { ViewAction } from './action-groups.ts';
import { type AuditEvent, writeAuditEntries } from './audit.ts';
import {
  countActorsSince,
  countRecordsDownloaded,
  countRecordsRead,
  hasEntrySince,
  viewsSince,
} from './reading-log.db.ts';

type Actor = { id: string; name: string };

interface ReadEvent {
  action: ViewAction;
  actor: Actor;
  /** The id of the application. */
  record: string;
}

interface TrackedRead {
  view: ReadEvent;
  /** The time of the last entry, in milliseconds; null before the first. */
  writtenAt: number | null;
  writtenParts: Set<string>;
  /** Parts that were viewed and are in no entry yet. */
  pendingParts: Set<string>;
  lastAt: Date;
}

export const hourMs = 3_600_000;
const intervalMs = 1_000;
const writtenAtOnce = 64;
const trackedMax = 20_000;
/** The part for a record that was shown as a whole, and no file of it. */
const wholeRecord = '';

const readingLogs = new WeakMap<Database, ReadingLog>();

function readingLogOf(resources: Resources): ReadingLog {
  const known = readingLogs.get(resources.database) ?? new ReadingLog(resources);
  readingLogs.set(resources.database, known);
  return known;
}

/** Does nothing for a reader who is not signed in: applicants read their own record. */
export function logView(ctx: Context, action: ViewAction, record: string, part: string = wholeRecord): void {
  if (ctx.actor) readingLogOf(ctx).log({ action, actor: { id: ctx.actor.id, name: ctx.actor.name }, record }, part);
}

/** Writes what is due, before the log is read. */
export async function writeDueViewEntries(resources: Resources): Promise<void> {
  await readingLogs.get(resources.database)?.write('due');
}

/** Writes everything that is only in memory; called before the process ends. */
export async function flushReadingLog(resources: Resources): Promise<void> {
  await readingLogs.get(resources.database)?.write('all');
}

/** Writes every second, until the returned function is called. */
export function startReadingLog(resources: Resources): () => void {
  // While the database does not answer, the views stay for a later attempt.
  const timer = setInterval(
    () =>
      void readingLogOf(resources)
        .write('due')
        .catch(() => {}),
    intervalMs,
  );
  return () => clearInterval(timer);
}

class ReadingLog {
  readonly #ctx: Context;
  readonly #tracked = new Map<string, TrackedRead>();
  #writing: Promise<void> = Promise.resolve();

  constructor(resources: Resources) {
    this.#ctx = systemContext(resources);
  }

  log(view: ReadEvent, part: string): void {
    const now = this.#ctx.now();
    const key = keyOf(view);
    let tracked = this.#tracked.get(key);
    if (!tracked || this.#isOver(tracked)) {
      if (this.#tracked.size >= trackedMax) this.#dropWritten(() => true);
      // So many wait only while nothing can be written; the memory for them is bounded.
      if (this.#tracked.size >= trackedMax) return;
      tracked = { view, writtenAt: null, writtenParts: new Set(), pendingParts: new Set(), lastAt: now };
      this.#tracked.set(key, tracked);
    }
    if (tracked.writtenParts.has(part)) return;
    tracked.pendingParts.add(part);
    tracked.lastAt = now;
  }

  /** Nothing is left to write, and the next view begins a new hour. */
  #isOver({ writtenAt, pendingParts }: TrackedRead): boolean {
    return pendingParts.size === 0 && writtenAt !== null && writtenAt + hourMs <= this.#ctx.now().getTime();
  }

  #dropWritten(isDropped: (tracked: TrackedRead) => boolean): void {
    for (const [key, tracked] of this.#tracked) {
      if (tracked.pendingParts.size === 0 && isDropped(tracked)) this.#tracked.delete(key);
    }
  }

  write(which: 'due' | 'all'): Promise<void> {
    const written = this.#writing.then(() => this.#write(which));
    this.#writing = written.catch(() => {});
    return written;
  }

  async #write(which: 'due' | 'all'): Promise<void> {
    const isDue = ({ writtenAt }: TrackedRead) =>
      which === 'all' || writtenAt === null || writtenAt + hourMs <= this.#ctx.now().getTime();
    const due = [...this.#tracked.values()].filter((tracked) => tracked.pendingParts.size > 0 && isDue(tracked));
    for (let at = 0; at < due.length; at += writtenAtOnce) {
      await this.#writeBatch(due.slice(at, at + writtenAtOnce), which);
    }
    this.#dropWritten((tracked) => this.#isOver(tracked));
  }

  async #writeBatch(due: readonly TrackedRead[], which: 'due' | 'all'): Promise<void> {
    const since = timeAgo(this.#ctx, hourMs);
    const batch = due.map((tracked) => ({ tracked, parts: [...tracked.pendingParts] }));
    const written = await this.#ctx.database.syncedOffThread((db) =>
      inTransaction({ ...this.#ctx, db }, async (ctx) => {
        await ctx.database.lockKeys(
          ctx.db,
          due.map(({ view }) => ctx.keys.hash('lock', keyOf(view))),
        );
        const known = await viewsSince(ctx, [...new Set(due.map(({ view }) => view.record))], since);
        const events: AuditEvent[] = [];
        const results = batch.map(({ tracked: { view, lastAt }, parts }) => {
          const before = known.filter(
            (row) => keyOf({ ...view, ...row, actor: { ...view.actor, id: row.actorId ?? '' } }) === keyOf(view),
          );
          const recorded = new Set(before.flatMap(({ fields }) => partsOf(fields)));
          const missing = parts.filter((part) => !recorded.has(part));
          const last = before.at(-1);
          const isWritten = missing.length > 0 && (last === undefined || which === 'all');
          if (isWritten) events.push({ ...view, fields: missing.filter((part) => part !== wholeRecord), at: lastAt });
          const writtenAt = last && !isWritten ? Date.parse(last.at) : lastAt.getTime();
          return { writtenAt, writtenParts: new Set([...recorded, ...(isWritten ? missing : [])]) };
        });
        if (events.length > 0) await writeAuditEntries(ctx, events);
        await this.#reportBulkReaders(ctx, events);
        return results;
      }),
    );
    for (const [at, { tracked }] of batch.entries()) {
      const result = written[at];
      if (!result) continue;
      Object.assign(tracked, result);
      for (const part of result.writtenParts) tracked.pendingParts.delete(part);
    }
  }

  /** Writes an audit entry about each person who has read more records within an hour than anybody reads by hand. */
  async #reportBulkReaders(ctx: Context, events: readonly AuditEvent[]): Promise<void> {
    const since = timeAgo(ctx, hourMs);
    const actors = new Map(events.flatMap(({ actor }) => (actor ? [[actor.id, actor]] : [])));
    for (const actor of [...actors.values()].sort((one, other) => (one.id < other.id ? -1 : 1))) {
      await reportBulkReader(ctx, actor, await countRecordsRead(ctx, actor.id, since));
    }
  }
}

/** Within a transaction: adds an entry, at most once an hour, about somebody who has read too many records. */
async function reportBulkReader(ctx: Context, actor: Actor, records: number): Promise<void> {
  if (records <= limits.recordsReadAnHour) return;
  const since = timeAgo(ctx, hourMs);
  await ctx.database.lockKeys(ctx.db, [ctx.keys.hash('lock', `reading.many ${actor.id}`)]);
  if (await hasEntrySince(ctx, { action: 'reading.many', record: actor.id, since })) return;
  await writeAuditEntries(ctx, [{ action: 'reading.many', record: actor.id, actor, detail: { records } }]);
  ctx.events.count('readings', 'many');
}

/** Within a transaction: reports the actor if so many records read at once are too many. */
export async function logBulkReading(ctx: Context, records: number): Promise<void> {
  if (ctx.actor) await reportBulkReader(ctx, { id: ctx.actor.id, name: ctx.actor.name }, records);
}

/**
 * Within the transaction that has recorded a download of so many records: reports the actor if these are more than
 * `recordsReadAnHour`, or if all downloads of the hour together are more than `recordsListedAnHour`.
 */
export async function logDownload(ctx: Context, records: number): Promise<void> {
  if (!ctx.actor) return;
  const all = await countRecordsDownloaded(ctx, ctx.actor.id, timeAgo(ctx, hourMs));
  await logBulkReading(ctx, all > limits.recordsListedAnHour ? all : records);
}

/** How many of the staff were recently reported for reading too many records within an hour. */
export function countBulkReaders(ctx: Context): Promise<number> {
  return countActorsSince(ctx, 'reading.many', timeAgo(ctx, limits.bulkReadersShownDays * 86_400_000));
}

function keyOf({ action, actor, record }: ReadEvent): string {
  return `${action} ${actor.id} ${record}`;
}

function partsOf(fields: string): string[] {
  const parts = JSON.parse(fields) as string[];
  return parts.length > 0 ? parts : [wholeRecord];
}
