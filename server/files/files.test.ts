import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Application } from '../../contract/answers.ts';
import { slotNames } from '../../contract/application-form.ts';
import { thumbnailUrl } from '../../contract/files.ts';
import { limits } from '../../contract/limits.ts';
import { applicant } from '../../demo/applicants.ts';
import { rowsOf } from '../../demo/rows.ts';
import { addApplication, buildFields, buildPhoto, formOf } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, expectRefusal, isOnBucket, onOneEngine, type TestHarness } from '../../test/harness.ts';
import { mountSmallDisk } from '../../test/small-disk.ts';
import { filesAfterSweep, storedFiles, withoutTrace } from '../../test/state-snapshot.ts';
import { addApplication as addApplicationRule } from '../applications/applications.ts';
import { purgeFormerValues } from '../applications/former-values.ts';
import { systemContext } from '../context.ts';
import { newId } from '../identifiers.ts';
import { diskPath } from '../storage/disk.ts';
import { checkFiles } from './check.ts';
import { openPreparation } from './preparing.ts';
import { photoThumbnails } from './stored-objects.ts';
import { sweepFiles } from './sweep.ts';

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

const uploads = ({ settings }: TestHarness): Promise<string[]> =>
  readdir(join(settings.dataDir, 'uploads')).catch(() => []);

async function statusOf(caller: Caller, url: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await caller.request(url, { headers });
  await response.arrayBuffer();
  return response.status;
}

async function attach(staff: Caller, id: string, files: Record<string, Uint8Array | File>): Promise<Application> {
  return dataOf(await staff.call('updateAttachments', { params: { id }, form: formOf({}, files) }));
}

async function grantFor(harness: TestHarness, application: Application): Promise<Caller> {
  const visitor = harness.visitor();
  const json = { search: application.passport, search1: application.currentN, search2: application.dob };
  expect(dataOf(await visitor.call('enquiry', { json })).applications).toHaveLength(1);
  return visitor;
}

async function addSlide(staff: Caller, published: string): Promise<string> {
  const form = formOf({ thumbnail: 'A slide', published }, { image: await buildPhoto() });
  return dataOf(await staff.call('addSlide', { form })).image;
}

