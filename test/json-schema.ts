/** Checks a value against the part of JSON Schema that our OpenAPI document uses; a keyword that it does not know is an error. */
import type { OpenApiDocument, Schema } from '../server/openapi/openapi.ts';

type Check = (value: unknown, schema: Schema, at: string, document: OpenApiDocument) => string[];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const types: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject,
};

const when = (isWrong: boolean, text: string) => (isWrong ? [text] : []);
const annotation: Check = () => [];

const checks: { [Keyword in keyof Required<Schema>]: Check } = {
  $schema: annotation,
  $id: annotation,
  description: annotation,
  format: annotation,
  default: annotation,
  examples: annotation,
  $ref: (value, { $ref = '' }, at, document) => problemsOf(value, resolve($ref, document), document, at),
  type: (value, { type = [] }, at) =>
    when(![type].flat().some((name) => types[name]?.(value)), `${at} is no ${[type].flat().join(' or ')}`),
  enum: (value, { enum: values = [] }, at) => when(!values.includes(value), `${at} is ${JSON.stringify(value)}`),
  const: (value, schema, at) => when(value !== schema.const, `${at} is ${JSON.stringify(value)}`),
  pattern: (value, { pattern = '' }, at) =>
    when(typeof value === 'string' && !new RegExp(pattern, 'u').test(value), `${at} is not of the form ${pattern}`),
  minimum: (value, { minimum = 0 }, at) => when(typeof value === 'number' && value < minimum, `${at} is too small`),
  maxLength: (value, { maxLength = 0 }, at) =>
    when(typeof value === 'string' && [...value].length > maxLength, `${at} is too long`),
  required: (value, { required = [] }, at) =>
    isObject(value) ? required.flatMap((name) => when(!Object.hasOwn(value, name), `${at}.${name} is missing`)) : [],
  properties: (value, { properties = {} }, at, document) =>
    isObject(value)
      ? Object.entries(properties).flatMap(([name, schema]) =>
          Object.hasOwn(value, name) ? problemsOf(value[name], schema, document, `${at}.${name}`) : [],
        )
      : [],
  additionalProperties: (value, { additionalProperties = true, properties = {} }, at, document) => {
    const others = isObject(value) ? Object.entries(value).filter(([name]) => !Object.hasOwn(properties, name)) : [];
    if (typeof additionalProperties === 'boolean')
      return additionalProperties ? [] : others.map(([name]) => `${at}.${name} is not described`);
    return others.flatMap(([name, inner]) => problemsOf(inner, additionalProperties, document, `${at}.${name}`));
  },
  propertyNames: (value, { propertyNames = {} }, at, document) =>
    Object.keys(isObject(value) ? value : {}).flatMap((name) =>
      problemsOf(name, propertyNames, document, `${at}: ${name}`),
    ),
  items: (value, { items = {} }, at, document) =>
    Array.isArray(value) ? value.flatMap((item, index) => problemsOf(item, items, document, `${at}[${index}]`)) : [],
  allOf: (value, { allOf = [] }, at, document) => allOf.flatMap((schema) => problemsOf(value, schema, document, at)),
  anyOf: (value, { anyOf = [] }, at, document) => {
    const problems = anyOf.map((schema) => problemsOf(value, schema, document, at));
    return problems.some(({ length }) => length === 0) ? [] : problems.flat();
  },
};

/** What is wrong with the value, empty when nothing is. */
export function problemsOf(value: unknown, schema: Schema, document: OpenApiDocument, at = 'it'): string[] {
  return (Object.keys(schema) as (keyof Schema)[]).flatMap((keyword) => {
    const check = checks[keyword];
    if (!check) throw new Error(`${at}: no check knows the keyword ${keyword}.`);
    return check(value, schema, at, document);
  });
}

function resolve(reference: string, document: OpenApiDocument): Schema {
  const schema = document.components.schemas[reference.replace('#/components/schemas/', '')];
  if (!schema) throw new Error(`${reference} leads nowhere.`);
  return schema;
}
