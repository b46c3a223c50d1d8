/**
 * The API's description as a page to read: one answer without script, its style let
 * through by hash. Everything in it comes from the document.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { html, raw } from 'hono/html';
import { type ErrorCode, errors } from '../../contract/errors.ts';
import { requestExample } from './example.ts';
import type { OpenApiDocument, Operation, ResponseObject } from './openapi.ts';
import { answerTable, type Markup, requestTable, schemaLink, words } from './page-fields.ts';

const read = (path: string) => readFile(new URL(path, import.meta.url));

export async function renderDocs(document: OpenApiDocument): Promise<{ html: string; policy: string }> {
  const style = await styleSheet();
  const hash = createHash('sha256').update(style).digest('base64');
  const page = await html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${document.info.title}</title>
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${raw(style)}</style>
</head>
<body>${body(document)}</body>
</html>
`;
  return {
    html: String(page),
    policy: `default-src 'none'; style-src 'sha256-${hash}'; font-src data:; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
}

/** The product's tokens and letters, so that the page looks like the rest without asking for anything else. */
async function styleSheet(): Promise<string> {
  const faces = [400, 600].map(async (weight) => {
    const font = (await read(`../../web/fonts/hind-siliguri-latin-${weight}.woff2`)).toString('base64');
    return `@font-face{font-family:"Hind Siliguri";font-weight:${weight};src:url("data:font/woff2;base64,${font}") format("woff2")}`;
  });
  return [...(await Promise.all(faces)), await read('../../web/ui/tokens.css'), await read('docs.css')].join('\n');
}

type Call = { path: string; method: string; operation: Operation };

function body(document: OpenApiDocument): Markup {
  const { info, tags, paths, servers, components } = document;
  const calls = Object.entries(paths).flatMap(([path, here]) =>
    Object.entries(here).map(([method, operation]): Call => ({ path, method: method.toUpperCase(), operation })),
  );
  const groups = tags.map((tag) => ({
    ...tag,
    calls: calls.filter(({ operation }) => operation.tags[0] === tag.name),
  }));
  const common = commonErrors(calls);
  const server = servers[0]?.url ?? '';
  const schemas = Object.entries(components.schemas);
  return html`
<a class="skip" href="#top">Skip to the content</a>
<header class="bar"><a class="brand" href="/"><img src="/favicon.svg" alt="" width="28" height="28">${info.title}</a><a href="/api/openapi.json">OpenAPI document</a></header>
<div class="frame">
<nav class="side" aria-label="Contents"><ul>
<li><a href="#rules">Rules for every call</a></li>
${groups.map(({ name, calls }) => html`<li><a href="#${anchor(name)}">${name}</a><ul>${calls.map(({ operation, method }) => html`<li><a href="#${operation.operationId}"><span class="verb ${method}">${method}</span> ${operation.summary}</a></li>`)}</ul></li>`)}
<li><a href="#schemas">Shapes of the answers</a></li>
</ul></nav>
<main id="top" tabindex="-1">
<h1>${info.title}</h1>
<section id="rules" aria-labelledby="rules-title">
<h2 id="rules-title">Rules for every call</h2>
<p>The address is <code>${server}</code>. The same description for machines, in OpenAPI ${document.openapi}, is at <a href="/api/openapi.json"><code>/api/openapi.json</code></a>.</p>
${info.description.split('\n\n').map((text) => html`<p>${words(text)}</p>`)}
<h3>Ways to prove who you are</h3>
<ul class="plain">${Object.entries(components.securitySchemes).map(([, { in: place, name, description }]) => html`<li><code>${name}</code> (${place}): ${words(description)}</li>`)}</ul>
<h3 id="common-errors">Errors of every call</h3>
${errorTable(
  [...common].map((code) => ({ code, status: errors[code].status })),
  'Errors of every call',
)}
</section>
${groups.map(({ name, description, calls }) => html`<section id="${anchor(name)}" aria-labelledby="${anchor(name)}-title"><h2 id="${anchor(name)}-title">${name}</h2><p>${words(description)}</p>${calls.map((call) => article(call, server, common))}</section>`)}
<section id="schemas" aria-labelledby="schemas-title"><h2 id="schemas-title">Shapes of the answers</h2>
${schemas.map(([name, schema]) => html`<article id="schema-${name}"><h3>${name}</h3>${answerTable(schema, `The fields of ${name}`)}</article>`)}
</section>
</main>
</div>`;
}

