/**
 * Runs Lighthouse with its usual settings: a simulated phone on slow 4G. Lighthouse is no package of the project
 * (decision 11).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchOptions } from '../test/browser/chromium.ts';

const release = 'lighthouse@13.5.0';

export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';
type Figure = 'largestPaint' | 'blocking' | 'shift';
export type Verdict = Partial<Record<Category, number>> & Record<Figure, number> & { remarks: string[] };

interface Report {
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; numericValue?: number }>;
}

/** Returns the run in the middle by its largest paint. */
export async function judge(
  url: string,
  { headers, categories, runs }: { headers: Record<string, string>; categories: Category[]; runs: number },
): Promise<Verdict> {
  const verdicts: Verdict[] = [];
  for (let run = 0; run < runs; run++) verdicts.push(read(await report(url, headers, categories), categories));
  verdicts.sort((one, other) => one.largestPaint - other.largestPaint);
  const middle = verdicts[Math.floor((verdicts.length - 1) / 2)];
  if (!middle) throw new Error('There must be one run at least.');
  return middle;
}

async function report(url: string, headers: Record<string, string>, categories: Category[]): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'maplegate-lighthouse-'));
  try {
    const { executablePath, args = [] } = await launchOptions();
    const path = join(folder, 'report.json');
    const child = spawn(
      'npx',
      [
        '--yes',
        release,
        url,
        '--quiet',
        '--output=json',
        `--output-path=${path}`,
        `--only-categories=${categories.join(',')}`,
        `--chrome-flags=${['--headless', ...args].join(' ')}`,
        `--extra-headers=${JSON.stringify(headers)}`,
      ],
      {
        env: { ...process.env, ...(executablePath ? { CHROME_PATH: executablePath } : {}) },
        stdio: ['ignore', 'ignore', 'pipe'],
        shell: process.platform === 'win32',
      },
    );
    let complaints = '';
    child.stderr.on('data', (text) => (complaints += text));
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`Lighthouse ended with ${code}:\n${complaints}`);
    return JSON.parse(await readFile(path, 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function read({ runtimeError, categories, audits }: Report, wanted: Category[]): Verdict {
  if (runtimeError) throw new Error(`Lighthouse could not judge the page: ${runtimeError.message}`);
  const figure = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const remarks = wanted.flatMap((category) =>
    (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = audits[id];
      const isShort = weight > 0 && audit?.score !== null && (audit?.score ?? 1) < 1;
      return isShort ? [`${category}: ${audit?.title} (${Math.round((audit?.score ?? 0) * 100)})`] : [];
    }),
  );
  return {
    ...Object.fromEntries(wanted.map((category) => [category, Math.round((categories[category]?.score ?? 0) * 100)])),
    largestPaint: figure('largest-contentful-paint'),
    blocking: figure('total-blocking-time'),
    shift: figure('cumulative-layout-shift'),
    remarks,
  };
}
