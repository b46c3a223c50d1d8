/**
 * Refreshes the planner's statistics when a table of tries has grown. PostgreSQL plans a sequential scan for a table
 * that was swept empty, and keeps to it while a crowd's tries are written: until the server's own autovacuum comes, up
 * to a minute later, every status check would read the whole table.
 */
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

/** So few rows are scanned in no time. */
const newRowsMax = 500;
/** To analyze reads a good part of a large table. */
const restMs = 10_000;

export class PlannerStatistics {
  readonly #database: Database;
  readonly #table: keyof Tables;
  #newRows = 0;
  #restsUntil = 0;
  #analyzing: Promise<void> = Promise.resolve();

  constructor(database: Database, table: keyof Tables) {
    this.#database = database;
    this.#table = table;
  }

  addRows(count: number): void {
    this.#newRows += count;
    const now = performance.now();
    if (this.#newRows < newRowsMax || now < this.#restsUntil) return;
    this.#newRows = 0;
    this.#restsUntil = now + restMs;
    // After a failure the statistics stay as they are until the next time.
    this.#analyzing = this.#database.analyze(this.#table).catch(() => {});
  }

  /** Resolves when no analysis is running. */
  idle(): Promise<void> {
    return this.#analyzing;
  }
}
