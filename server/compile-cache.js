/**
 * Caches compiled sources for the next start; loaded before the first TypeScript file. It is plain JavaScript, because
 * the compiler that strips types stays in memory once a file outside of the cache has loaded it.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// In node_modules, where only the owner may write.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/maplegate', import.meta.url)));
