/**
 * The API as an OpenAPI 3.1 document, from the table of endpoints, the schemas of the contract and what `calls.ts` says
 * of each call.
 */
import { z } from 'zod';
import { answerSchemaOf } from '../../contract/answers.ts';
import { type Endpoint, type EndpointName, endpoints, isIdParameter } from '../../contract/endpoints.ts';
import { acceptedTypes } from '../../contract/files.ts';
import { exactId } from '../../contract/id.ts';
import { limits } from '../../contract/limits.ts';
import { isAllowed, type Permission, roles } from '../../contract/roles.ts';
import { cookieName } from '../http/cookies.ts';
import type { Settings } from '../settings.ts';
import { answerNotes } from './answer-notes.ts';
import { answerSchemas } from './answer-schemas.ts';
import { type CallDescription, type CallerKind, groups, parametersIn } from './call-description.ts';
import { calls } from './calls.ts';
import { errorsOf, type Refusals } from './errors-of.ts';
import type { Notes } from './notes.ts';
import type { MediaTypes, OpenApiDocument, Operation, Parameter, ResponseObject, Schema } from './openapi.ts';
import { probes } from './probes.ts';

type DocumentSettings = Pick<Settings, 'publicUrl' | 'brand' | 'isHttps' | 'attachmentsAllowPdf'>;

export function openApiDocument(settings: Settings): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const [name, { method, path }] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(name, settings) };
  }
  for (const [path, { summary, status, says, errors }] of Object.entries(probes)) {
    const ok: Schema = {
      type: 'object',
      properties: {
        status: { const: status },
        ...Object.fromEntries(
          says.map((name) => [name, { type: 'string', description: 'The number of the release.' }]),
        ),
      },
      required: ['status', ...says],
      additionalProperties: false,
    };
    const refused: Refusals = { codes: [...errors], fields: {} };
    paths[path] = {
      get: {
        operationId: path.slice(1),
        tags: ['Service'],
        summary,
        security: [],
        responses: {
          200: { description: 'Yes.', content: { 'application/json': { schema: ok } } },
          ...(errors.length && { 503: refusal(503, refused, {}) }),
        },
      },
    };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: `${settings.brand.name} API`,
      version: '1.0.0',
      description: introduction,
    },
    servers: [{ url: settings.publicUrl }],
    tags: Object.entries(groups).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: namedSchemas(),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: cookieName('session', settings),
          description: 'The session that signing in starts. Each call says which roles may make it.',
        },
        grant: {
          type: 'apiKey',
          in: 'cookie',
          name: cookieName('grant', settings),
          description: `The right to read what a status check has found, for ${limits.grantMinutes} minutes.`,
        },
        setupCode: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Setup-Code',
          description: 'The one-time code that the first start writes into the data folder.',
        },
      },
    },
  };
}

const introduction = [
  'Every error is JSON of the shape `Error`: a stable `code`, its text, and for wrong fields the code of each. Every answer has an `X-Request-Id`, which is also in the log.',
  `Ids are ${limits.idLength} lower-case hexadecimal characters. Dates are \`YYYY-MM-DD\`, days in Dhaka; times are ISO 8601 in UTC. Texts are trimmed and normalised (NFKC), at most ${limits.textLengthMax} characters unless said otherwise, and Bengali digits count as digits. Fields that a call does not know are dropped; a repeated one is refused.`,
  'A write that comes from another site is refused before its body is read; no answer may be read by another origin. `HEAD` works where `GET` does. Another method is a 405 with `Allow`, an `Expect` other than `100-continue` a 417, an unknown path under `/api` a 404 `not_found`.',
].join('\n\n');

