import sharp from 'sharp';
import { expect, it } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, expectRefusal, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { addSlide, changeSlide, jpeg, listSlides, otherPicture, slideForm } from '../../test/slides.ts';
import { filesAfterSweep, storedFiles, withoutTrace } from '../../test/state-snapshot.ts';

const unknownId = 'a'.repeat(24);
const pictureStatus = async (caller: Caller, url: string): Promise<number> => {
  const answer = await caller.request(url);
  await answer.arrayBuffer();
  return answer.status;
};
const titles = async (caller: Caller) => (await listSlides(caller)).map((slide) => slide.thumbnail);

/** Expects the picture of the only slide to be the only file, in the table and on the disk. */
async function expectOnePicture(harness: TestHarness): Promise<void> {
  const { db } = harness.database;
  const { image } = await db.selectFrom('slide').select('image').executeTakeFirstOrThrow();
  expect(await db.selectFrom('file').select('name').execute()).toEqual([{ name: image }]);
  const id = image.split('.')[0] ?? '';
  expect((await filesAfterSweep(harness)).filter((name) => !name.includes(id))).toEqual([]);
}

const actions = async ({ database }: TestHarness) =>
  database.db.selectFrom('audit').select(['action', 'record', 'fields', 'actorId']).orderBy('sequence').execute();

