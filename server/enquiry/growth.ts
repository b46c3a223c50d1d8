/**
 * Tells the engine's planner when a table of tries has grown. Swept empty, it looks to PostgreSQL as if reading it from
 * end to end cost nothing, and it keeps such a plan while a crowd's tries come in by the thousand: until its own
 * housekeeping, up to a minute later, every status check would read it all.
 */
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

/** To read so many from end to end takes a tenth of a millisecond. */
const untoldMax = 500;
/** Of a table of 300,000 rows the engine reads a tenth for it. */
const restMs = 10_000;

export class Growth {
  readonly #database: Database;
  readonly #table: keyof Tables;
  #untold = 0;
  #restsUntil = 0;
  #telling: Promise<void> = Promise.resolve();

  constructor(database: Database, table: keyof Tables) {
    this.#database = database;
    this.#table = table;
  }

  note(rows: number): void {
    this.#untold += rows;
    const now = performance.now();
    if (this.#untold < untoldMax || now < this.#restsUntil) return;
    this.#untold = 0;
    this.#restsUntil = now + restMs;
    // What the planner does not hear now it hears the next time.
    this.#telling = this.#database.tellPlanner(this.#table).catch(() => {});
  }

  told(): Promise<void> {
    return this.#telling;
  }
}
