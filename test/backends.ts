/**
 * The database and storage for a product of a test: its own folder, or with `TEST_ENGINE=postgres` the server of
 * TEST_DATABASE_URL, and with `TEST_STORAGE=s3` a bucket.
 */
import { createDatabase } from './database.ts';
import { isOnBucket } from './harness.ts';
import { openTestS3, s3Key } from './s3.ts';
import { testSecretKey } from './secret-key.ts';

const server = process.env.TEST_DATABASE_URL;
export const hasPostgresServer = server !== undefined;
/** Whether a product keeps its records on that server unless a test says otherwise. */
export const isOnPostgres = hasPostgresServer && process.env.TEST_ENGINE === 'postgres';

export interface Backends {
  /** The settings that name them; empty if both are in the data folder. */
  environment: Record<string, string>;
  close(): Promise<void>;
}

/** A database and a bucket for this test alone. */
export async function openBackends(
  engine: 'sqlite' | 'postgres' = isOnPostgres ? 'postgres' : 'sqlite',
): Promise<Backends> {
  const database = engine === 'postgres' ? await createDatabase(server ?? '') : null;
  const s3 = isOnBucket ? await openTestS3() : null;
  // A test that opens the bucket itself takes the key from its own environment.
  if (s3) Object.assign(process.env, s3Key);
  return {
    environment: {
      ...(database && { DATABASE_URL: database.url, SECRET_KEY: testSecretKey }),
      ...(s3 && { ...s3Key, STORAGE_URL: (await s3.newBucket()).url }),
    },
    async close() {
      await database?.drop();
      await s3?.close();
    },
  };
}
