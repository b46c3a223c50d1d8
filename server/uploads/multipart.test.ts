import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTemporaryFolder, removeAbandonedFolders } from '../files/temporary.ts';
import type { CallRequest } from '../http/routes.ts';
import { Refusal } from '../refusal.ts';
import { type FileRule, readMultipart, refusalOfFiles, type SentFile } from './multipart.ts';

const tenMebibytes = 10 * 1024 * 1024;
const image: FileRule = { bytesMax: tenMebibytes, tooLarge: 'photo_too_large' };
const edited: FileRule = { bytesMax: 2 * 1024 * 1024, tooLarge: 'photo_too_large_on_edit' };
const jpegStart = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');
const pngStart = Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex');

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'maplegate-multipart-'));
});
afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

interface Received {
  fields: Record<string, unknown>;
  files: Map<string, SentFile>;
  sizes: Record<string, number>;
  code?: undefined;
}
type Refused = { code: string; fields: unknown };

/** A request as Node's server passes it on. */
function asSent({ method, url, headers, body }: Request): CallRequest {
  return { method, url, headers, body: body && Readable.fromWeb(body as WebStream) };
}

/** Reads a request the way `receiveForm` does. */
async function receive(request: Request, rules: Record<string, FileRule> = { image }): Promise<Received | Refused> {
  const folder = await openTemporaryFolder(dataDir);
  try {
    const files = new Map<string, SentFile>();
    const { texts: fields, refusedFiles } = await readMultipart(asSent(request), rules, folder, (field, file) =>
      files.set(field, file),
    );
    if (refusedFiles) throw refusalOfFiles(refusedFiles);
    const sizes: Record<string, number> = {};
    for (const [field, { path }] of files) sizes[field] = (await stat(path)).size;
    return { fields, files, sizes };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, fields: error.detail.fields };
  } finally {
    await folder.remove();
  }
}

/** Everything in the data folder, folders of single uploads included. */
async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name !== 'uploads').map((name) => basename(name));
}

function jpeg(size: number): Buffer {
  return Buffer.concat([jpegStart, Buffer.alloc(size - jpegStart.length, 7)]);
}

function formRequest(fill: (form: FormData) => void): Request {
  const form = new FormData();
  fill(form);
  return new Request('http://localhost/', { method: 'POST', body: form });
}

function fileRequest(bytes: Buffer, name = 'photo.jpg', type = 'image/jpeg'): Request {
  return formRequest((form) => form.set('image', new File([new Uint8Array(bytes)], name, { type })));
}

function rawRequest(
  body: string | Buffer<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>,
  type = 'multipart/form-data; boundary=b',
) {
  const init = { method: 'POST', headers: { 'content-type': type }, duplex: 'half' };
  return new Request('http://localhost/', { ...init, body: Buffer.isBuffer(body) ? new Uint8Array(body) : body });
}

function part(headers: string, content: string): string {
  return `--b\r\n${headers}\r\n\r\n${content}\r\n`;
}

