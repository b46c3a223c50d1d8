/** Gives the test databases of a run a common prefix, and drops at its end those that its processes have left. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    databasePrefix: string;
  }
}

export default function setup(project: TestProject): () => Promise<void> {
  const prefix = `maplegate_test_${randomBytes(6).toString('hex')}`;
  project.provide('databasePrefix', prefix);
  return async () => {
    const { TEST_DATABASE_URL } = process.env;
    if (TEST_DATABASE_URL) await dropDatabases(TEST_DATABASE_URL, prefix);
  };
}

async function dropDatabases(server: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [prefix]);
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
  } finally {
    await client.end();
  }
}
