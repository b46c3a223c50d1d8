/**
 * Every error that a call can answer with: those that its description names, those of its schemas, and those that
 * follow from its method, path, permission and body.
 */
import type { z } from 'zod';
import {
  type Endpoint,
  type EndpointName,
  endpoints,
  isIdParameter,
  needsConfirmation,
} from '../../contract/endpoints.ts';
import { type ErrorCode, isErrorCode } from '../../contract/errors.ts';
import { isAllowed, roles } from '../../contract/roles.ts';
import { httpStatusOf } from '../error-statuses.ts';
import { accessUnder, restrictions } from '../restriction.ts';
import { type CallDescription, parametersIn } from './call-description.ts';
import { calls } from './calls.ts';

export interface Refusals {
  /** What `code` can be. */
  codes: ErrorCode[];
  /** What `errorCodes` can hold, by field; empty where no field is at fault. */
  fields: Record<string, ErrorCode[]>;
}

type FieldCode = { field: string; code: ErrorCode };

/** By status, in its order. */
export function errorsOf(name: EndpointName): Map<number, Refusals> {
  const call: CallDescription = calls[name];
  const inSchemas = [call.query, call.json, call.form].flatMap((body) => (body ? schemaCodes(body.schema) : []));
  const files = Object.entries(call.form?.files ?? {});
  const missing = files.flatMap(([field, { isRequired, other }]): FieldCode[] =>
    isRequired && !other ? [{ field, code: 'photo_required' }] : [],
  );
  const received = files.flatMap(([field, { tooLarge, other }]): FieldCode[] =>
    other ? [] : [{ field, code: 'file_type' }, ...(tooLarge ? [{ field, code: tooLarge }] : [])],
  );
  const named = [
    ...Object.entries(call.fieldErrors ?? {}).flatMap(([code, fields]) =>
      fields.map((field) => ({ field, code: code as ErrorCode })),
    ),
    ...files.flatMap(([field, { tooLarge, mayBePdf, other }]) =>
      (
        other?.errors ??
        ([
          'file_type',
          'file_damaged',
          tooLarge,
          'too_many_pixels',
          'picture_needs_memory',
          ...(mayBePdf ? (['active_pdf'] as const) : []),
        ] as const)
      ).map((code) => ({ field, code })),
    ),
  ];
  const byStatus = new Map<number, Refusals>();
  const at = (code: ErrorCode): Refusals => {
    const status = httpStatusOf(code);
    const refusals = byStatus.get(status) ?? { codes: [], fields: {} };
    byStatus.set(status, refusals);
    return refusals;
  };
  for (const code of [...general(name, call), ...(call.errors ?? []), ...named.map(({ code }) => code)]) {
    const { codes } = at(code);
    if (!codes.includes(code)) codes.push(code);
  }
  // If a schema refuses a field, the code of the call as a whole is `bad_request`.
  for (const { field, code } of [...inSchemas, ...missing, ...named]) add(at(code), field, code);
  // A file that is refused while it arrives is named beside every other error of its form.
  for (const { code: first } of received) {
    for (const { field, code } of received) {
      add(at(first), field, code);
      add(at('bad_request'), field, code);
    }
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}

function add({ fields }: Refusals, field: string, code: ErrorCode): void {
  const codes = fields[field] ?? [];
  fields[field] = codes;
  if (!codes.includes(code)) codes.push(code);
}

function general(name: EndpointName, { json, form }: CallDescription): ErrorCode[] {
  const { method, path, permission, right }: Endpoint = endpoints[name];
  return [
    'bad_request',
    ...(parametersIn(path).some(isIdParameter) ? (['invalid_id'] as const) : []),
    ...(permission === 'everyone' ? [] : (['unauthorized'] as const)),
    ...(roles.some((role) => !isAllowed(permission, role)) ? (['forbidden'] as const) : []),
    ...(right ? (['right_missing'] as const) : []),
    ...(needsConfirmation(name) ? (['confirmation_needed'] as const) : []),
    ...restrictions.filter((restriction) => accessUnder(restriction, name) === 'refused'),
    ...(method === 'GET' ? [] : (['cross_site', 'disk_full'] as const)),
    'timeout',
    ...(json || form ? (['body_too_large'] as const) : []),
    ...(form ? (['overloaded'] as const) : []),
    'headers_too_large',
    'internal_error',
    'restarting',
    'unavailable',
  ];
}

function schemaCodes(schema: z.ZodObject): FieldCode[] {
  const fields = Object.entries(schema.shape) as [string, Coded][];
  // A comparison of two fields is a check of the whole that names one of them.
  const comparisons = ((schema._zod.def as Definition).checks ?? []).map((check): [string, Coded] => [
    String(check._zod.def.path?.[0]),
    check,
  ]);
  return [...fields, ...comparisons].flatMap(([field, inner]) =>
    [...codesWithin(inner)].map((code) => ({ field, code })),
  );
}

type Coded = { _zod: { def: unknown } };
type Definition = Partial<Record<'innerType' | 'in' | 'out' | 'element', z.core.$ZodType>> & {
  error?: (issue: never) => unknown;
  path?: string[];
  checks?: { _zod: { def: Definition } }[];
  options?: z.core.$ZodType[];
  shape?: Record<string, z.core.$ZodType>;
};

/** The contract's schemas use an error code as the message of each refusal, at any depth. */
function codesWithin(schema: Coded): Set<ErrorCode> {
  const { error, checks = [], options = [], shape = {}, ...single } = schema._zod.def as Definition;
  const { innerType, in: from, out: to, element } = single;
  const inner = [
    ...checks,
    ...options,
    ...Object.values(shape),
    ...[innerType, from, to, element].filter((one) => one !== undefined),
  ];
  const own = error?.({} as never);
  return new Set([...(isErrorCode(own) ? [own] : []), ...inner.flatMap((one) => [...codesWithin(one)])]);
}
