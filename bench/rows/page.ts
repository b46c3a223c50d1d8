/**
 * P1: the home page as a browser first requests it, beside a bare server that sends the same bytes; and the time until
 * it shows a slide that staff have saved.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answerTo, requireSame } from '../answer.ts';
import type { Host } from '../host.ts';
import { requestText } from '../load.ts';
import { startBaseline } from '../processes.ts';
import { type Running, type Stage, withProduct } from '../stage.ts';
import type { Figure } from '../targets.ts';
import { compared, inTurns } from '../turns.ts';

const path = '/';
const headers = { 'accept-encoding': 'gzip, deflate, br' };
const connections = 32;
const saves = 3;
const timeoutMs = 10_000;

export async function measurePage(stage: Stage): Promise<Figure[]> {
  const { engine, pace, scratch } = stage;
  return withProduct(stage, stage.large, async (product) => {
    const { port, pid } = product;
    const sample = await answerTo({ port, path, headers });
    const file = join(scratch, 'home');
    await writeFile(file, sample.body);
    const baseline = await startBaseline('bytes', { head: sample.head, file, isReadFromDisk: false });
    requireSame(sample, await answerTo({ port: baseline.port, path, headers }), 'home page');
    const text = requestText({ port, path, headers });
    const measured = await inTurns(
      {
        home: { port, pid, connections, next: () => text },
        baseline: { ...baseline, connections, next: () => text },
      },
      pace,
    );
    await baseline.stop();
    return [
      { target: 'home', engine, ...compared(measured.home, measured.baseline) },
      { target: 'slideShown', engine, value: await slowestShown(product, pace.host) },
    ];
  });
}

/**
 * The slowest of a few saves. Each gives the first slide another title, and the page is requested until it shows that.
 */
async function slowestShown({ port, staff }: Running, host: Host): Promise<number> {
  const caller = await staff();
  const slides = await caller.call('slides');
  const [slide] = slides.ok ? slides.data : [];
  if (!slide) throw new Error('There is no slide to change.');
  const shownMs = async () => {
    const title = `Saved at ${Date.now()}`;
    const saved = await caller.call('updateSlide', { params: { id: slide._id }, json: { thumbnail: title } });
    if (!saved.ok) throw new Error(`The slide was not saved: ${saved.status}.`);
    const start = performance.now();
    while (!(await answerTo({ port, path })).body.includes(title)) {
      if (performance.now() - start > timeoutMs) throw new Error('The page does not show the slide that was saved.');
    }
    return performance.now() - start;
  };
  let slowest = 0;
  for (let save = 0; save < saves; save++) slowest = Math.max(slowest, await host.undisturbed(shownMs));
  await caller.call('updateSlide', { params: { id: slide._id }, json: { thumbnail: slide.thumbnail } });
  return slowest;
}
