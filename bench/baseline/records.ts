/**
 * The least code that serves records over HTTP: `node:http`, one prepared statement, JSON. `POST` looks a record up and
 * sends the bytes of the product; `GET` is a usual list, with `count(*)` and an unindexed search.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { ApplicationRow } from '../../server/applications/applications.ts';
import { presentApplication } from '../../server/applications/present.ts';
import { camelCaseColumns, type DatabasePlace, isLive, openDatabase } from './database.ts';

interface Settings {
  database: DatabasePlace;
  /** The headers of the product's own answer; names and values alternate. */
  head: string[];
  /** The compared key of each written nationality. */
  nationalityKeys: Record<string, string>;
}

const pageSize = 10;

const { database, head, nationalityKeys } = JSON.parse(process.argv[2] ?? '') as Settings;
const { prepare, columns, like } = await openDatabase(database);
const record = prepare(
  `select ${camelCaseColumns(columns)} from application where passport_key = ? and birth_date = ? and nationality_key = ? and ${isLive}`,
);
const fields = camelCaseColumns(columns);
const newest = `order by created_at desc limit ${pageSize}`;
const page = prepare(`select ${fields} from application where ${isLive} ${newest}`);
const total = prepare(`select count(*) as total from application where ${isLive}`);
const searchPage = prepare(`select ${fields} from application where ${isLive} and passport ${like} ? ${newest}`);
const searchTotal = prepare(`select count(*) as total from application where ${isLive} and passport ${like} ?`);

const server = createServer({ keepAliveTimeout: 10_000 }, (request, response) => {
  const fail = (error: unknown) => response.destroy(error as Error);
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    if (request.method === 'POST') lookUp(Buffer.concat(chunks).toString(), response).catch(fail);
    else list(request, response).catch(fail);
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));
process.on('disconnect', () => process.exit());

async function lookUp(text: string, response: ServerResponse): Promise<void> {
  const { search, search1, search2 } = JSON.parse(text);
  const rows = await record([search, search2, nationalityKeys[search1]]);
  const body = JSON.stringify({ applications: rows.map(present) });
  response.writeHead(200, [...head, 'content-length', String(Buffer.byteLength(body))]);
  response.end(body);
}

async function list(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const search = new URL(request.url ?? '', 'http://localhost').searchParams.get('search');
  const values = search === null ? [] : [`%${search}%`];
  const rows = await (search === null ? page : searchPage)(values);
  const [counted] = await (search === null ? total : searchTotal)(values);
  const totalApplication = Number(counted?.total);
  const totalPages = Math.ceil(totalApplication / pageSize);
  const body = JSON.stringify({ applications: rows.map(present), totalApplication, totalPages });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

function present(row: Record<string, unknown>) {
  return presentApplication(row as unknown as ApplicationRow);
}
