/** An empty database of its own on a PostgreSQL server, until it is dropped. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';

export async function createDatabase(server: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `maplegate_test_${randomBytes(6).toString('hex')}`;
  await runStatement(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runStatement(server, `drop database ${name} with (force)`) };
}

export async function runStatement(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}
