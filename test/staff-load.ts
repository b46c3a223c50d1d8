/** Callers that add, decide, list and look up until they are stopped; it records their responses. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Application } from '../contract/answers.ts';
import { addApplication, buildFields, buildPhoto, formOf } from './build.ts';
import type { Staff } from './product.ts';

const pauseMs = 20;

export interface StaffLoad {
  /** Waits until a call of each kind that began after this moment has succeeded; returns how long that took. */
  untilEachSucceeds(): Promise<number>;
  /** How often each status was answered, and the last answer about each record. */
  stop(): Promise<{ statuses: Record<string, number>; acknowledged: Map<string, Application> }>;
}

export function startStaffLoad(staff: Pick<Staff, 'call'>): StaffLoad {
  const statuses: Record<string, number> = {};
  const acknowledged = new Map<string, Application>();
  const successes = new Map<string, number>();
  let isOver = false;
  const caller = async (kind: string, work: () => ReturnType<Staff['call']>) => {
    while (!isOver) {
      const began = Date.now();
      // A broken connection is counted under its error instead of a status.
      const result = await work().catch((error: Error) => ({
        ok: false as const,
        status: String(error.cause ?? error),
      }));
      statuses[result.status] = (statuses[result.status] ?? 0) + 1;
      if (result.ok) successes.set(kind, began);
      if (result.ok && typeof result.data === 'object' && result.data && 'version' in result.data) {
        const application = result.data as Application;
        acknowledged.set(application._id, application);
      }
      await sleep(pauseMs);
    }
  };
  const kinds = ['add', 'decide', 'list', 'look up'];
  const callers = (async () => {
    const { _id: id, passport, currentN, dob } = await addApplication(staff);
    const image = await buildPhoto();
    const json = { search: passport, search1: currentN, search2: dob };
    await Promise.all([
      caller('add', () => staff.call('addApplication', { form: formOf(buildFields(), { image }) })),
      caller('decide', () => staff.call('approve', { params: { id } })),
      caller('decide', () => staff.call('approve', { params: { id } })),
      caller('list', () => staff.call('applications')),
      caller('look up', () => staff.call('enquiry', { json })),
    ]);
  })();
  return {
    async untilEachSucceeds(): Promise<number> {
      const from = Date.now();
      const isBack = () => kinds.every((kind) => (successes.get(kind) ?? 0) >= from);
      while (!isBack()) {
        const missing = kinds.filter((kind) => (successes.get(kind) ?? 0) < from);
        if (Date.now() - from > 30_000) throw new Error(`${missing} never came back: ${JSON.stringify(statuses)}`);
        await sleep(10);
      }
      return Date.now() - from;
    },
    async stop() {
      isOver = true;
      await callers;
      return { statuses, acknowledged };
    },
  };
}
