import { expect, it } from 'vitest';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, expectRefusal, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { addSlide, changeSlide, jpeg, listSlides, slideForm } from '../../test/slides.ts';
import { withoutTrace } from '../../test/state-snapshot.ts';

const pictureStatus = async (caller: Caller, url: string): Promise<number> => {
  const answer = await caller.request(url);
  await answer.arrayBuffer();
  return answer.status;
};
const titles = async (caller: Caller) => (await listSlides(caller)).map((slide) => slide.thumbnail);
const positions = async (caller: Caller) => (await listSlides(caller)).map((slide) => slide.position);
const actions = async ({ database }: TestHarness) =>
  database.db.selectFrom('audit').select(['action', 'record', 'fields', 'actorId']).orderBy('sequence').execute();

onEachEngine('the order of slides', (open) => {
  it('follows a move and has no gaps', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const ids: string[] = [];
    for (const thumbnail of ['A', 'B', 'C', 'D']) ids.push((await addSlide(staff, { thumbnail }))._id);
    const move = async (index: number, position: unknown) => {
      const moved = dataOf(await changeSlide(staff, ids[index] ?? '', { position }));
      expect(await positions(staff)).toEqual([1, 2, 3, 4]);
      return [moved.position, (await titles(staff)).join('')];
    };
    expect(await move(0, 3)).toEqual([3, 'BCAD']);
    expect(await move(3, 1)).toEqual([1, 'DBCA']);
    expect(await move(1, 2)).toEqual([2, 'DBCA']);
    expect(await move(3, 99)).toEqual([4, 'BCAD']);
    expect(await move(0, '২')).toEqual([2, 'BACD']);
    expect(JSON.parse((await actions(harness)).at(-1)?.fields ?? '')).toEqual(['position']);
  });

  it('has no gap after one is deleted, for good and with its picture', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    for (const thumbnail of ['A', 'B', 'C']) await addSlide(staff, { thumbnail });
    const [, second] = await listSlides(staff);
    const params = { id: second?._id ?? '' };
    expect(dataOf(await staff.call('deleteSlide', { params }))).toEqual(second);
    expect((await listSlides(staff)).map((slide) => [slide.thumbnail, slide.position])).toEqual([
      ['A', 1],
      ['C', 2],
    ]);
    expect(await pictureStatus(staff, second?.image ?? '')).toBe(404);
    expect(await harness.database.db.selectFrom('file').select('id').execute()).toHaveLength(2);
    expect((await actions(harness)).at(-1)).toMatchObject({ action: 'slide.deleted', record: params.id });
    await withoutTrace(harness, async () => {
      expectRefusal(await staff.call('deleteSlide', { params }), 404, 'not_found');
    });
    expect((await addSlide(staff)).position).toBe(3);
  });

  it('stays 1 to N when moves, additions and deletions come at once', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const ids: string[] = [];
    for (const thumbnail of ['A', 'B', 'C', 'D', 'E', 'F']) ids.push((await addSlide(staff, { thumbnail }))._id);
    const results = await Promise.all([
      ...ids.flatMap((id, index) => [
        changeSlide(staff, id, { position: ((index * 5) % 6) + 1 }),
        changeSlide(staff, id, { position: 6 - index, title: `Text ${index}` }),
      ]),
      staff.call('addSlide', { form: slideForm({ thumbnail: 'G' }, jpeg) }),
      staff.call('addSlide', { form: slideForm({ thumbnail: 'H' }, jpeg) }),
      staff.call('deleteSlide', { params: { id: ids[2] ?? '' } }),
    ]);
    for (const result of results) expect([200, 201, 404]).toContain(result.status);
    expect(await positions(staff)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect((await titles(staff)).sort().join('')).toBe('ABDEFGH');
  });
});
