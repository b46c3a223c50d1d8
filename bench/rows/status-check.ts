/** V1: a person's status check in a browser without script, beside React's own rendering and the same look-up. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { readSettings } from '../../server/settings.ts';
import { siteScript } from '../../web/build/site-script.ts';
import { type Answer, answerTo } from '../answer.ts';
import { requestText } from '../load.ts';
import { enquiries, nationalityKeys } from '../people.ts';
import { startBaseline } from '../processes.ts';
import { type Filled, type Stage, withProduct } from '../stage.ts';
import type { Figure } from '../targets.ts';
import { compared, inTurns } from '../turns.ts';

const connections = 8;
const page = '/view-one';

export async function measureStatusCheck(stage: Stage): Promise<Figure[]> {
  const { engine, large, pace, scratch } = stage;
  const pageFile = await buildPage(scratch);
  return withProduct(stage, large, async ({ port, pid, origin, staff }) => {
    const next = forms(large.rows);
    const slides = await (await staff()).call('slides');
    const form = next();
    const { first, shown } = await visit(port, form);
    const html = shown.body.toString();
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
    const baseline = await startBaseline('status-check', {
      database: large.database,
      pageFile,
      style,
      postHead: withoutCookies(first),
      pageHead: shown.head,
      root: rootOf(origin, large),
      site: { slides: slides.ok ? slides.data.filter(({ published }) => published) : [] },
      nationalityKeys: nationalityKeys(),
    });
    requireSamePage(shown, (await visit(baseline.port, form)).shown);
    const side = (port: number) => ({
      port,
      connections,
      next: () => requestText({ port, method: 'POST', path: '/enquiry', form: next() }),
      follow: (head: string) =>
        head.startsWith('HTTP/1.1 303') ? requestText({ port, path: page, headers: { cookie: cookieIn(head) } }) : null,
    });
    const measured = await inTurns(
      { baseline: { ...side(baseline.port), pid: baseline.pid }, product: { ...side(port), pid } },
      { ...pace, warmUpMs: 4 * pace.warmUpMs },
    );
    await baseline.stop();
    return [{ target: 'statusCheck', engine, ...compared(measured.product, measured.baseline) }];
  });
}

async function visit(port: number, form: string): Promise<{ first: Answer; shown: Answer }> {
  const first = await answerTo({ port, method: 'POST', path: '/enquiry', form });
  const cookie = cookieIn(first.head.map((text, at) => (at % 2 ? `${text}\r\n` : `${text}: `)).join(''));
  return { first, shown: await answerTo({ port, path: page, headers: { cookie } }) };
}

/**
 * Throws unless both render the same page, except for the names of classes and files, which differ between the builds,
 * and times.
 */
function requireSamePage(product: Answer, baseline: Answer): void {
  const [one, other] = [product, baseline].map(({ body }) => textOf(body.toString()));
  if (product.status !== 200 || one !== other)
    throw new Error(`The baseline renders another page:\n${one}\n\n${other}`);
}

function textOf(html: string): string {
  const body = html.slice(html.indexOf('<a class="'), html.lastIndexOf('</body>'));
  return body.replace(/ (?:class|src|href|style|data-copy)="[^"]*"|<!--.*?-->/g, '').replace(/\d+/g, '#');
}

/** The form of one applicant after another, as a browser sends it. */
function forms(rows: number): () => string {
  const next = enquiries(rows);
  return () => {
    const { search, search1, search2 } = next();
    const [year = '', month = '', day = ''] = search2.split('-');
    const parts = { 'birthDate-day': day, 'birthDate-month': month, 'birthDate-year': year };
    return new URLSearchParams({ passport: search, nationality: search1, ...parts }).toString();
  };
}

/** The cookies that an answer sets, as a browser sends them back. */
function cookieIn(head: string): string {
  return [...head.matchAll(/^set-cookie: ([^;\r]+)/gim)].map(([, pair]) => pair).join('; ');
}

function withoutCookies({ head }: Answer): string[] {
  return head.filter((_, at) => head[at - (at % 2)]?.toLowerCase() !== 'set-cookie');
}

function rootOf(publicUrl: string, { environment, folder }: Filled): object {
  const { brand, attachmentsAllowPdf, retentionYears } = readSettings({ DATA_DIR: folder, ...environment });
  return { publicUrl, attachmentsAllowPdf, retentionYears, brand };
}

async function buildPage(folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [siteScript()],
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env.RELEASE': '"bench"' },
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(new URL('../baseline/page.tsx', import.meta.url)),
      outDir: join(folder, 'page'),
      emptyOutDir: true,
      assetsInlineLimit: 0,
      rollupOptions: { output: { entryFileNames: 'page.mjs' } },
    },
  });
  return join(folder, 'page', 'page.mjs');
}