onOneEngine('files', (open) => {
  test('are read by staff and by the holder of a grant for that application; to all others they do not exist', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const owner = await harness.signIn('super-admin');
    const mine = await addApplication(staff);
    const other = await addApplication(staff);
    const holder = await grantFor(harness, mine);
    const visitor = harness.visitor();
    const unknown = await visitor.request(`/api/files/${newId()}.jpg`);
    const nothing = { ...(await unknown.json()), requestId: '' };
    for (const url of [mine.image ?? '', thumbnailUrl(mine.image ?? '', 200)]) {
      for (const caller of [staff, owner, holder]) expect(await statusOf(caller, url)).toBe(200);
      const refused = await visitor.request(url);
      expect(refused.status).toBe(404);
      expect({ ...(await refused.json()), requestId: '' }).toEqual(nothing);
    }
    expect(await statusOf(holder, other.image ?? '')).toBe(404);
    expect((await holder.call('endGrant')).status).toBe(204);
    expect(await statusOf(holder, mine.image ?? '')).toBe(404);
    const late = await grantFor(harness, mine);
    harness.clock.advance(15 * 60 + 1);
    expect(await statusOf(late, mine.image ?? '')).toBe(404);
  });

  test('of a deleted application can be read by nobody, and again once it is restored', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const application = await addApplication(staff);
    const holder = await grantFor(harness, application);
    const params = { id: application._id };
    dataOf(await staff.call('deleteApplication', { params }));
    for (const caller of [staff, holder]) expect(await statusOf(caller, application.image ?? '')).toBe(404);
    dataOf(await staff.call('restoreApplication', { params }));
    expect(await statusOf(staff, application.image ?? '')).toBe(200);
  });

  test('of slides are public while published and for staff alone otherwise', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const shown = await addSlide(staff, 'true');
    const hidden = await addSlide(staff, 'false');
    const visitor = harness.visitor();
    const response = await visitor.request(shown);
    await response.arrayBuffer();
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable, s-maxage=60');
    for (const width of limits.slideThumbnailWidths) {
      for (const format of ['avif', 'webp'] as const) {
        const thumbnail = await visitor.request(thumbnailUrl(shown, width, format));
        expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, `image/${format}`]);
        expect((await sharp(Buffer.from(await thumbnail.arrayBuffer())).metadata()).width).toBe(70);
        for (const caller of [visitor, staff]) {
          expect(await statusOf(caller, thumbnailUrl(hidden, width, format))).toBe(caller === staff ? 200 : 404);
        }
      }
    }
    for (const other of ['-401.avif', '-400.jpg', '-400.png', '-400.constructor', '-0400.webp', '.avif', '.webp']) {
      expect(await statusOf(visitor, shown.replace('.jpg', other)), other).toBe(404);
    }
    expect(await statusOf(visitor, hidden)).toBe(404);
    const forStaff = await staff.request(hidden);
    await forStaff.arrayBuffer();
    expect([forStaff.status, forStaff.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  });

  test('of published slides are not sent again to a reader who has them, unless they were withdrawn', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const image = await addSlide(staff, 'true');
    const [slide] = dataOf(await staff.call('slides'));
    const etags = new Set<string>();
    const urls = [image, thumbnailUrl(image, 400, 'avif'), thumbnailUrl(image, 400)];
    for (const url of urls) {
      const shown = await harness.visitor().request(url);
      await shown.arrayBuffer();
      const etag = shown.headers.get('etag') ?? '';
      etags.add(etag);
      for (const method of ['GET', 'HEAD']) {
        const again = await harness.visitor().request(url, { method, headers: { 'if-none-match': etag } });
        expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
      }
    }
    expect(etags.size).toBe(3);
    dataOf(await staff.call('updateSlide', { params: { id: slide?._id ?? '' }, json: { published: false } }));
    for (const url of urls) {
      for (const etag of [...etags, '*']) {
        const headers = { 'if-none-match': etag };
        expect(await statusOf(harness.visitor(), url, headers)).toBe(404);
        // Where a cache may not keep the file, there is nothing to compare.
        expect(await statusOf(staff, url, headers)).toBe(200);
      }
    }
  });

  test('of slides that were stored with fewer thumbnails are served in the next larger one', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const image = await addSlide(staff, 'true');
    const { id, thumbnails } = await harness.database.db.selectFrom('file').selectAll().executeTakeFirstOrThrow();
    const old = (JSON.parse(thumbnails) as { widthPx: number; format: string }[])
      .filter(({ widthPx, format }) => widthPx > 400 && format === 'webp')
      .map(({ format: _, ...thumbnail }) => thumbnail);
    await harness.database.db
      .updateTable('file')
      .set({ thumbnails: JSON.stringify(old) })
      .where('id', '=', id)
      .execute();
    const shownFor = async (width: number, format: 'avif' | 'webp') => {
      const answer = await harness.visitor().request(thumbnailUrl(image, width, format));
      await answer.arrayBuffer();
      return [answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')];
    };
    const as = (width: number) => [200, 'image/webp', `inline; filename="${id}-${width}.webp"`];
    expect(await shownFor(400, 'avif')).toEqual(as(640));
    expect(await shownFor(400, 'webp')).toEqual(as(640));
    expect(await shownFor(1200, 'avif')).toEqual(as(1200));
    expect(await statusOf(harness.visitor(), thumbnailUrl(image, 320))).toBe(404);
    expect(await checkFiles(systemContext(harness))).toEqual([]);
    const application = await addApplication(staff);
    expect(await statusOf(staff, thumbnailUrl(application.image ?? '', 400, 'avif'))).toBe(404);
  });

  test('are sent with a fixed type, to no cache, in no frame and in one piece; HEAD is GET without bytes', async () => {
    const harness = await open({ environment: { ATTACHMENTS_ALLOW_PDF: '1' } });
    const staff = await harness.signIn('admin');
    const { _id, image } = await addApplication(staff);
    const { file1 } = await attach(staff, _id, {
      file1: new File([new Uint8Array(pdf)], 'x.jpg', { type: 'text/html' }),
    });
    const cases = [
      [image, 'image/jpeg', /sandbox/, /frame-ancestors 'none'/],
      [file1, 'application/pdf', /^(?!.*sandbox)/, /frame-ancestors 'self'/],
    ] as const;
    for (const [url, type, sandbox, frames] of cases) {
      const got = await staff.request(url ?? '', { headers: { range: 'bytes=0-3' } });
      const bytes = Buffer.from(await got.arrayBuffer());
      const head = await staff.request(url ?? '', { method: 'HEAD' });
      expect([got.status, head.status, (await head.arrayBuffer()).byteLength]).toEqual([200, 200, 0]);
      for (const { headers } of [got, head]) {
        expect(headers.get('content-type')).toBe(type);
        expect(headers.get('content-length')).toBe(String(bytes.length));
        expect(headers.get('cache-control')).toBe('private, no-store');
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('content-disposition')).toBe('inline');
        expect(headers.get('content-security-policy')).toMatch(sandbox);
        expect(headers.get('content-security-policy')).toMatch(frames);
        expect(headers.get('x-frame-options')).toBe(type === 'application/pdf' ? 'SAMEORIGIN' : 'DENY');
        expect(headers.get('accept-ranges')).toBe('none');
        expect(headers.get('content-range')).toBeNull();
      }
    }
    const stored = await staff.request(file1 ?? '');
    expect(Buffer.from(await stored.arrayBuffer()).equals(pdf)).toBe(true);
    expect(file1).toMatch(/\.pdf$/);
  });

  test('under a name of another shape are answered like unknown ones', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const { image } = await addApplication(staff);
    const id = image?.slice('/api/files/'.length, -'.jpg'.length) ?? '';
    const names = [
      `${id}.png`,
      id,
      `${id}.jpg.jpg`,
      `${id}-0200.webp`,
      `${id}-200.jpg`,
      `${id.toUpperCase()}.jpg`,
      'x',
      `${id}.constructor`,
    ];
    for (const name of names) expect(await statusOf(staff, `/api/files/${name}`), name).toBe(404);
    for (const name of ['..%2fmaplegate.db', '%2e%2e/secret.key', `${id}.jpg%00`])
      expect([400, 404]).toContain(await statusOf(staff, `/api/files/${name}`));
  });

  test('are recorded as they are stored: size, hash, dimensions and thumbnails', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const big = await sharp(randomBytes(1_000 * 700 * 3), { raw: { width: 1_000, height: 700, channels: 3 } })
      .png()
      .toBuffer();
    const { _id } = await addApplication(staff);
    const application = await attach(staff, _id, Object.fromEntries(slotNames.map((slot) => [slot, big])));
    const rows = await harness.database.db.selectFrom('file').selectAll().execute();
    expect(rows).toHaveLength(7);
    for (const row of rows) {
      expect(row).toMatchObject({ applicationId: _id, slideId: null });
      const response = await staff.request(`/api/files/${row.name}`);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.length).toBe(row.sizeBytes);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(row.sha256);
      expect(await sharp(bytes).metadata()).toMatchObject({ width: row.widthPx, height: row.heightPx });
    }
    expect(application.file1).toMatch(/\.png$/);
    expect((await storedFiles(harness)).length).toBe(14);
    expect(await uploads(harness)).toEqual([]);
  });

  test('that are replaced or emptied are hidden from the applicant at once, and deleted from the disk after 30 days', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const added = await addApplication(staff);
    const { _id, image } = added;
    const applicant = await grantFor(harness, added);
    const before = await storedFiles(harness);
    const form = formOf({}, { image: await buildPhoto(20) });
    const changed = dataOf(await staff.call('updateApplication', { params: { id: _id }, form }));
    expect(changed.image).not.toBe(image);
    expect([await statusOf(staff, image ?? ''), await statusOf(applicant, image ?? '')]).toEqual([200, 404]);
    await attach(staff, _id, { file3: await buildPhoto(30) });
    dataOf(await staff.call('updateAttachments', { params: { id: _id }, form: formOf({ remove: 'file3' }) }));
    expect(await storedFiles(harness)).toEqual(expect.arrayContaining(before));
    harness.clock.advance(limits.restoreDays * 86_400 + 1);
    await purgeFormerValues(systemContext(harness));
    const after = await filesAfterSweep(harness);
    expect(after).toHaveLength(before.length);
    expect(after.filter((name) => before.includes(name))).toEqual([]);
    expect(await harness.database.db.selectFrom('file').select('id').execute()).toHaveLength(1);
  });

  test('of which one is refused leave nothing of the others, and the answer names the field', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const { _id } = await addApplication(staff);
    const good = await buildPhoto();
    const cut = good.subarray(0, good.length - 200);
    const html = Buffer.from('<!doctype html><script>alert(1)</script>');
    const tooLarge = Buffer.concat([good, Buffer.alloc(10 * 1024 * 1024 - good.length + 1)]);
    const cases = [
      [cut, 415, 'This file is damaged or incomplete. Please take, scan or save it again.'],
      [html, 415, 'Invalid file type. Only JPEG, JPG, and PNG are allowed.'],
      [pdf, 415, 'Invalid file type. Only JPEG, JPG, and PNG are allowed.'],
      [Buffer.alloc(0), 415, 'Invalid file type. Only JPEG, JPG, and PNG are allowed.'],
      [tooLarge, 413, 'File size exceeds the limit of 10MB.'],
    ] as const;
    for (const [bytes, status, message] of cases) {
      const files = { file1: good, file2: bytes, file3: good };
      const result = await withoutTrace(harness, () =>
        staff.call('updateAttachments', { params: { id: _id }, form: formOf({ company: 'Changed' }, files) }),
      );
      expect(result).toMatchObject({ ok: false, status, error: { message, errors: { file2: message } } });
      expect(await uploads(harness)).toEqual([]);
    }
  });

  test('stay when it is unknown whether the row that names them was committed', async () => {
    const harness = await open();
    const lost = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'SQLITE_IOERR' });
    const { db } = harness.database;
    const cut = new Proxy(db, {
      get(target, name) {
        if (name === 'transaction') return () => ({ execute: () => Promise.reject(lost) });
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const { folder, files, begin, discard } = await openPreparation(harness.settings.dataDir);
    const path = folder.newPath();
    await writeFile(path, await buildPhoto());
    begin('image', { path, type: 'image/jpeg' }, photoThumbnails);
    const { application } = rowsOf(applicant(0, 1, '2026-03-10'), { id: newId() });
    const ctx = { ...systemContext(harness), db: cut };
    await expect(addApplicationRule(ctx, application, files)).rejects.toBe(lost);
    await discard();
    expect(await storedFiles(harness)).toHaveLength(2);
  });

  test('exactly as large as allowed are taken, one byte more is not, on add and on edit', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const padded = async (size: number) => Buffer.concat([await buildPhoto()], size);
    const add = async (size: number) =>
      staff.call('addApplication', { form: formOf(buildFields(), { image: await padded(size) }) });
    const added = dataOf(await add(10 * 1024 * 1024));
    expectRefusal(await withoutTrace(harness, () => add(10 * 1024 * 1024 + 1)), 413, 'photo_too_large');
    const edit = async (size: number) =>
      staff.call('updateApplication', { params: { id: added._id }, form: formOf({}, { image: await padded(size) }) });
    dataOf(await edit(2 * 1024 * 1024));
    expectRefusal(await withoutTrace(harness, () => edit(2 * 1024 * 1024 + 1)), 413, 'photo_too_large_on_edit');
  });

  test('are not even received from somebody who may not send them', async () => {
    const harness = await open();
    const form = formOf(buildFields(), { image: await buildPhoto() });
    const result = await withoutTrace(harness, () => harness.visitor().call('addApplication', { form }));
    expectRefusal(result, 401, 'unauthorized');
    expect(await uploads(harness)).toEqual([]);
  });

  // Only a disk lets a test say when a file was written; bucket.test.ts waits instead.
  test.skipIf(isOnBucket)(
    'without a row are swept after a day, those with one and those from before this database never',
    async () => {
      const harness = await open();
      const staff = await harness.signIn('admin');
      await addApplication(staff);
      const before = await storedFiles(harness);
      const ctx = systemContext(harness);
      await sweepFiles(ctx);
      const put = async (name: string, secondsFromStart: number) => {
        const path = diskPath(join(harness.settings.dataDir, 'files'), name);
        await mkdir(join(path, '..'), { recursive: true });
        await writeFile(path, 'x');
        const at = new Date(started + secondsFromStart * 1_000);
        await utimes(path, at, at);
        return name;
      };
      const started = harness.clock.now.getTime();
      await put(`${newId()}.jpg`, 60);
      await put(`${newId()}-200.webp`, 60);
      const fresh = await put(`${newId()}.jpg`, 24 * 3_600 - 600);
      const foreign = await put(`${newId()}.jpg`, -60);
      for (const name of before) await put(name, 60);
      harness.clock.advance(24 * 3_600 + 61);
      await sweepFiles(systemContext(harness));
      expect(await storedFiles(harness)).toEqual([...before, fresh, foreign].sort());
    },
  );

  test('are refused on a full disk: nothing partial stays, reading goes on, and room ends the refusals', async ({
    skip,
  }) => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const { _id, image } = await addApplication(staff);
    const noise = await sharp(randomBytes(900 * 900 * 3), { raw: { width: 900, height: 900, channels: 3 } })
      .png()
      .toBuffer();
    const path = join(harness.settings.dataDir, 'uploads');
    const unmount = mountSmallDisk(path, '3m');
    if (!unmount) return skip('needs the right to mount');
    try {
      // One of the two can be received. There is no room for the other one, nor for decoding.
      for (const files of [{ file1: noise, file2: noise }, { file1: noise }]) {
        const send = () => staff.call('updateAttachments', { params: { id: _id }, form: formOf({}, files) });
        expectRefusal(await withoutTrace(harness, send), 507, 'disk_full');
        expect(await uploads(harness)).toEqual([]);
      }
      expect(await statusOf(staff, image ?? '')).toBe(200);
      await attach(staff, _id, { file1: await buildPhoto() });
    } finally {
      unmount();
    }
    await attach(staff, _id, { file2: noise });
  });
});
