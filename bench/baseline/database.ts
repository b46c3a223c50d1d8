/** Reads a database of the product with prepared statements and without the product's code. */
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';

export type DatabasePlace = { file: string } | { url: string };

type Statement = (values: unknown[]) => Promise<Record<string, unknown>[]>;

interface OpenDatabase {
  prepare: (text: string) => Statement;
  /** The columns of an application. */
  columns: string[];
  /** Compares texts without regard to case. */
  like: string;
}

const int8 = 20;
const poolMax = 16;

export const isLive = 'deleted_at is null';

export async function openDatabase(place: DatabasePlace): Promise<OpenDatabase> {
  return 'file' in place ? sqlite(place.file) : postgres(place.url);
}

/** Selects columns under the names of the product's rows. */
export function camelCaseColumns(columns: readonly string[]): string {
  return columns
    .map((name) => `${name} as "${name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase())}"`)
    .join(', ');
}

function sqlite(file: string): OpenDatabase {
  const connection = new BetterSqlite(file, { readonly: true });
  connection.pragma('cache_size = -16000');
  return {
    columns: connection
      .prepare('select * from application')
      .columns()
      .map(({ name }) => name),
    like: 'like',
    prepare(text) {
      const statement = connection.prepare(text);
      return async (values) => statement.all(...values) as Record<string, unknown>[];
    },
  };
}

async function postgres(url: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolMax,
    // Closing sixteen idle connections at once would take processor time from the product's next burst.
    idleTimeoutMillis: 0,
    types: { getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)) },
  });
  const { fields } = await pool.query('select * from application limit 0');
  let statements = 0;
  return {
    columns: fields.map(({ name }) => name),
    like: 'ilike',
    prepare(text) {
      let number = 0;
      const statement = { name: `statement-${statements++}`, text: text.replaceAll('?', () => `$${++number}`) };
      return async (values) => (await pool.query({ ...statement, values })).rows;
    },
  };
}