function operation(name: EndpointName, settings: DocumentSettings): Operation {
  const { path, permission, right }: Endpoint = endpoints[name];
  const call: CallDescription = calls[name];
  const { params, query, headers = {}, json, form } = call;
  const pathParameters = parametersIn(path).map((name): Parameter => {
    const { description = '', ...schema } = params?.[name] ?? {};
    const pattern = isIdParameter(name) ? { pattern: exactId.source } : {};
    return { name, in: 'path', required: true, description, schema: { type: 'string', ...pattern, ...schema } };
  });
  const queried = query && bodySchema(query.schema, query.notes, 'text');
  const queryParameters = Object.entries(queried?.properties ?? {}).map(([name, { description = '', ...schema }]) => {
    const required = queried?.required?.includes(name) ?? false;
    return { name, in: 'query' as const, required, description, schema };
  });
  const headerParameters = Object.entries(headers).map(([name, { description, examples = [] }]): Parameter => {
    return { name, in: 'header', required: false, description, schema: { type: 'string', examples } };
  });
  const parameters = [...pathParameters, ...queryParameters, ...headerParameters];
  const content: MediaTypes = {};
  if (json) content['application/json'] = { schema: bodySchema(json.schema, json.notes, 'json') };
  if (form) content['multipart/form-data'] = multipart(form, settings);
  return {
    operationId: name,
    tags: [call.group],
    summary: call.summary,
    ...(call.text && { description: call.text }),
    'x-permission': permission,
    ...(right && { 'x-right': right }),
    security: call.callers ? call.callers.flatMap(securityOf) : sessionsWith(permission),
    ...(parameters.length && { parameters }),
    ...((json ?? form) && { requestBody: { required: !json?.isOptional, content } }),
    responses: { ...success(name, call), ...refusals(name) },
  };
}

/** None where everybody has the permission. */
function sessionsWith(permission: Permission): Operation['security'] {
  if (isAllowed(permission, null)) return [];
  return roles.filter((role) => isAllowed(permission, role)).map((role) => ({ session: [role] }));
}

function securityOf(kind: CallerKind): Operation['security'] {
  if (kind === 'nobody') return [{}];
  if (kind === 'session') return sessionsWith('staff');
  return kind === 'superAdmin' ? sessionsWith(kind) : [{ [kind]: [] }];
}

/** The shape of what is sent; in a form or a query everything is text. */
function bodySchema(schema: z.ZodObject, notes: Notes, kind: 'json' | 'text'): Schema {
  const { $schema: _, ...derived } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const properties = mapped(derived.properties, kind === 'json' ? asJson : asText);
  return withNotes({ ...derived, properties }, notes);
}

function asJson(property: Schema): Schema {
  if (isNumber(property)) return { ...property, type: ['integer', 'string'] };
  return property.properties ? { ...property, properties: mapped(property.properties, asJson) } : property;
}

function asText(property: Schema): Schema {
  const { anyOf, ...rest } = property;
  if (anyOf) return { ...rest, type: 'boolean' };
  if (isNumber(property)) return { ...property, type: 'integer' };
  return { ...property, type: 'string' };
}

function isNumber({ type }: Schema): boolean {
  return Array.isArray(type) && type.includes('number');
}

function multipart(
  { schema, notes, files }: NonNullable<CallDescription['form']>,
  { attachmentsAllowPdf }: DocumentSettings,
): MediaTypes[string] {
  const texts = bodySchema(schema, notes, 'text');
  const named = Object.entries(files);
  const binaries = named.map(([name, { description }]) => [name, { type: 'string', format: 'binary', description }]);
  const required = [...(texts.required ?? []), ...named.flatMap(([name, { isRequired }]) => (isRequired ? name : []))];
  const encoding = named.map(([name, { mayBePdf, other }]) => [
    name,
    {
      contentType: other?.types ?? acceptedTypes(mayBePdf && attachmentsAllowPdf).join(', '),
    },
  ]);
  return {
    schema: {
      ...texts,
      properties: { ...texts.properties, ...Object.fromEntries(binaries) },
      ...(required.length && { required }),
    },
    encoding: Object.fromEntries(encoding),
  };
}

