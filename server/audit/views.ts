/**
 * Records which records and files staff have read: each person and record once an hour, also over several nodes. No answer
 * waits for it: views are collected in memory and written in the background. Places of a file that are seen later in that
 * hour are written together when it is over.
 */

import type { ViewAction } from '../../contract/audit.ts';
import { limits } from '../../contract/limits.ts';
import { type Context, inTransaction, type Resources, systemContext, timeAgo } from '../context.ts';
import type { Database } from '../db/database.ts';
import { type AuditEvent, writeAuditEntries } from './audit.ts';
import { countActorsSince, countRecordsRead, hasEntrySince, viewsSince } from './views.db.ts';

type Actor = { id: string; name: string };

interface View {
  action: ViewAction;
  actor: Actor;
  /** The id of the application. */
  record: string;
}

interface Tracked {
  view: View;
  /** The moment of the last entry, in milliseconds; null before the first. */
  writtenAt: number | null;
  written: Set<string>;
  /** Places that were seen and are in no entry yet. */
  open: Set<string>;
  lastAt: Date;
}

export const hourMs = 3_600_000;
const everyMs = 1_000;
const writtenAtOnce = 64;
const trackedMax = 20_000;
/** The view of the record itself, which has no places. */
const itself = '';

const recorders = new WeakMap<Database, Views>();

function viewsOf(resources: Resources): Views {
  const known = recorders.get(resources.database) ?? new Views(resources);
  recorders.set(resources.database, known);
  return known;
}

/** Does nothing for a reader who is not signed in: applicants read their own record. */
export function noteView(ctx: Context, action: ViewAction, record: string, place: string = itself): void {
  if (ctx.actor) viewsOf(ctx).note({ action, actor: { id: ctx.actor.id, name: ctx.actor.name }, record }, place);
}

/** Writes what is due, before the log is read. */
export async function writeDueViews(resources: Resources): Promise<void> {
  await recorders.get(resources.database)?.write('due');
}

/** Writes everything that is only in memory; called before the process ends. */
export async function flushViews(resources: Resources): Promise<void> {
  await recorders.get(resources.database)?.write('all');
}

/** Writes every second, until the returned function is called. */
export function startViews(resources: Resources): () => void {
  // While the database does not answer, the views stay for a later attempt.
  const timer = setInterval(
    () =>
      void viewsOf(resources)
        .write('due')
        .catch(() => {}),
    everyMs,
  );
  return () => clearInterval(timer);
}

class Views {
  readonly #ctx: Context;
  readonly #tracked = new Map<string, Tracked>();
  #writing: Promise<void> = Promise.resolve();

  constructor(resources: Resources) {
    this.#ctx = systemContext(resources);
  }

  note(view: View, place: string): void {
    const now = this.#ctx.now();
    const key = keyOf(view);
    let tracked = this.#tracked.get(key);
    if (!tracked || this.#isOver(tracked)) {
      if (this.#tracked.size >= trackedMax) this.#forgetWritten(() => true);
      if (this.#tracked.size >= trackedMax) return;
      tracked = { view, writtenAt: null, written: new Set(), open: new Set(), lastAt: now };
      this.#tracked.set(key, tracked);
    }
    if (tracked.written.has(place)) return;
    tracked.open.add(place);
    tracked.lastAt = now;
  }

  /** Nothing is left to write, and the next view begins a new hour. */
  #isOver({ writtenAt, open }: Tracked): boolean {
    return open.size === 0 && writtenAt !== null && writtenAt + hourMs <= this.#ctx.now().getTime();
  }

  #forgetWritten(isForgotten: (tracked: Tracked) => boolean): void {
    for (const [key, tracked] of this.#tracked) {
      if (tracked.open.size === 0 && isForgotten(tracked)) this.#tracked.delete(key);
    }
  }

  write(which: 'due' | 'all'): Promise<void> {
    const written = this.#writing.then(() => this.#write(which));
    this.#writing = written.catch(() => {});
    return written;
  }