function latin1(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

const photoPart = part('Content-Disposition: form-data; name="image"; filename="a.jpg"', jpegStart.toString('latin1'));
const textPart = part('Content-Disposition: form-data; name="surname"', 'Rahman');

describe('a form is read', () => {
  test('with its texts and files, whatever the files are called', async () => {
    const names = [
      '../../etc/passwd',
      'a\r\nset-cookie: x=1',
      `${'é'.repeat(5_000)}.jpg`,
      'ছবি.jpg',
      '\0.jpg',
      'C:\\a',
    ];
    for (const name of names) {
      const form = new FormData();
      form.set('surname', 'রহমান');
      form.set('image', new File([new Uint8Array(jpeg(5_000))], name));
      const read = await receive(new Request('http://localhost/', { method: 'POST', body: form }));
      expect(read).toMatchObject({ fields: { surname: 'রহমান' }, sizes: { image: 5_000 } });
    }
    expect(await filesIn(dataDir)).toEqual([]);
  });

  test('to the byte', async () => {
    const bytes = Buffer.concat([jpegStart, randomBytes(700_001)]);
    const folder = await openTemporaryFolder(dataDir);
    const files: SentFile[] = [];
    await readMultipart(asSent(fileRequest(bytes)), { image }, folder, (_, file) => files.push(file));
    expect(files).toMatchObject([{ type: 'image/jpeg' }]);
    expect((await readFile(files[0]?.path ?? '')).equals(bytes)).toBe(true);
    await folder.remove();
  });

  test('an input without a choice counts as not sent', async () => {
    const empty = part('Content-Disposition: form-data; name="image"; filename=""\r\nContent-Type: x/y', '');
    const read = await receive(rawRequest(`${textPart}${empty}--b--\r\n`));
    expect(read).toMatchObject({ fields: { surname: 'Rahman' }, sizes: {} });
  });

  test('a file under an unknown name is ignored', async () => {
    const read = await receive(
      formRequest((form) => {
        form.set('other', new File([new Uint8Array(500_000)], 'x.exe'));
        form.set('__proto__', 'x');
        form.set('surname', 'Rahman');
      }),
    );
    expect(read).toMatchObject({ sizes: {} });
    expect(Object.keys((read as Received).fields)).toEqual(['__proto__', 'surname']);
    expect(({} as { x?: string }).x).toBeUndefined();
  });

  test('a file with a wrong type is recognised by its content; a PDF only where it is allowed', async () => {
    const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
    const named = await receive(fileRequest(Buffer.concat([pngStart, randomBytes(50)]), 'x.jpg', 'image/jpeg'));
    expect((named as Received).files.get('image')?.type).toBe('image/png');
    expect(await receive(fileRequest(pdf))).toMatchObject({ code: 'file_type' });
    const allowed = await receive(fileRequest(pdf), { image: { ...image, allowPdf: true } });
    expect((allowed as Received).files.get('image')?.type).toBe('application/pdf');
    const cut = await receive(fileRequest(pdf.subarray(0, 30)), { image: { ...image, allowPdf: true } });
    expect(cut).toMatchObject({ code: 'file_type' });
  });
});

describe('limits', () => {
  test.each([
    ['10 MB', image, 'photo_too_large'],
    ['2 MB', edited, 'photo_too_large_on_edit'],
  ] as const)('%s is exact to the byte', async (_, rule, code) => {
    const rules = { image: rule };
    expect(await receive(fileRequest(jpeg(rule.bytesMax)), rules)).toMatchObject({ sizes: { image: rule.bytesMax } });
    expect(await receive(fileRequest(jpeg(rule.bytesMax + 1)), rules)).toEqual({ code, fields: { image: code } });
    expect(await filesIn(dataDir)).toEqual([]);
  });

  test('count real bytes: a lying length changes nothing, and a huge body takes no memory', async () => {
    const head = Buffer.from(`${photoPart.slice(0, -2)}`, 'latin1');
    let sent = 0;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        const chunk = sent === 0 ? new Uint8Array(head) : new Uint8Array(64 * 1024);
        sent += chunk.length;
        controller.enqueue(chunk);
        if (sent > 200_000_000) controller.close();
      },
    });
    const before = process.memoryUsage().rss;
    const request = rawRequest(body);
    request.headers.set('content-length', '100');
    expect(await receive(request)).toMatchObject({ code: 'photo_too_large' });
    expect(sent).toBeGreaterThan(200_000_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });

  test('leave nothing in memory that is on the disk already', async () => {
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const size = 80_000_000;
    const rules = { image: { ...image, bytesMax: size + 100_000 } };
    const upload = () => {
      let sent = 0;
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        pull(controller) {
          most = Math.max(most, process.memoryUsage().arrayBuffers);
          const chunk = sent === 0 ? latin1(photoPart.slice(0, -2)) : new Uint8Array(64 * 1024);
          sent += chunk.length;
          controller.enqueue(sent < size ? chunk : latin1('\r\n--b--\r\n'));
          if (sent >= size) controller.close();
        },
      });
      return receive(rawRequest(body), rules);
    };
    for (const read of await Promise.all([upload(), upload(), upload(), upload()])) {
      expect((read as Received).sizes.image).toBeGreaterThan(size - 100_000);
    }
    expect(most - before).toBeLessThan(160_000_000);
  });

  test('hold for texts, parts and all that is not a file', async () => {
    const long = 'x'.repeat(64 * 1024 + 1);
    expect(await receive(formRequest((form) => form.set('surname', long)))).toMatchObject({ code: 'body_too_large' });
    const many = await receive(
      formRequest((form) => {
        for (let i = 0; i <= 100; i++) form.set(`field${i}`, 'x');
      }),
    );
    expect(many).toMatchObject({ code: 'bad_request' });
    const other = new File([new Uint8Array(12 * 1024 * 1024)], 'x.exe');
    expect(await receive(formRequest((form) => form.set('other', other)))).toMatchObject({ code: 'body_too_large' });
  });
});

