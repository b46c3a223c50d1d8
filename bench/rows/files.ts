/** A9 and A10: receiving attachments, beside sharp alone and with other callers meanwhile; and sending a file. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '../../contract/endpoints.ts';
import { limits } from '../../contract/limits.ts';
import type { Staff } from '../../test/product.ts';
import { answerTo, requireSame } from '../answer.ts';
import { load, requestText } from '../load.ts';
import { enquiries } from '../people.ts';
import { residentMemory, startBaseline } from '../processes.ts';
import { megabyteScan, scanOf } from '../scan.ts';
import { cookieOf, type Running, type Stage, withProduct } from '../stage.ts';
import type { Figure } from '../targets.ts';
import { compared, inTurns, median, quantile } from '../turns.ts';

const slots = 6;
const uploadsAtOnce = 10;
/** A form takes less time than a burst of another row, and its times vary more. */
const formsPerBurst = 3;
const lookEveryMs = 20;
/** The other callers during the uploads: half of them check a status, half are staff with a list. */
const others = { connections: 8, perSecond: 20 };
const fileConnections = 8;
/** The product adds a header of 18 bytes to what sharp writes, for the resolution. */
const headerBytesMax = 32;

export async function measureUploads(stage: Stage): Promise<Figure[]> {
  const { engine, large, pace, scratch } = stage;
  const scan = await scanOf(limits.attachmentBytesMax);
  const folder = join(scratch, 'scans');
  await mkdir(folder, { recursive: true });
  const files = Array.from({ length: slots }, (_, at) => join(folder, `${at}.jpg`));
  for (const file of files) await writeFile(file, scan);

  return withProduct(stage, large, async (product) => {
    const staff = await product.staff();
    const ids = await someIds(staff, uploadsAtOnce);
    const idle = (await residentMemory(product.pid)) ?? Number.NaN;
    const baseline = await startBaseline('pictures', {});
    // In another process, because building large forms blocks the process that does it.
    const settings = { origin: product.origin, headers: cookieOf(staff), file: files[0] ?? '', slots };
    const senders = await startBaseline('senders', settings);
    const alone: number[] = [];
    const through: number[] = [];
    for (let at = 0; at < formsPerBurst * pace.bursts; at++) {
      const { ms, sizes } = await pace.host.undisturbed(() => baseline.ask<{ ms: number; sizes: number[] }>({ files }));
      alone.push((slots * 1_000) / ms);
      const took = await pace.host.undisturbed(async () => {
        const start = performance.now();
        await senders.ask({ ids: ids.slice(0, 1) });
        return performance.now() - start;
      });
      through.push((slots * 1_000) / took);
      const stored = await firstFile(staff, ids[0] ?? '');
      const size = (await answerTo({ port: product.port, path: stored, headers: cookieOf(staff) })).body.length;
      if (Math.abs(size - (sizes[0] ?? 0)) > headerBytesMax)
        throw new Error(`The product stores ${size} bytes of a scan where sharp alone makes ${sizes[0]}.`);
    }
    await baseline.stop();
    const { megabytes, p95 } = await manyUploads(product, staff, senders.ask({ ids }), large.rows);
    await senders.stop();
    return [
      { target: 'pictures', engine, value: median(through), beside: median(alone) },
      { target: 'uploadMemory', engine, value: megabytes - idle },
      { target: 'uploadOthers', engine, value: p95 },
    ];
  });
}

/** Ten uploads of six scans each at once: the peak memory of the process, and the latency of other requests. */
async function manyUploads({ port, pid }: Running, staff: Staff, upload: Promise<unknown>, rows: number) {
  let megabytes = Number.NEGATIVE_INFINITY;
  let isOver = false;
  const uploads = upload.finally(() => {
    isOver = true;
  });
  const json = enquiries(rows);
  const { method, path } = endpoints.enquiry;
  const next = (at: number) =>
    at % 2
      ? requestText({ port, method, path, json: json() })
      : requestText({ port, path: endpoints.applications.path, headers: cookieOf(staff) });
  const [{ latencies }] = await Promise.all([
    load({ port, ...others, next, until: uploads }),
    (async () => {
      while (!isOver) {
        megabytes = Math.max(megabytes, (await residentMemory(pid)) ?? Number.NaN);
        await sleep(lookEveryMs);
      }
    })(),
  ]);
  await uploads;
  return { megabytes, p95: quantile(latencies, 0.95) };
}

export async function measureFile(stage: Stage): Promise<Figure[]> {
  const { engine, large, pace } = stage;
  return withProduct(stage, large, async ({ port, pid, staff }) => {
    const caller = await staff();
    const [id = ''] = await someIds(caller, 1);
    const path = await attach(caller, id, await megabyteScan());
    const headers = cookieOf(caller);
    const sample = await answerTo({ port, path, headers });
    // The baseline reads from the disk, unencrypted, the bytes that the product decrypts.
    const file = join(await mkdtemp(join(tmpdir(), 'maplegate-bench-file-')), 'plain');
    await writeFile(file, sample.body);
    const baseline = await startBaseline('bytes', { head: sample.head, file, isReadFromDisk: true });
    requireSame(sample, await answerTo({ port: baseline.port, path, headers }), 'file');
    const text = requestText({ port, path, headers });
    const measured = await inTurns(
      {
        file: { port, pid, connections: fileConnections, next: () => text },
        baseline: { ...baseline, connections: fileConnections, next: () => text },
      },
      pace,
    );
    await baseline.stop();
    await rm(dirname(file), { recursive: true });
    return [{ target: 'file', engine, ...compared(measured.file, measured.baseline) }];
  });
}

/** The ids of the oldest applications, which no other row reads. */
async function someIds(staff: Staff, limit: number): Promise<string[]> {
  const list = await staff.call('applications', { query: { limit, order: 'asc' } });
  if (!list.ok) throw new Error(`The list was refused with ${list.status}.`);
  return list.data.applications.map(({ _id }) => _id);
}

async function firstFile(staff: Staff, id: string): Promise<string> {
  const answer = await staff.call('application', { params: { id } });
  if (!answer.ok || !answer.data.file1) throw new Error('The application has no first file.');
  return answer.data.file1;
}

/** Returns the URL of the stored picture. */
async function attach(staff: Staff, id: string, picture: Buffer): Promise<string> {
  const form = new FormData();
  form.append('file1', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'scan.jpg');
  const answer = await staff.call('updateAttachments', { params: { id }, form });
  if (!answer.ok) throw new Error(`An upload was refused with ${answer.status}: ${answer.error.message}`);
  return answer.data.file1 ?? '';
}