onEachEngine('slides', (open) => {
  it('are added with every field, and answered with exactly the contract’s', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const slide = await addSlide(staff, {
      title: 'Every step explained',
      thumbnailBn: 'কানাডায় কাজ',
      titleBn: 'প্রতিটি ধাপ',
      status: 'Unpublished',
      shownOnNavbar: 'true',
      link: '/about',
    });
    expect(slide).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      thumbnail: 'Work in Canada',
      title: 'Every step explained',
      thumbnailBn: 'কানাডায় কাজ',
      titleBn: 'প্রতিটি ধাপ',
      image: expect.stringMatching(/^\/api\/files\/[0-9a-f]{24}\.jpg$/),
      status: 'Unpublished',
      published: false,
      shownOnNavbar: true,
      link: '/about',
      position: 1,
    });
    expect(await listSlides(staff)).toEqual([slide]);
    expect((await actions(harness)).at(-1)).toMatchObject({
      action: 'slide.added',
      record: slide._id,
      actorId: staff.accountId,
    });
  });

  it('answer 201 when added, and 200 when changed and deleted', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const added = await staff.call('addSlide', { form: slideForm({ thumbnail: 'One' }, jpeg) });
    const { _id } = dataOf(added);
    expect(added.status).toBe(201);
    expect((await changeSlide(staff, _id, { title: 'Text' })).status).toBe(200);
    expect((await staff.call('deleteSlide', { params: { id: _id } })).status).toBe(200);
  });

  it('are added once however often the same person repeats the attempt, with the values sent last', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const addAs = async (by: Caller, attempt: string, thumbnail: string) => {
      const headers = { 'idempotency-key': attempt };
      const answer = await by.call('addSlide', { form: slideForm({ thumbnail }, jpeg), headers });
      expect(answer.status).toBe(201);
      return dataOf(answer);
    };
    const first = await addAs(staff, 'one', 'First');
    const files = await storedFiles(harness);
    await addAs(staff, 'two', 'Second');
    const again = await addAs(staff, 'one', 'First, better');
    expect(again).toEqual({ ...first, thumbnail: 'First, better', image: expect.not.stringMatching(first.image) });
    const together = await Promise.all(Array.from({ length: 4 }, () => addAs(staff, 'three', 'Third')));
    expect(new Set(together.map(({ _id }) => _id)).size).toBe(1);
    expect(await titles(staff)).toEqual(['First, better', 'Second', 'Third']);
    expect(await filesAfterSweep(harness)).toHaveLength(3 * files.length);
    await addAs(await harness.signIn('admin'), 'one', 'Of another');
    expect(await titles(staff)).toEqual(['First, better', 'Second', 'Third', 'Of another']);
  });

  it('show the public the published ones in their order, and staff all of them', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    await addSlide(staff, { thumbnail: 'One' });
    await addSlide(staff, { thumbnail: 'Two', published: 'false' });
    await addSlide(staff, { thumbnail: 'Three' });
    expect(await titles(harness.visitor())).toEqual(['One', 'Three']);
    expect(await titles(staff)).toEqual(['One', 'Two', 'Three']);
    expect(await titles(await harness.signIn('super-admin'))).toEqual(['One', 'Two', 'Three']);
  });

  it('let the public add, change and delete nothing', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const { _id } = await addSlide(staff);
    const visitor = harness.visitor();
    await withoutTrace(harness, async () => {
      const params = { id: _id };
      expectRefusal(await visitor.call('addSlide', { form: slideForm({ thumbnail: 'X' }, jpeg) }), 401, 'unauthorized');
      expectRefusal(await changeSlide(visitor, _id, { thumbnail: 'X' }), 401, 'unauthorized');
      expectRefusal(await visitor.call('updateSlide', { params, form: slideForm({}, jpeg) }), 401, 'unauthorized');
      expectRefusal(await visitor.call('deleteSlide', { params }), 401, 'unauthorized');
    });
  });

  it('can be managed by the super admin as well', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const { _id } = await addSlide(owner);
    expect(dataOf(await changeSlide(owner, _id, { title: 'New' })).title).toBe('New');
    expect((await owner.call('deleteSlide', { params: { id: _id } })).status).toBe(200);
  });

  it('hide the picture of an unpublished slide from the public like an unknown one', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const slide = await addSlide(staff, { status: 'Unpublished' });
    const visitor = harness.visitor();
    const hidden = await visitor.request(slide.image);
    const unknown = await visitor.request(`/api/files/${unknownId}.jpg`);
    expect([hidden.status, unknown.status]).toEqual([404, 404]);
    const [said, saidOfUnknown] = [await hidden.json(), await unknown.json()];
    expect({ ...said, requestId: '' }).toEqual({ ...saidOfUnknown, requestId: '' });
    expect(await pictureStatus(staff, slide.image)).toBe(200);
    await changeSlide(staff, slide._id, { published: true });
    expect(await pictureStatus(visitor, slide.image)).toBe(200);
  });

  it('need a title and a picture, and report both', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    await withoutTrace(harness, async () => {
      const neither = await staff.call('addSlide', { form: slideForm({ title: 'x' }) });
      expectRefusal(neither, 400, 'bad_request');
      expect(neither.ok ? null : neither.error).toMatchObject({
        message: 'Please enter a valid thumbnail',
        errorCodes: { thumbnail: 'invalid_thumbnail', image: 'photo_required' },
      });
      const pictureless = await staff.call('addSlide', { form: slideForm({ thumbnail: 'One' }) });
      expect(pictureless.ok ? null : pictureless.error.message).toBe('Please choose a photo.');
      expect(pictureless.status).toBe(400);
      const both = await staff.call('addSlide', { form: slideForm({ thumbnail: 'One', link: 'ftp://a' }) });
      expect(both.ok ? null : both.error).toMatchObject({
        message: 'Please choose a photo.',
        errorCodes: { image: 'photo_required', link: 'invalid_link' },
      });
      const notChosen = slideForm({ thumbnail: 'One' });
      notChosen.append('image', new File([], '', { type: 'application/octet-stream' }));
      const empty = await staff.call('addSlide', { form: notChosen });
      expect(empty.ok ? null : empty.error.message).toBe('Please choose a photo.');
      const untitled = await staff.call('addSlide', { form: slideForm({ thumbnail: '  ' }, jpeg) });
      expect(untitled.ok ? null : untitled.error.errorCodes).toEqual({ thumbnail: 'invalid_thumbnail' });
    });
  });

  it('are published unless told otherwise; “active” means published, and the flag outweighs the status', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const published = async (fields: Record<string, string>) => (await addSlide(staff, fields)).published;
    expect(await published({})).toBe(true);
    expect(await published({ status: 'active' })).toBe(true);
    expect(await published({ status: ' Ｕｎｐｕｂｌｉｓｈｅｄ\u200b' })).toBe(false);
    expect(await published({ status: 'Published', published: 'false' })).toBe(false);
    expect(await published({ status: 'Unpublished', published: 'true' })).toBe(true);
    const { _id } = await addSlide(staff, { status: 'Unpublished' });
    expect(dataOf(await changeSlide(staff, _id, { status: ' active ' }))).toMatchObject({
      status: 'Published',
      published: true,
    });
    expect(dataOf(await changeSlide(staff, _id, { status: 'Published', published: false }))).toMatchObject({
      status: 'Unpublished',
      published: false,
    });
    expectRefusal(await changeSlide(staff, _id, { status: 'Pending' }), 400, 'bad_request');
  });

  it('take pictures by their content only, up to 10 MB to the byte', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const send = (bytes: Buffer, name = 'slide.jpg') =>
      staff.call('addSlide', { form: slideForm({ thumbnail: 'One' }, bytes, name) });
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const gif = await sharp(jpeg).gif().toBuffer();
    const webp = await sharp(jpeg).webp().toBuffer();
    const padded = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)]);
    await withoutTrace(harness, async () => {
      for (const bytes of [svg, gif, webp, Buffer.from('%PDF-1.7\n'), Buffer.from('MZ')]) {
        expectRefusal(await send(bytes), 415, 'file_type');
      }
      expectRefusal(await send(jpeg.subarray(0, 40)), 415, 'file_damaged');
      const large = await send(padded(limits.slideImageBytesMax + 1));
      expectRefusal(large, 413, 'photo_too_large');
      expect(large.ok ? null : large.error.message).toBe('File size exceeds the limit of 10 MB.');
    });
    expect((await send(padded(limits.slideImageBytesMax))).status).toBe(201);
    expect((await send(otherPicture, '../../etc/passwd\r\nx: y.svg')).status).toBe(201);
  });

  it('change only what is sent, and record which fields', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const slide = await addSlide(staff, { title: 'Text', link: 'https://example.com/a', titleBn: 'লেখা' });
    const changed = dataOf(
      await changeSlide(staff, slide._id, { thumbnail: 'New', shownOnNavbar: true, title: 'Text' }),
    );
    expect(changed).toEqual({ ...slide, thumbnail: 'New', shownOnNavbar: true });
    expect(JSON.parse((await actions(harness)).at(-1)?.fields ?? '')).toEqual(['thumbnail', 'shownOnNavbar']);
    expect(dataOf(await changeSlide(staff, slide._id, { title: null, titleBn: '' }))).toMatchObject({
      title: '',
      titleBn: null,
    });
    await withoutTrace(harness, () => changeSlide(staff, slide._id, { thumbnail: 'New' }));
  });

  it('ignore unknown fields', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const slide = await addSlide(staff);
    const json = { _id: unknownId, id: unknownId, image: '/api/files/x.jpg', createdAt: 'x', role: 'super-admin' };
    await withoutTrace(harness, async () => {
      expect(dataOf(await changeSlide(staff, slide._id, json))).toEqual(slide);
    });
  });

  it('get a new picture by multipart, and the old one is gone', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const slide = await addSlide(staff, { title: 'Text' });
    const params = { id: slide._id };
    const picture = slideForm({ thumbnail: 'New' }, otherPicture, 'b.png', 'image/png');
    const changed = dataOf(await staff.call('updateSlide', { params, form: picture }));
    expect(changed).toEqual({ ...slide, thumbnail: 'New', image: changed.image });
    expect(changed.image).not.toBe(slide.image);
    expect(await pictureStatus(staff, changed.image)).toBe(200);
    expect(await pictureStatus(staff, slide.image)).toBe(404);
    await expectOnePicture(harness);
    const textOnly = dataOf(await staff.call('updateSlide', { params, form: slideForm({ thumbnail: 'Newer' }) }));
    expect(textOnly).toEqual({ ...changed, thumbnail: 'Newer' });
  });

  it('keep the old picture when the new one or a field beside it is refused', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const slide = await addSlide(staff);
    const params = { id: slide._id };
    await withoutTrace(harness, async () => {
      const send = (data: FormData) => staff.call('updateSlide', { params, form: data });
      expectRefusal(await send(slideForm({ thumbnail: 'New' }, Buffer.from('<html>'))), 415, 'file_type');
      expectRefusal(await send(slideForm({ link: 'javascript:alert(1)' }, jpeg)), 400, 'bad_request');
    });
    expect(await pictureStatus(staff, slide.image)).toBe(200);
  });

  it('keep nothing of a picture that was sent for an unknown slide', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    await withoutTrace(harness, async () => {
      const params = { id: unknownId };
      expectRefusal(await staff.call('updateSlide', { params, form: slideForm({}, jpeg) }), 404, 'not_found');
      expectRefusal(await changeSlide(staff, unknownId, { thumbnail: 'X' }), 404, 'not_found');
      expectRefusal(await staff.call('deleteSlide', { params }), 404, 'not_found');
      expectRefusal(await changeSlide(staff, 'A'.repeat(24), {}), 400, 'invalid_id');
      expectRefusal(await staff.call('deleteSlide', { params: { id: '1' } }), 400, 'invalid_id');
    });
  });

  it('refuse wrong types and lengths by field', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const { _id } = await addSlide(staff);
    const wrong: [string, unknown, string][] = [
      ['thumbnail', '', 'invalid_thumbnail'],
      ['thumbnail', null, 'invalid_thumbnail'],
      ['thumbnail', ['a'], 'invalid_thumbnail'],
      ['thumbnail', { a: 1 }, 'invalid_thumbnail'],
      ['thumbnail', '\u0000', 'invalid_thumbnail'],
      ['thumbnail', 'অ'.repeat(61), 'invalid_thumbnail'],
      ['thumbnailBn', 'অ'.repeat(61), 'invalid_thumbnail'],
      ['title', 5, 'invalid_slide_text'],
      ['title', 'x'.repeat(301), 'invalid_slide_text'],
      ['titleBn', 'x'.repeat(301), 'invalid_slide_text'],
      ['titleBn', [], 'invalid_slide_text'],
      ['published', 'maybe', 'invalid_flag'],
      ['published', 1, 'invalid_flag'],
      ['shownOnNavbar', null, 'invalid_flag'],
      ['position', 0, 'invalid_position'],
      ['position', -1, 'invalid_position'],
      ['position', 1.5, 'invalid_position'],
      ['position', 'first', 'invalid_position'],
      ['position', null, 'invalid_position'],
      ['position', 1e300, 'invalid_position'],
    ];
    await withoutTrace(harness, async () => {
      for (const [field, value, code] of wrong) {
        const result = await changeSlide(staff, _id, { [field]: value });
        expect(result.ok ? null : result.error.errorCodes, `${field} ${String(value)}`).toEqual({ [field]: code });
        expect(result.status).toBe(400);
      }
      const repeated = slideForm({ thumbnail: 'One' }, jpeg);
      repeated.append('thumbnail', 'Two');
      expect((await staff.call('addSlide', { form: repeated })).status).toBe(400);
      const twoPictures = slideForm({ thumbnail: 'One' }, jpeg);
      twoPictures.append('image', new File([new Uint8Array(jpeg)], 'b.jpg'));
      expect((await staff.call('addSlide', { form: twoPictures })).status).toBe(400);
    });
    expect((await changeSlide(staff, _id, { thumbnail: '😀'.repeat(60), title: '😀'.repeat(300) })).status).toBe(200);
  });

  it('link to https and to paths of the site, and nowhere else', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const { _id } = await addSlide(staff, { link: '/about' });
    const hostile = [
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      ' javascript:alert(1)',
      'java\nscript:alert(1)',
      '\u0001javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'vbscript:x',
      'http://example.com',
      'ftp://example.com',
      'mailto:a@b.c',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/a\\b',
      '/\t/evil.example',
      '/\n/evil.example',
      '／／evil.example',
      'https:evil.example',
      'https:/\\evil.example',
      'https://',
      'https://a b.example',
      'https://user:pass@',
      'evil.example',
      'about',
      '?a=1',
      '#a',
      `/${'a'.repeat(500)}`,
    ];
    await withoutTrace(harness, async () => {
      for (const link of hostile) {
        const result = await changeSlide(staff, _id, { link });
        expect(result.ok ? link : result.error.errorCodes, link).toEqual({ link: 'invalid_link' });
      }
      expect((await staff.call('addSlide', { form: slideForm({ thumbnail: 'X', link: '//evil' }, jpeg) })).status).toBe(
        400,
      );
    });
    const own = ['/', '/enquiry?x=1#y', '/bn/about', `/${'😀'.repeat(499)}`];
    for (const link of [...own, 'https://example.com/a?b=c', 'https://পরীক্ষা.example/']) {
      expect(dataOf(await changeSlide(staff, _id, { link })).link).toBe(link);
    }
    expect(dataOf(await changeSlide(staff, _id, { link: '' })).link).toBeNull();
    await changeSlide(staff, _id, { link: '/about' });
    expect(dataOf(await changeSlide(staff, _id, { link: null })).link).toBeNull();
  });

  it('keep markup as the text that it is', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const markup = `"><img src=x onerror=alert(1)>'{{7*7}}\${1}</script>`;
    const slide = await addSlide(staff, { thumbnail: markup, title: markup, thumbnailBn: markup, titleBn: markup });
    expect(slide).toMatchObject({ thumbnail: markup, title: markup, thumbnailBn: markup, titleBn: markup });
    const answer = await harness.visitor().request('/api/slider/fetchSlider');
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual([slide]);
  });

  it('keep one picture when two new ones come at once', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const { _id } = await addSlide(staff);
    const params = { id: _id };
    await Promise.all(
      [jpeg, otherPicture, jpeg].map((image) => staff.call('updateSlide', { params, form: slideForm({}, image) })),
    );
    await expectOnePicture(harness);
  });
});
