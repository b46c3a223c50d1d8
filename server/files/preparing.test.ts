import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addApplication, buildPhoto } from '../../test/build.ts';
import { onOneEngine } from '../../test/harness.ts';
import { withoutTrace } from '../../test/state-snapshot.ts';

onOneEngine('a scan', (open) => {
  test('is prepared while the rest of its form still arrives, and nothing of it stays if the form is wrong', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const { _id } = await addApplication(staff);
    const uploads = join(harness.settings.dataDir, 'uploads');
    const part = (name: string, more = '') =>
      Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`);
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const body = writable.getWriter();
    const photo = await buildPhoto();
    await withoutTrace(harness, async () => {
      const answer = staff.request(`/api/application/updateApplicationAdd/${_id}`, {
        method: 'PUT',
        body: readable,
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        duplex: 'half',
      } as RequestInit);
      await body.write(Buffer.concat([part('file1', '; filename="a.jpg"'), photo, Buffer.from('\r\n')]));
      // The parser holds back the last bytes of a part until it sees what follows.
      await body.write(part('dob'));
      // The file as it will be stored, and its thumbnail; the received bytes are not needed any more.
      const folder = async () => (await readdir(uploads)).flatMap((name) => join(uploads, name));
      const sizes = async () => {
        const [path = uploads] = await folder();
        return Promise.all((await readdir(path)).map(async (name) => (await stat(join(path, name))).size));
      };
      await expect.poll(sizes).toHaveLength(2);
      await expect.poll(sizes).not.toContain(photo.length);
      await body.write(Buffer.from('no date\r\n--b--\r\n'));
      await body.close();
      expect((await answer).status).toBe(400);
    });
    expect(await readdir(uploads)).toEqual([]);
  });
});
