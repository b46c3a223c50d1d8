/** Checks values against the schemas of our OpenAPI document, by Ajv; a keyword that it does not know is an error. */
import { randomUUID } from 'node:crypto';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenApiDocument, Schema } from '../server/openapi/openapi.ts';

const ajv = new Ajv2020({
  allErrors: true,
  // The formats in the document are for readers; lengths and patterns have their own keywords.
  validateFormats: false,
  // Parts of a schema in `allOf` need not repeat its type.
  strictTypes: false,
  // What is shared is compiled once, and no value is checked often enough to repay optimised code.
  inlineRefs: false,
  code: { optimize: false },
  keywords: ['components'],
});
/** By the text of the schema: hundreds of responses share one, and compiling takes long. */
const compiled = new Map<string, ValidateFunction>();
/** The name under which Ajv knows the components of a document. */
const names = new WeakMap<OpenApiDocument, string>();

/** Returns what is wrong with the value; the list is empty when nothing is. */
export function problemsOf(value: unknown, schema: Schema, document: OpenApiDocument, at = 'it'): string[] {
  const validate = validatorOf(schema, document);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${at}${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** Lets the references of the schema lead to the document's components, so that each of those is compiled once. */
function validatorOf(schema: Schema, document: OpenApiDocument): ValidateFunction {
  const name = names.get(document) ?? addComponents(document);
  const text = JSON.stringify(schema).replaceAll('"#/components/', `"${name}#/components/`);
  const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
  compiled.set(text, validate);
  return validate;
}

function addComponents(document: OpenApiDocument): string {
  const name = `document-${randomUUID()}`;
  ajv.addSchema({ $id: name, components: document.components });
  names.set(document, name);
  return name;
}
