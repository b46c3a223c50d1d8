/** A database of its own on a PostgreSQL server, until it is dropped: empty, or a copy of a template. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface CreatedDatabase {
  name: string;
  url: string;
  drop(): Promise<void>;
}

export async function createDatabase(
  server: string,
  { template = 'template1', prefix = 'maplegate_test' } = {},
): Promise<CreatedDatabase> {
  const name = `${prefix}_${randomBytes(6).toString('hex')}`;
  await runStatement(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { name, url: url.href, drop: () => runStatement(server, `drop database ${name} with (force)`) };
}

export async function runStatement(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}
