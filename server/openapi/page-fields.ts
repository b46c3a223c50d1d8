/** Fields as the rows of a table: name, type, whether it must be there, what it means, how it is refused. */
import { html } from 'hono/html';
import type { Schema } from './openapi.ts';

export type Markup = ReturnType<typeof html>;

/** Text in which backquotes mark code. */
export function words(text: string): Markup[] {
  return text.split('`').map((part, index) => (index % 2 ? code(part) : html`${part}`));
}

function code(text: string): Markup {
  return /[\u0980-\u09ff]/.test(text) ? html`<code lang="bn">${text}</code>` : html`<code>${text}</code>`;
}

/** What is sent, with the codes that refuse each field: marked is what must be there. */
export function requestTable(schema: Schema, caption: string, codes: Record<string, string[]>): Markup {
  const { properties = {}, required = [] } = schema;
  const rows = Object.entries(properties).flatMap(([name, property]) =>
    rowsOf(name, property, required.includes(name) ? 'required' : '', codes[name]),
  );
  return fieldTable(html`<caption>${words(caption)}</caption>`, rows);
}

/** What is answered: marked is what may be missing. */
export function answerTable({ properties = {}, required = [] }: Schema, caption: string): Markup {
  const rows = Object.entries(properties).flatMap(([name, property]) =>
    rowsOf(name, property, required.includes(name) ? '' : 'not always there'),
  );
  return fieldTable(html`<caption class="hidden">${caption}</caption>`, rows);
}

function fieldTable(caption: Markup, rows: Markup[]): Markup {
  return html`<table class="fields">${caption}<thead><tr><th scope="col">Field</th><th scope="col">Meaning</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function rowsOf(name: string, schema: Schema, mark: string, codes: readonly string[] = []): Markup[] {
  const example = schema.examples?.[0];
  const values = [schema, ...(schema.anyOf ?? [])].find((one) => one.enum && one.type !== 'boolean')?.enum ?? [];
  const listed = values.length > 20 ? [] : values.filter((value) => value !== '');
  const row = html`<tr><th scope="row"><code>${name}</code> <span class="type">${typeText(schema)}${mark ? html`, <strong>${mark}</strong>` : ''}</span></th><td>${words(schema.description ?? '')}${
    listed.length && !schema.anyOf ? html` ${listed.length > 1 ? 'One of' : 'Always'} ${list(listed.map(String))}.` : ''
  }${schema.default === undefined || schema.default === '' ? '' : html` Without it: ${code(String(schema.default))}.`}${
    example === undefined ? '' : html` <span class="example">Such as ${code(String(example))}.</span>`
  }${codes.length ? html`<br><span class="codes">Refused as ${list(codes)}.</span>` : ''}</td></tr>`;
  return [row, ...innerRows(name, schema)];
}

/** The fields of an object within a field, under the path that leads to them. */
function innerRows(name: string, schema: Schema): Markup[] {
  const object = [schema, ...(schema.anyOf ?? [])].find(({ properties }) => properties);
  const inner = object ?? schema.items;
  if (!inner?.properties) return [];
  const prefix = object ? name : `${name}[]`;
  return Object.entries(inner.properties).flatMap(([field, property]) => rowsOf(`${prefix}.${field}`, property, ''));
}

function list(codes: readonly string[]): Markup[] {
  return codes.map((one, index) => html`${index ? ', ' : ''}${code(one)}`);
}

function typeText(schema: Schema): Markup | string {
  const { $ref, type, anyOf, items, format, enum: values } = schema;
  if ($ref) return schemaLink(schema);
  if (items) return html`array of ${items.$ref ? schemaLink(items) : typeText(items)}`;
  if (anyOf)
    return html`${anyOf.filter((one) => !one.enum).map((one, index) => html`${index ? ' or ' : ''}${typeText(one)}`)}`;
  if (format === 'binary') return 'file';
  if (format === 'date') return 'date';
  if (format === 'date-time') return 'time';
  if (!type && !values) return 'any';
  return [type ?? 'string'].flat().join(' or ');
}

/** A named schema, or an array of one, by its name. */
export function schemaLink({ $ref = '', items }: Schema): Markup {
  if (items) return html`array of ${schemaLink(items)}`;
  const name = $ref.replace('#/components/schemas/', '');
  return html`<a href="#schema-${name}">${name}</a>`;
}