describe('refused, with nothing left on the disk', () => {
  const fakes: [string, Buffer][] = [
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['GIF', Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')],
    ['TIFF', Buffer.from('49492a0008000000000000000000000000', 'hex')],
    ['HEIC', Buffer.from('000000186674797068656963000000006d696631', 'hex')],
    ['EXE', Buffer.from('4d5a90000300000004000000ffff0000b8000000', 'hex')],
    ['PDF', Buffer.from('%PDF-1.7\n%%EOF and some more of it')],
    ['WebP', Buffer.from('RIFF\x24\0\0\0WEBPVP8 \x18\0\0\0', 'latin1')],
    ['an empty file', Buffer.alloc(0)],
    ['three bytes of a jpeg', jpegStart.subarray(0, 3)],
    ['a PNG without its header', Buffer.concat([pngStart.subarray(0, 8), Buffer.alloc(30)])],
  ];
  test.each(fakes)('%s called .jpg', async (_, bytes) => {
    expect(await receive(fileRequest(bytes))).toMatchObject({ code: 'file_type', fields: { image: 'file_type' } });
    expect(await filesIn(dataDir)).toEqual([]);
  });

  test('a repeated, nested or missing name', async () => {
    const bodies = [
      textPart + textPart,
      photoPart + photoPart,
      textPart.replace('surname', 'image') + photoPart,
      textPart.replace('surname', 'surname[]'),
      textPart.replace('surname', 'surname[a]'),
      textPart.replace(' name="surname"', ''),
      photoPart.replace('name="image"; ', ''),
    ];
    for (const body of bodies) {
      const read = await receive(rawRequest(Buffer.from(`${body}--b--\r\n`, 'latin1')));
      // No form sends a file without a field name; it is ignored like one under an unknown name.
      if (body.includes('form-data; filename')) expect(read).toMatchObject({ fields: {}, sizes: {} });
      else expect(read, body).toMatchObject({ code: 'bad_request' });
    }
    expect(await filesIn(dataDir)).toEqual([]);
  });

  test('a body that is no form', async () => {
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/mixed; boundary=b', 'x'])
      expect(await receive(rawRequest(textPart, type))).toMatchObject({ code: 'bad_request' });
    for (const body of [
      '',
      '--b',
      '--b\r\n',
      '--c--\r\n',
      textPart,
      `${photoPart}--b`,
      '\r\n\r\n',
      'x'.repeat(100_000),
    ])
      expect(await receive(rawRequest(body)), body.slice(0, 80)).toMatchObject({ code: 'bad_request' });
    expect(await receive(new Request('http://localhost/', { method: 'POST' }))).toMatchObject({ code: 'bad_request' });
  });

  test('an upload that is cut anywhere, and an upload whose sender has disconnected', async () => {
    const whole = Buffer.from(`${photoPart}${textPart}--b--\r\n`, 'latin1');
    for (let at = 0; at < whole.length - 4; at++) {
      expect(await receive(rawRequest(whole.subarray(0, at))), String(at)).toMatchObject({ code: 'bad_request' });
    }
    for (const at of [10, 100, whole.length - 5]) {
      let pulled = 0;
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        pull(controller) {
          if (pulled++) controller.error(new Error('aborted'));
          else controller.enqueue(new Uint8Array(whole.subarray(0, at)));
        },
      });
      expect(await receive(rawRequest(body))).toMatchObject({ code: 'bad_request' });
    }
    expect(await filesIn(dataDir)).toEqual([]);
  });
});

