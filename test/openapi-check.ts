/** Checks every response of a test against the API description: a field, status or code that it lacks fails. */
import { plainText } from '../contract/text.ts';
import { openApiDocument } from '../server/openapi/document.ts';
import type { Operation } from '../server/openapi/openapi.ts';
import { readSettings } from '../server/settings.ts';
import { problemsOf } from './json-schema.ts';

const document = openApiDocument(readSettings({}));
const templates = Object.keys(document.paths)
  .sort((a, b) => Number(a.includes('{')) - Number(b.includes('{')))
  .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`) }));
const anyError = { $ref: '#/components/schemas/Error' };

/** The call that a path and method belong to. */
function operationAt(method: string, path: string): Operation | undefined {
  const template = templates.find(({ pattern }) => pattern.test(path.replace(/[?#].*/, '')));
  return template && document.paths[template.path]?.[method.toLowerCase().replace('head', 'get')];
}

export async function expectDescribed(path: string, init: RequestInit, response: Response): Promise<void> {
  const { method = 'GET' } = init;
  const operation = operationAt(method, path);
  if (!operation && !path.startsWith('/api')) return;
  const { status } = response;
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  const isReadable = type === 'application/json' && !response.headers.has('content-encoding');
  const text = isReadable ? await response.clone().text() : '';
  const body: unknown = text ? JSON.parse(text) : undefined;
  const problems: string[] = [];
  if (operation) {
    const described = operation.responses[status];
    if (!described) problems.push(`the status ${status} is not described: ${JSON.stringify(body)}`);
    const media = described?.content?.[type];
    if (described?.content && !media) problems.push(`the type ${type} is not described`);
    if (body !== undefined) problems.push(...problemsOf(body, media?.schema ?? {}, document));
    if (response.ok) problems.push(...problemsOfRequest(operation, init));
  } else if (body !== undefined && !response.ok) problems.push(...problemsOf(body, anyError, document));
  if (problems.length) throw new Error(`${method} ${path} and its description differ: ${problems.join('; ')}`);
}

/** The description must allow what the server has accepted, once texts are normalised as its introduction says. */
function problemsOfRequest({ requestBody }: Operation, { body }: RequestInit): string[] {
  const { content = {}, required = false } = requestBody ?? {};
  if (typeof body === 'string' && body.trim()) {
    const normalized = JSON.parse(body, (_, value) => (typeof value === 'string' ? plainText(value) : value));
    return problemsOf(normalized, content['application/json']?.schema ?? {}, document, 'what was sent');
  }
  if (!(body instanceof FormData)) return required && !body ? ['a body is required'] : [];
  const { properties = {}, required: fields = [] } = content['multipart/form-data']?.schema ?? {};
  return [
    ...(content['multipart/form-data'] ? [] : ['a form is not described']),
    ...fields.filter((name) => !body.has(name)).map((name) => `${name} is required`),
    ...[...body].flatMap(([name, value]) => {
      const choices = properties[name]?.enum;
      return choices && !choices.includes(plainText(String(value))) ? [`what was sent as ${name} is ${value}`] : [];
    }),
  ];
}