function success(name: EndpointName, { success }: CallDescription): Operation['responses'] {
  const { status, text, created, cookies, types } = success;
  const schema = answerSchemaOf[name];
  const content: MediaTypes | undefined = schema
    ? { 'application/json': { schema: referenceTo(schema) } }
    : types && Object.fromEntries(types.map((type) => [type, {}]));
  const response: ResponseObject = {
    description: text,
    ...(cookies && { headers: { 'Set-Cookie': { description: cookies, schema: { type: 'string' } } } }),
    ...(content && { content }),
  };
  return {
    [status]: response,
    ...(created && { 201: { ...response, description: created } }),
    ...(types &&
      endpoints[name].method === 'GET' && { 304: { description: 'Unchanged since the `ETag` of `If-None-Match`.' } }),
  };
}

function refusals(name: EndpointName): Operation['responses'] {
  const { hasErrorPage }: CallDescription = calls[name];
  const special = { hasRecord: answerSchemaOf[name] === answerSchemas.Application, hasErrorPage };
  return Object.fromEntries(
    [...errorsOf(name)].map(([status, refused]) => [String(status), refusal(status, refused, special)]),
  );
}

interface RefusalOf {
  /** Whether a stale version comes with the record. */
  hasRecord?: boolean;
  hasErrorPage?: boolean | undefined;
}

function refusal(
  status: number,
  { codes, fields }: Refusals,
  { hasRecord = false, hasErrorPage = false }: RefusalOf,
): ResponseObject {
  const byField = Object.entries(fields).map(([field, codes]) => [field, { enum: codes }]);
  const special: Schema = {
    type: 'object',
    properties: {
      code: { enum: codes },
      ...(byField.length && {
        errorCodes: { type: 'object', properties: Object.fromEntries(byField), additionalProperties: false },
      }),
      ...(hasRecord && codes.includes('version_conflict') && { current: { $ref: reference('Application') } }),
    },
  };
  const mayWait = status === 429 || status === 503;
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    ...(mayWait && {
      headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
    }),
    content: {
      'application/json': { schema: { allOf: [{ $ref: reference('Error') }, special] } },
      ...(hasErrorPage && { 'text/html': {} }),
    },
  };
}

const names = new Map<z.core.$ZodType, string>(Object.entries(answerSchemas).map(([name, schema]) => [schema, name]));

function reference(name: string): string {
  return `#/components/schemas/${name}`;
}

function referenceTo(schema: z.ZodType): Schema {
  const name = names.get(schema);
  if (name) return { $ref: reference(name) };
  if (schema instanceof z.ZodArray) return { type: 'array', items: referenceTo(schema.element as z.ZodType) };
  throw new Error('An answer has no name; put its schema into answerSchemas of answer-schemas.ts.');
}

function namedSchemas(): Record<string, Schema> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema as z.ZodType, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: reference, unrepresentable: 'any', override: withoutBounds });
  return Object.fromEntries(
    Object.entries(schemas as Record<string, Schema>).map(([name, { $schema: _, $id: __, ...schema }]) => [
      name,
      withNotes(schema, answerNotes[name as keyof typeof answerNotes]),
    ]),
  );
}

function mapped(properties: Schema['properties'], change: (property: Schema) => Schema): Record<string, Schema> {
  return Object.fromEntries(Object.entries(properties ?? {}).map(([name, property]) => [name, change(property)]));
}

/** The schema with the words for each of its fields; `path` leads to it from the schema that has a name. */
function withNotes(schema: Schema, notes: Notes, path = ''): Schema {
  const inner = (one: Schema) => withNotes(one, notes, path);
  const { properties, items, anyOf, additionalProperties } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => {
          const field = path + name;
          return [name, { ...withNotes(property, notes, `${field}.`), ...notes[field] }];
        }),
      ),
    }),
    ...(items && { items: inner(items) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: inner(additionalProperties) }),
  };
}

/** Every whole number of ours is a safe one; the schema need not say so. */
function withoutBounds({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