  async #write(which: 'due' | 'all'): Promise<void> {
    const isDue = ({ writtenAt }: Tracked) =>
      which === 'all' || writtenAt === null || writtenAt + hourMs <= this.#ctx.now().getTime();
    const due = [...this.#tracked.values()].filter((one) => one.open.size > 0 && isDue(one));
    for (let at = 0; at < due.length; at += writtenAtOnce) {
      await this.#writeSome(due.slice(at, at + writtenAtOnce), which);
    }
    this.#forgetWritten((tracked) => this.#isOver(tracked));
  }

  async #writeSome(due: readonly Tracked[], which: 'due' | 'all'): Promise<void> {
    const since = timeAgo(this.#ctx, hourMs);
    const taken = due.map((tracked) => ({ tracked, places: [...tracked.open] }));
    const written = await this.#ctx.database.syncedOffThread((query) =>
      inTransaction({ ...this.#ctx, query }, async (ctx) => {
        await ctx.database.lockKeys(
          ctx.query,
          due.map(({ view }) => ctx.keys.hash('lock', keyOf(view))),
        );
        const known = await viewsSince(ctx, [...new Set(due.map(({ view }) => view.record))], since);
        const events: AuditEvent[] = [];
        const results = taken.map(({ tracked: { view, lastAt }, places }) => {
          const before = known.filter(
            (row) => keyOf({ ...view, ...row, actor: { ...view.actor, id: row.actorId ?? '' } }) === keyOf(view),
          );
          const seen = new Set(before.flatMap(({ fields }) => placesOf(fields)));
          const left = places.filter((place) => !seen.has(place));
          const last = before.at(-1);
          const isWritten = left.length > 0 && (last === undefined || which === 'all');
          if (isWritten) events.push({ ...view, fields: left.filter((place) => place !== itself), at: lastAt });
          const writtenAt = last && !isWritten ? Date.parse(last.at) : lastAt.getTime();
          return { writtenAt, written: new Set([...seen, ...(isWritten ? left : [])]) };
        });
        if (events.length > 0) await writeAuditEntries(ctx, events);
        await this.#recordMany(ctx, events);
        return results;
      }),
    );
    for (const [at, { tracked }] of taken.entries()) {
      const result = written[at];
      if (!result) continue;
      Object.assign(tracked, result);
      for (const place of result.written) tracked.open.delete(place);
    }
  }

  /** Somebody who reads more records within an hour than an office reads by hand is shown to the owner. */
  async #recordMany(ctx: Context, events: readonly AuditEvent[]): Promise<void> {
    const since = timeAgo(ctx, hourMs);
    const actors = new Map(events.flatMap(({ actor }) => (actor ? [[actor.id, actor]] : [])));
    for (const actor of [...actors.values()].sort((one, other) => (one.id < other.id ? -1 : 1))) {
      await reportBulkReader(ctx, actor, await countRecordsRead(ctx, actor.id, since));
    }
  }
}

/** Within a transaction: adds an entry, once an hour, about somebody who has read more records than anybody does by hand. */
async function reportBulkReader(ctx: Context, actor: Actor, records: number): Promise<void> {
  if (records <= limits.recordsReadAnHour) return;
  const since = timeAgo(ctx, hourMs);
  await ctx.database.lockKeys(ctx.query, [ctx.keys.hash('lock', `reading.many ${actor.id}`)]);
  if (await hasEntrySince(ctx, { action: 'reading.many', record: actor.id, since })) return;
  await writeAuditEntries(ctx, [{ action: 'reading.many', record: actor.id, actor, detail: { records } }]);
  ctx.events.count('readings', 'many');
}

/** Within a transaction: the actor has read so many records at once. */
export async function noteBulkReading(ctx: Context, records: number): Promise<void> {
  if (ctx.actor) await reportBulkReader(ctx, { id: ctx.actor.id, name: ctx.actor.name }, records);
}

/** How many of the staff have recently read very many records within an hour. */
export function countBulkReaders(ctx: Context): Promise<number> {
  return countActorsSince(ctx, 'reading.many', timeAgo(ctx, limits.readingNamedDays * 86_400_000));
}

function keyOf({ action, actor, record }: View): string {
  return `${action} ${actor.id} ${record}`;
}

function placesOf(fields: string): string[] {
  const places = JSON.parse(fields) as string[];
  return places.length > 0 ? places : [itself];
}
