import { createHash } from 'node:crypto';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { expect, it } from 'vitest';
import { endpoints } from '../../contract/endpoints.ts';
import { type ErrorCode, errors } from '../../contract/errors.ts';
import { onEachEngine } from '../../test/world.ts';
import { readSettings } from '../settings.ts';
import { openApiDocument } from './document.ts';
import { renderDocs } from './page.ts';

const document = openApiDocument(readSettings({}));
const { html } = await renderDocs(document);
const operations = Object.entries(document.paths).flatMap(([path, here]) =>
  Object.values(here).map((operation) => ({ path, operation })),
);
/** The part of the page that an id begins, up to the next. */
const partOf = (id: string) => html.split(`<article id="${id}"`)[1]?.split('</article>')[0] ?? '';
const plain = (text: string) => text.replace(/<[^>]*>/g, '');

it('shows every call with its path, parameters, fields, answers and errors', () => {
  expect(operations.length).toBeGreaterThan(35);
  const common = partsOfErrors(html.split('id="common-errors"')[1]?.split('</section>')[0] ?? '');
  for (const { path, operation } of operations) {
    const part = partOf(operation.operationId);
    expect(plain(part), operation.operationId).toContain(path);
    expect(plain(part)).toContain(operation.summary);
    const bodies = Object.values(operation.requestBody?.content ?? {});
    const fields = bodies.flatMap(({ schema }) => Object.keys(schema?.properties ?? {}));
    for (const name of [...(operation.parameters ?? []).map(({ name }) => name), ...fields]) {
      expect(part, operation.operationId).toContain(`<code>${name}</code>`);
    }
    const shown = new Set([...common, ...partsOfErrors(part)]);
    for (const [status, { content, description }] of Object.entries(operation.responses)) {
      const [, special] = content?.['application/json']?.schema?.allOf ?? [];
      if (!special) expect(plain(part)).toContain(`${status}${description.replaceAll('`', '')}`);
      for (const code of special?.properties?.code?.enum ?? []) {
        if (operation['x-permission']) expect(shown, operation.operationId).toContain(code);
      }
    }
  }
  for (const [name, { properties = {} }] of Object.entries(document.components.schemas)) {
    for (const field of Object.keys(properties)) expect(partOf(`schema-${name}`)).toContain(`<code>${field}</code>`);
  }
});

function partsOfErrors(part: string): ErrorCode[] {
  return (Object.keys(errors) as ErrorCode[]).filter((code) =>
    part.includes(`<th scope="row"><code>${code}</code></th><td>${errors[code].status}</td>`),
  );
}

it('has no link within the page that leads nowhere', () => {
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const links = [...html.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id);
  expect(links.length).toBeGreaterThan(operations.length);
  expect(links.filter((id) => !ids.has(id))).toEqual([]);
});

it('is valid and accessible HTML', async () => {
  const validator = new HtmlValidate(
    new StaticConfigLoader({
      extends: ['html-validate:recommended', 'html-validate:document', 'html-validate:a11y'],
    }),
  );
  const { results } = await validator.validateString(html);
  expect(results.flatMap(({ messages }) => messages.map(({ line, message }) => `${line}: ${message}`))).toEqual([]);
});

it('writes the name of the brand as text, whatever is in it', async () => {
  const settings = readSettings({ BRAND_NAME: '<script>alert(1)</script>&"Padma"' });
  const page = await renderDocs(openApiDocument(settings));
  expect(page.html).not.toContain('<script');
  expect(page.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;Padma&quot; API</h1>');
});

onEachEngine('the page about the API', (open) => {
  it('is sent with a policy that lets its own style through, no script and nothing from elsewhere', async () => {
    const world = await open();
    const answer = await world.visitor().request(endpoints.docs.path);
    const page = await answer.text();
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const [, style = ''] = page.match(/<style>([\s\S]*?)<\/style>/) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(answer.headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      `style-src 'sha256-${hash}'`,
      'font-src data:',
      "img-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(page).not.toMatch(/<script| style=| on\w+="|src="http|url\((?!"data:)/);
  });
});
