import { expect, test } from 'vitest';
import { slotNames } from '../../contract/application-form.ts';
import type { CallResult } from '../../contract/client.ts';
import { errorText } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { addApplication, buildPhoto, formOf } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, expectRefusal, onEachEngine } from '../../test/harness.ts';
import { activePdfs, plainPdf } from '../../test/pdf.ts';
import { storedFiles, withoutTrace } from '../../test/state-snapshot.ts';

const pdf = new TextEncoder().encode('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const fileUrl = /^\/api\/files\/[0-9a-f]{24}\.jpg$/;

async function statusOf(caller: Caller, url: string | null): Promise<number> {
  const response = await caller.request(url ?? '');
  await response.arrayBuffer();
  return response.status;
}

const attach = (staff: Caller, id: string, fields: Record<string, string>, files: Record<string, Uint8Array> = {}) =>
  staff.call('updateAttachments', { params: { id }, form: formOf(fields, files) });

onEachEngine('the six documents', (open) => {
  test('arrive together or one by one, each in its own place, and leave the others unchanged', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const added = await addApplication(staff);
    const photo = await buildPhoto();
    const one = await attach(staff, added._id, {}, { file4: photo });
    expect(one.status).toBe(200);
    const first = dataOf(one);
    expect(first).toEqual({ ...added, file4: expect.stringMatching(fileUrl), version: 2, updatedAt: first.updatedAt });
    const others = Object.fromEntries(slotNames.filter((slot) => slot !== 'file4').map((slot) => [slot, photo]));
    const all = dataOf(await attach(staff, added._id, {}, others));
    expect(all.file4).toBe(first.file4);
    const urls = slotNames.map((slot) => all[slot] ?? '');
    expect(new Set([...urls, all.image]).size).toBe(7);
    for (const url of urls) {
      expect(url).toMatch(fileUrl);
      expect(await statusOf(staff, url)).toBe(200);
    }
    expect(dataOf(await staff.call('application', { params: { id: added._id } }))).toEqual({
      ...all,
      history: [],
      guesses: null,
      hold: null,
      assigned: null,
    });
  });

  test('come with fields of the application in one change, which the audit log names', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const owner = await harness.signIn('super-admin');
    const added = await addApplication(staff);
    const changed = dataOf(
      await attach(staff, added._id, { company: 'Maple Foods', isStatus: 'Approved' }, { file1: await buildPhoto() }),
    );
    expect(changed).toMatchObject({ company: 'Maple Foods', isStatus: 'Pending', version: 2 });
    const [entry] = dataOf(await owner.call('audit', { query: { record: added._id } })).entries;
    expect(entry).toMatchObject({ action: 'application.attached', actor: { _id: staff.accountId } });
    expect(entry?.fields.toSorted()).toEqual(['company', 'file1']);
  });

  test('are removed by name, and a file sent for an emptied place fills it', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const { _id } = await addApplication(staff);
    const photo = await buildPhoto();
    const full = dataOf(await attach(staff, _id, {}, { file1: photo, file2: photo, file3: photo }));
    const emptied = dataOf(await attach(staff, _id, { remove: ' file1, file3,file3' }));
    expect(emptied).toMatchObject({ file1: null, file2: full.file2, file3: null });
    const refilled = dataOf(await attach(staff, _id, { remove: 'file2' }, { file2: photo }));
    expect(refilled.file2).toMatch(fileUrl);
    expect(refilled.file2).not.toBe(full.file2);
    const json = dataOf(await staff.call('updateAttachments', { params: { id: _id }, json: { remove: 'file2' } }));
    expect(json.file2).toBeNull();
    await withoutTrace(harness, async () => {
      expect(dataOf(await attach(staff, _id, { remove: 'file5,' })).version).toBe(json.version);
      for (const remove of ['image', 'photo', 'file7', 'file1;file2', '*', 'jobLetter', '__proto__']) {
        const result = await attach(staff, _id, { remove });
        expect(result.ok ? remove : result.error.errorCodes, remove).toEqual({ remove: 'invalid_remove' });
      }
      const list = await staff.call('updateAttachments', { params: { id: _id }, json: { remove: ['file2'] } });
      expectRefusal(list, 400, 'bad_request');
    });
  });

  test('are stored all or not at all: a wrong field, a stale version or an unknown record leaves no file', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const other = await addApplication(staff);
    const { _id } = await addApplication(staff);
    const file1 = await buildPhoto();
    await withoutTrace(harness, async () => {
      expectRefusal(await attach(staff, _id, { phone: 'abc' }, { file1 }), 400, 'bad_request');
      expectRefusal(await attach(staff, _id, { passport: other.passport }, { file1 }), 409, 'passport_exists');
      expectRefusal(await attach(staff, _id, { version: '7' }, { file1 }), 409, 'version_conflict');
      expectRefusal(await attach(staff, 'f'.repeat(24), {}, { file1 }), 404, 'not_found');
      expectRefusal(await attach(harness.visitor(), _id, {}, { file1 }), 401, 'unauthorized');
    });
  });

  test('do not include the photo, nor a file of any other name', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const added = await addApplication(staff);
    const file = await buildPhoto(20);
    await withoutTrace(harness, async () => {
      const result = dataOf(await attach(staff, added._id, {}, { image: file, file7: file, jobLetter: file }));
      expect(result).toEqual(added);
    });
    expect(await storedFiles(harness)).toHaveLength(2);
  });

  test('and photos that are refused hide no other error of their form, and change nothing', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const { _id } = await addApplication(staff);
    const jpeg = await buildPhoto();
    const gif = new TextEncoder().encode('GIF89a of a cat');
    const large = new Uint8Array(limits.photoBytesMax + 1);
    large.set(jpeg);
    const codes = async (call: Promise<CallResult<unknown>>) => {
      const result = await call;
      return result.ok ? result.status : [result.status, result.error.code, result.error.errorCodes];
    };
    await withoutTrace(harness, async () => {
      expect(await codes(attach(staff, _id, { phone: 'x' }, { file1: gif, file2: jpeg, file3: gif }))).toEqual([
        400,
        'bad_request',
        { phone: 'invalid_phone', file1: 'file_type', file3: 'file_type' },
      ]);
      expect(await codes(attach(staff, _id, {}, { file1: jpeg, file2: gif, file3: gif }))).toEqual([
        415,
        'file_type',
        { file2: 'file_type', file3: 'file_type' },
      ]);
      // The first in the form gives the status, whichever is sent first.
      expect(await codes(attach(staff, _id, {}, { file3: gif, file1: large }))).toEqual([
        413,
        'attachment_too_large',
        { file1: 'attachment_too_large', file3: 'file_type' },
      ]);
      const added = await codes(staff.call('addApplication', { form: formOf({ surname: 'a' }, { image: large }) }));
      expect(added).toMatchObject([
        400,
        'bad_request',
        { surname: 'surname_length', dob: 'invalid_birth_date', image: 'photo_too_large' },
      ]);
      const slide = await codes(staff.call('addSlide', { form: formOf({}, { image: gif }) }));
      expect(slide).toMatchObject([400, 'bad_request', { thumbnail: 'invalid_thumbnail', image: 'file_type' }]);
    });
    expect(await storedFiles(harness)).toHaveLength(2);
  });

  test('may be PDFs only where the setting allows it, and a photo never', async () => {
    for (const allowed of ['0', '1']) {
      const harness = await open({ environment: { ATTACHMENTS_ALLOW_PDF: allowed } });
      const staff = await harness.signIn('admin');
      const { _id } = await addApplication(staff);
      const sent = await attach(staff, _id, {}, { file2: pdf });
      if (allowed === '1') expect(dataOf(sent).file2).toMatch(/\.pdf$/);
      else expectRefusal(sent, 415, 'file_type');
      const photo = { params: { id: _id }, form: formOf({}, { image: pdf }) };
      expectRefusal(await staff.call('updateApplication', photo), 415, 'file_type');
    }
  });

  test('refuse a PDF that does more than show pages, while a plain PDF is stored byte for byte', async () => {
    const harness = await open({ environment: { ATTACHMENTS_ALLOW_PDF: '1' } });
    const staff = await harness.signIn('admin');
    const { _id } = await addApplication(staff);
    await withoutTrace(harness, async () => {
      for (const [what, active] of activePdfs) {
        const result = await attach(staff, _id, {}, { file1: plainPdf, file2: active });
        const refusal = result.ok || [result.status, result.error.message, result.error.errorCodes];
        expect(refusal, what).toEqual([415, errorText('active_pdf'), { file2: 'active_pdf' }]);
      }
    });
    const { file1 } = dataOf(await attach(staff, _id, {}, { file1: plainPdf }));
    const stored = await staff.request(file1 ?? '');
    expect(Buffer.from(await stored.arrayBuffer()).equals(plainPdf)).toBe(true);
  });
});
