/**
 * Refreshes the planner's statistics when a table of attempts has grown. PostgreSQL plans a sequential scan for a table
 * that was swept empty, and keeps that plan while many attempts are written: until autovacuum runs, up to a minute
 * later, every status check would read the whole table.
 */
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

/** Fewer rows are scanned quickly without new statistics. */
const newRowsMax = 500;
/** The pause after an analysis, which reads a good part of a large table. */
const pauseMs = 10_000;

export class PlannerStatistics {
  readonly #database: Database;
  readonly #table: keyof Tables;
  #newRows = 0;
  #pausedUntil = 0;
  #analyzing: Promise<void> = Promise.resolve();

  constructor(database: Database, table: keyof Tables) {
    this.#database = database;
    this.#table = table;
  }

  addRows(count: number): void {
    this.#newRows += count;
    const now = performance.now();
    if (this.#newRows < newRowsMax || now < this.#pausedUntil) return;
    this.#newRows = 0;
    this.#pausedUntil = now + pauseMs;
    // After a failure the statistics stay as they are until the next analysis.
    this.#analyzing = this.#database.analyze(this.#table).catch(() => {});
  }

  /** Resolves when no analysis is running. */
  idle(): Promise<void> {
    return this.#analyzing;
  }
}
