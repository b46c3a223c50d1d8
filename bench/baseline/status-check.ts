/**
 * The least code for a status check from the form to the page: `node:http`, the same look-up, React. `POST` looks the
 * record up and redirects; `GET` reads it with its decisions and renders the page with React.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { dhakaDay } from '../../contract/dates.ts';
import { limits } from '../../contract/limits.ts';
import type { ApplicationRow, DecisionRow } from '../../server/applications/applications.ts';
import { presentGranted } from '../../server/applications/present.ts';
import { camelCaseColumns, type DatabasePlace, isLive, openDatabase } from './database.ts';

interface Settings {
  database: DatabasePlace;
  /** The built `page.tsx`. */
  pageFile: string;
  /** The inlined style sheets of the page. */
  style: string;
  postHead: string[];
  pageHead: string[];
  root: object;
  site: object;
  nationalityKeys: Record<string, string>;
}

const settings = JSON.parse(process.argv[2] ?? '') as Settings;
const { write } = (await import(settings.pageFile)) as typeof import('./page.tsx');
const { prepare, columns } = await openDatabase(settings.database);
const lookUpRow = prepare(
  `select ${camelCaseColumns(columns)} from application where passport_key = ? and birth_date = ? and nationality_key = ? and ${isLive}`,
);
const byId = prepare(`select ${camelCaseColumns(columns)} from application where id = ? and ${isLive}`);
const decisionsOf = prepare(
  `select ${camelCaseColumns(['at', 'status', 'visa_collect_date', 'visa_approve_date', 'reason', 'withdrawn_at'])}
   from decision where application_id = ? order by sequence`,
);

const server = createServer({ keepAliveTimeout: 10_000 }, (request, response) => {
  const fail = (error: unknown) => response.destroy(error as Error);
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    if (request.method === 'POST') lookUp(Buffer.concat(chunks).toString(), response).catch(fail);
    else page(request, response).catch(fail);
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));
process.on('disconnect', () => process.exit());

async function lookUp(text: string, response: ServerResponse): Promise<void> {
  const form = new URLSearchParams(text);
  const birthDate = ['year', 'month', 'day'].map((part) => form.get(`birthDate-${part}`)).join('-');
  const [row] = await lookUpRow([
    form.get('passport'),
    birthDate,
    settings.nationalityKeys[form.get('nationality') ?? ''],
  ]);
  response.writeHead(303, [...settings.postHead, 'set-cookie', `copy=${row?.id}`, 'content-length', '0']);
  response.end();
}

async function page({ headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  const id = /\bcopy=(\w+)/.exec(headers.cookie ?? '')?.[1];
  const [[row], decisions] = await Promise.all([byId([id]), decisionsOf([id])]);
  const applications = [presentGranted(row as unknown as ApplicationRow, decisions as unknown as DecisionRow[])];
  const secondsLeft = limits.grantMinutes * 60;
  const expiresAt = new Date(Date.now() + secondsLeft * 1_000).toISOString();
  const today = dhakaDay(new Date());
  const copy = { outcome: 'open', id, applications, expiresAt, secondsLeft, canExtend: true, today };
  const html = `<!DOCTYPE html>${write(settings.root, settings.site, copy, settings.style)}`;
  response.writeHead(200, [...settings.pageHead, 'content-length', String(Buffer.byteLength(html))]);
  response.end(html);
}