describe('temporary folders', () => {
  test('left by a killed process go after a minute; those in use stay', async () => {
    const abandoned = join(dataDir, 'uploads', 'a'.repeat(24));
    const fresh = join(dataDir, 'uploads', 'b'.repeat(24));
    const folder = await openTemporaryFolder(dataDir);
    const used = folder.newPath();
    await writeFile(used, 'x');
    const old = new Date(Date.now() - 61_000);
    for (const path of [abandoned, fresh]) {
      await mkdir(path);
      await writeFile(join(path, 'half'), 'x');
    }
    await utimes(abandoned, old, old);
    await utimes(join(used, '..'), old, old);
    await removeAbandonedFolders(dataDir);
    const remaining = await filesIn(dataDir);
    expect(remaining).toContain(basename(used));
    expect(remaining).toContain(basename(fresh));
    expect(remaining).not.toContain(basename(abandoned));
    await folder.remove();
  });
});

/** 20,000 with `MAPLEGATE_FAULTS=1`. */
const mutations = process.env.MAPLEGATE_FAULTS ? 20_000 : 1_000;

test('thousands of damaged bodies are read or refused, and leave no file and no descriptor', async () => {
  const whole = Buffer.from(`${photoPart}${textPart}${photoPart.replace('image', 'file1')}--b--\r\n`, 'latin1');
  const random = seeded(7);
  const before = (await descriptors()).length;
  const codes: Record<string, number> = {};
  for (let i = 0; i < mutations; i++) {
    const read = await receive(rawRequest(chunked(mutate(whole, random), random)), { image, file1: image });
    const code = read.code ?? 'read';
    codes[code] = (codes[code] ?? 0) + 1;
  }
  expect(Object.keys(codes).sort()).toEqual(['bad_request', 'file_type', 'read']);
  expect(await filesIn(dataDir)).toEqual([]);
  expect((await descriptors()).length).toBeLessThanOrEqual(before + 1);
}, 300_000);

async function descriptors(): Promise<string[]> {
  return readdir('/proc/self/fd').catch(() => []);
}

function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pieces = [
  '\r\n',
  '\r\n\r\n',
  '--',
  '--b',
  '--b--',
  '\r\n--b\r\n',
  '"',
  ';',
  '\0',
  'filename="',
  'Content-Disposition:',
];

function mutate(whole: Buffer, random: (below: number) => number): Buffer {
  let bytes = Buffer.from(whole);
  for (let n = random(4) + 1; n > 0; n--) {
    const at = random(bytes.length + 1);
    const to = Math.min(bytes.length, at + random(40));
    const piece = Buffer.from(pieces[random(pieces.length)] ?? '', 'latin1');
    const kind = random(5);
    if (kind === 0 && at < bytes.length) bytes[at] = random(256);
    else if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
    else if (kind === 2) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(to)]);
    else if (kind === 3) bytes = Buffer.concat([bytes.subarray(0, to), bytes.subarray(at)]);
    else bytes = bytes.subarray(0, random(4) ? bytes.length : at);
  }
  return bytes;
}

function chunked(bytes: Buffer, random: (below: number) => number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      const next = Math.min(bytes.length, at + 1 + random(200));
      if (next > at) controller.enqueue(new Uint8Array(bytes.subarray(at, next)));
      at = next;
      if (at >= bytes.length) controller.close();
    },
  });
}