function article({ path, method, operation }: Call, server: string, common: ReadonlySet<ErrorCode>): Markup {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const answers = Object.entries(responses).filter(([status]) => Number(status) < 400);
  const own = errorsIn(responses).filter(({ code }) => !common.has(code));
  const byField = codesByField(responses);
  const asParameters = {
    properties: Object.fromEntries(
      parameters.map(({ name, in: place, description, schema }) => [
        name,
        { ...schema, description: place === 'path' ? `In the path. ${description}` : description },
      ]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
  return html`<article id="${operationId}">
<h3><a href="#${operationId}">${summary}</a></h3>
<p class="line"><span class="verb ${method}">${method}</span> <code class="path">${breakable(path)}</code></p>
<p class="who">${caller(operation)}</p>
${description ? html`<p>${words(description)}</p>` : ''}
${parameters.length ? requestTable(asParameters, 'Parameters', byField) : ''}
${requestBody ? bodyTable(requestBody, byField) : ''}
<section class="code" aria-label="Example: ${summary}" tabindex="0"><pre><code>${requestExample(server, path, method, operation)}</code></pre></section>
<table><caption>Answers</caption><tbody>${answers.map(([status, response]) => html`<tr><th scope="row">${status}</th><td>${answerText(response)}</td></tr>`)}</tbody></table>
${own.length ? html`<details><summary>${own.length === 1 ? 'One error' : `${own.length} errors`} of its own</summary>${errorTable(own, `Errors: ${summary}`)}</details>` : ''}
</article>`;
}

function bodyTable({ content, required }: NonNullable<Operation['requestBody']>, byField: CodesByField): Markup {
  const json = content['application/json']?.schema;
  const form = content['multipart/form-data']?.schema;
  const kinds = [json && 'JSON', form && '`multipart/form-data`'].filter(Boolean).join(' or ');
  const properties = Object.entries({ ...json?.properties, ...form?.properties });
  const schema = { ...(form ?? json), properties: Object.fromEntries(properties) };
  return requestTable(schema, `Body: ${kinds}${required ? '' : ', or none'}`, byField);
}

function answerText({ description, content = {}, headers = {} }: ResponseObject): Markup {
  const schema = content['application/json']?.schema;
  const named = schema?.$ref || schema?.items ? schemaLink(schema) : '';
  const types = schema ? [] : Object.keys(content);
  const cookies = headers['Set-Cookie']?.description;
  return html`${words(description)}${named ? html` ${named}` : ''}${types.map((type, index) => html`${index ? ',' : ''} <code>${type}</code>`)}${cookies ? html`<br>Cookies: ${words(cookies)}` : ''}`;
}

type Coded = { code: ErrorCode; status: number };
type CodesByField = Record<string, string[]>;

function errorsIn(responses: Operation['responses']): Coded[] {
  return Object.entries(responses).flatMap(([status, { content }]) => {
    const [, special] = content?.['application/json']?.schema?.allOf ?? [];
    return ((special?.properties?.code?.enum ?? []) as ErrorCode[]).map((code) => ({ code, status: Number(status) }));
  });
}

function codesByField(responses: Operation['responses']): CodesByField {
  const byField: CodesByField = {};
  for (const { content } of Object.values(responses)) {
    const [, special] = content?.['application/json']?.schema?.allOf ?? [];
    for (const [field, { enum: codes = [] }] of Object.entries(special?.properties?.errorCodes?.properties ?? {})) {
      byField[field] = [...(byField[field] ?? []), ...codes.map(String)];
    }
  }
  return byField;
}

/** What every call with a permission can answer is said once. */
function commonErrors(calls: readonly Call[]): Set<ErrorCode> {
  const sets = calls
    .filter(({ operation }) => operation['x-permission'])
    .map(({ operation }) => new Set(errorsIn(operation.responses).map(({ code }) => code)));
  return sets.reduce((common, codes) => common.intersection(codes));
}

function errorTable(coded: readonly Coded[], caption: string): Markup {
  const rows = coded.map(
    ({ code, status }) =>
      html`<tr><th scope="row"><code>${code}</code></th><td>${status}</td><td>${errors[code].en}</td></tr>`,
  );
  return html`<table><caption class="hidden">${caption}</caption><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Text</th></tr></thead><tbody>${rows}</tbody></table>`;
}

const people: Record<string, string> = {
  grant: 'whoever has found an application',
  setupCode: 'whoever has the set-up code',
};

function caller({ security }: Operation): string {
  const ways = security.map((way) => {
    const [name = '', [role] = []] = Object.entries(way)[0] ?? [];
    return name === 'session' ? (role === 'admin' ? 'admins' : 'the super admin') : (people[name] ?? 'everybody');
  });
  const isAlternative = security.some(({ setupCode }) => setupCode);
  const listed = (some: string[]) =>
    new Intl.ListFormat('en', { type: isAlternative ? 'disjunction' : 'conjunction' }).format(some);
  const others = ways.filter((way) => way !== 'everybody');
  if (others.length === ways.length && ways.length) return `For ${listed(ways)}.`;
  return others.length ? `For everybody, and with more to it for ${listed(others)}.` : 'For everybody.';
}

function anchor(name: string): string {
  return `group-${name.toLowerCase().replaceAll(' ', '-')}`;
}

/** A long path may break after a slash, and at the capitals within a name. */
function breakable(path: string): Markup[] {
  return path.split(/(?<=\/)|(?=[A-Z{])/).map((part) => html`${part}<wbr>`);
}
