/**
 * Compiles every source that a start may load into the cache, and ends. The build runs it with the flags of `npm start`,
 * which belong to the key of the cache: otherwise the first start would compile them, and keep the compiler in memory.
 */
import { flushCompileCache } from 'node:module';
import './compile-cache.js';

const sources = ['./settings.ts', './start.ts'];
const loadedWhereSet = ['./db/postgres.ts', './storage/s3.ts', './metrics/prometheus.ts', './openapi/document.ts'];
const pages = '../build/server/pages.js';
for (const source of [...sources, ...loadedWhereSet, pages]) await import(source);
flushCompileCache();
// Some modules keep timers that a start needs.
process.exit();
