/** A call as a line of `curl`, with the examples of its fields. */
import type { Operation, Schema } from './openapi.ts';

const optionalFieldsMax = 2;

export function requestExample(server: string, path: string, method: string, operation: Operation): string {
  const { parameters = [], requestBody, security, operationId } = operation;
  const inPath = (name: string) => exampleOf(parameters.find((one) => one.name === name)?.schema ?? {});
  const address = server + path.replace(/\{(\w+)\}/g, (_, name: string) => inPath(name));
  const queried = parameters.filter((one) => one.in === 'query' && (one.required || one.schema.examples));
  const needed = queried.filter(({ required }) => required);
  const query = (needed.length ? needed : queried.slice(0, 1)).map(({ name, schema }): [string, string] => [
    name,
    exampleOf(schema),
  ]);
  const parts = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(address + search(query))}`];
  if (operationId === 'login') parts.push('-c cookies.txt');
  else if (security.some((way) => way.session ?? way.grant)) parts.push('-b cookies.txt');
  if (security.some(({ setupCode }) => setupCode)) parts.push('-H "X-Setup-Code: $(cat data/setup-code)"');
  parts.push(...bodyParts(requestBody?.content ?? {}));
  return parts.join(' \\\n  ');
}

function bodyParts(content: NonNullable<Operation['requestBody']>['content']): string[] {
  const form = content['multipart/form-data']?.schema;
  if (form) return fieldsOf(form).map(([name, schema]) => `-F ${quoted(`${name}=${partOf(schema)}`)}`);
  const json = content['application/json']?.schema;
  if (!json) return [];
  const body = Object.fromEntries(fieldsOf(json).map(([name, { examples }]) => [name, examples?.[0] ?? '']));
  return ["-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(body))}`];
}

/** What is required; where nothing is, some of the rest, and a file if there is one. */
function fieldsOf({ properties = {}, required = [] }: Schema): [string, Schema][] {
  const all = Object.entries(properties);
  if (required.length) return all.filter(([name]) => required.includes(name));
  const texts = all.filter(([, { examples }]) => examples).slice(0, optionalFieldsMax);
  return [...texts, ...all.filter(([, { format }]) => format === 'binary').slice(0, 1)];
}

function partOf(schema: Schema): string {
  return schema.format === 'binary' ? '@picture.jpg' : exampleOf(schema);
}

function exampleOf({ examples = [] }: Schema): string {
  return String(examples[0] ?? '');
}

function search(pairs: [string, string][]): string {
  return pairs.length ? `?${new URLSearchParams(pairs)}` : '';
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
