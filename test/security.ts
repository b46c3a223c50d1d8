/** Writes docs/security.md from security-table.md, which names tests as conformance-table.md does: `npm run conformance`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { withTitles } from './conformance.ts';

const documentFile = new URL('../docs/security.md', import.meta.url);

export function securityTable(): string {
  return readFileSync(new URL('security-table.md', import.meta.url), 'utf8');
}

export function securityDocument(): string {
  const note = '<!-- Written by `npm run conformance` from test/security-table.md and the titles of the tests. -->';
  return `${note}\n\n${withTitles(securityTable())}`;
}

export function writtenSecurityDocument(): string {
  return readFileSync(documentFile, 'utf8');
}

if (import.meta.main) writeFileSync(documentFile, securityDocument());
