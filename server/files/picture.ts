/**
 * Runs the processes that decode pictures: at most two, started when needed, ended when idle, killed when a picture
 * takes too long, and replaced when one dies.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { ThumbnailKind } from '../../contract/files.ts';
import { Refusal, retryLater } from '../refusal.ts';

export interface PictureJob {
  input: string;
  type: 'image/jpeg' | 'image/png';
  /** Where to write the picture; neither this path nor those of the thumbnails may exist yet. */
  output: string;
  thumbnails: (ThumbnailKind & { path: string })[];
}

export interface WrittenFile {
  path: string;
  sizeBytes: number;
  sha256: string;
}

export interface Picture extends WrittenFile {
  widthPx: number;
  heightPx: number;
  /** One of each requested kind; a smaller picture is not enlarged. */
  thumbnails: (WrittenFile & ThumbnailKind)[];
}

/** A PDF to be searched; it is not changed. */
export interface PdfJob {
  input: string;
  type: 'application/pdf';
}

export type PictureReply =
  | { picture: Picture | null }
  | { failure: 'file_damaged' | 'too_many_pixels' | 'picture_needs_memory' | 'active_pdf' }
  | { failure: 'disk'; code: string };

interface Task {
  job: PictureJob | PdfJob;
  /** How often a process died during this job. */
  deaths: number;
  /** Called with null for a PDF. */
  resolve(picture: Picture | null): void;
  reject(error: Error): void;
}

interface Worker {
  child: ChildProcess;
  task: Task | null;
  timer: NodeJS.Timeout | undefined;
}

const workersMax = Math.min(2, availableParallelism());
const waitingMax = 60;
const jobMs = 30_000;
const idleMs = 60_000;
/** One more than there are processes: all of them may have been dead already when they got the job. */
const deathsMax = workersMax + 1;
/**
 * Settings of glibc, ignored elsewhere: one heap, in which the next picture reuses the memory of the one before. Large
 * blocks would otherwise be returned to the system and come back as new pages, which have to be cleared.
 */
const allocator = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_MAX_: '0',
  MALLOC_TRIM_THRESHOLD_: String(256 * 1024 * 1024),
};
const program = fileURLToPath(new URL('./picture.process.ts', import.meta.url));

/** The refusal of a job that no process could finish. */
const refusalByType = {
  'image/jpeg': 'file_damaged',
  'image/png': 'file_damaged',
  'application/pdf': 'active_pdf',
} as const;

const workers = new Set<Worker>();
const waiting: Task[] = [];

/** Decodes and encodes again; throws `file_damaged`, `too_many_pixels`, `picture_needs_memory` or `overloaded`. */
export async function decodePicture(job: PictureJob): Promise<Picture> {
  const picture = await run(job);
  if (!picture) throw new Error('The picture process took a picture for a PDF.');
  return picture;
}

/** Refuses with `active_pdf` a PDF that does more than show pages, and one that cannot be searched in time. */
export async function requirePlainPdf(input: string): Promise<void> {
  await run({ input, type: 'application/pdf' });
}

async function run(job: Task['job']): Promise<Picture | null> {
  if (waiting.length >= waitingMax) throw retryLater('overloaded', 5);
  return new Promise((resolve, reject) => {
    waiting.push({ job, deaths: 0, resolve, reject });
    dispatch();
  });
}

function dispatch(): void {
  while (waiting.length > 0) {
    const worker = [...workers].find(({ task }) => !task) ?? (workers.size < workersMax ? startWorker() : null);
    const task = worker && waiting.shift();
    if (!task) return;
    begin(worker, task);
  }
}

function startWorker(): Worker {
  // The process gets none of our environment variables: they contain secrets, and a decoder needs none.
  const child = fork(program, {
    execArgv: [],
    env: { VIPS_BLOCK_UNTRUSTED: '1', ...allocator, SystemRoot: process.env.SystemRoot },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const worker: Worker = { child, task: null, timer: undefined };
  workers.add(worker);
  child.on('message', (reply) => finish(worker, reply as PictureReply));
  child.once('exit', () => replaceDead(worker));
  child.once('error', () => refuseUnstarted(worker));
  return worker;
}

function begin(worker: Worker, task: Task): void {
  worker.task = task;
  clearTimeout(worker.timer);
  worker.timer = setTimeout(() => {
    task.deaths = deathsMax;
    worker.child.kill('SIGKILL');
  }, jobMs);
  worker.child.ref();
  worker.child.channel?.ref();
  // A job that could not be sent is dispatched again when the process exits. Where the process has no descriptor left,
  // `fork` returns a child without a channel, and an error follows.
  worker.child.send?.(task.job, () => {});
}

function finish(worker: Worker, reply: PictureReply): void {
  const { task } = worker;
  worker.task = null;
  clearTimeout(worker.timer);
  worker.timer = setTimeout(() => {
    workers.delete(worker);
    worker.child.disconnect();
  }, idleMs).unref();
  worker.child.unref();
  worker.child.channel?.unref();
  if ('picture' in reply) task?.resolve(reply.picture);
  else if (reply.failure !== 'disk') task?.reject(new Refusal(reply.failure));
  else task?.reject(Object.assign(new Error('A picture could not be written.'), { code: reply.code }));
  dispatch();
}

/** The system could not start the process, which is no fault of the picture. */
function refuseUnstarted(worker: Worker): void {
  if (!workers.delete(worker)) return;
  clearTimeout(worker.timer);
  worker.task?.reject(retryLater('overloaded', 5));
  dispatch();
}

function replaceDead(worker: Worker): void {
  if (!workers.delete(worker)) return;
  clearTimeout(worker.timer);
  const { task } = worker;
  if (task && ++task.deaths >= deathsMax) task.reject(new Refusal(refusalByType[task.job.type]));
  else if (task) waiting.unshift(task);
  dispatch();
}
