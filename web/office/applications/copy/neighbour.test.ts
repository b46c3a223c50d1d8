import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { limits } from '../../../../contract/limits.ts';
import { neighbourOf } from './neighbour.ts';

afterEach(() => vi.unstubAllGlobals());

/** Answers as the server does: a walk from before a removal for good is refused. */
function listOf(records: string[]) {
  let earliest = 0;
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('fetch', async (path: string) => {
    const query = new URL(path, 'http://localhost').searchParams;
    const asOf = Number(query.get('asOf') ?? earliest);
    if (asOf < earliest)
      return Response.json({ code: 'invalid_filter', errorCodes: { asOf: 'invalid_filter' } }, { status: 400 });
    const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
    const applications = records.slice((page - 1) * limit, page * limit).map((_id) => ({ _id }));
    const totalPages = Math.ceil(records.length / limit);
    return Response.json({ applications, totalApplication: records.length, totalPages, asOf });
  });
  return (count: number) => {
    records.splice(0, count);
    earliest++;
  };
}

test('a step over the end of a page skips no record after others are gone for good', async () => {
  const limit = limits.pageSize;
  const erase = listOf(Array.from({ length: 2 * limit }, (_, at) => `${at}`));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const list = { request: { page: 1, limit }, ids: Array.from({ length: limit }, (_, at) => `${at}`) };
  await neighbourOf(client, { id: '0', list, by: 1 });
  erase(3);
  const next = await neighbourOf(client, { id: `${limit - 1}`, list, by: 1 });
  expect(next?.application._id).toBe(`${limit}`);
});
