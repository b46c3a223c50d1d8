/** The description of a call, and the groups of calls. */
import type { z } from 'zod';
import type { ErrorCode } from '../../contract/errors.ts';
import type { Notes } from './notes.ts';

export const groups = {
  'Signing in': 'Sessions, and your own password.',
  Staff: 'Staff accounts, and the super admin’s profile.',
  Applications: 'The applications that the office works on.',
  'Saved views': 'Views of the list of applications that the staff share by name.',
  'Status check': 'For applicants: the look-up, and the right to read that it grants.',
  Files: 'Photos, scans and slide pictures.',
  Slides: 'The slides on the home page.',
  'Audit log': 'Who changed what.',
  Service: 'The health of the service, and this document.',
} as const;

export interface FileField {
  description: string;
  bytesMax: number;
  tooLarge: ErrorCode;
  isRequired?: true;
  /** The file type is accepted where the settings allow it. */
  mayBePdf?: true;
  /** Of a file that is no picture: its types, and why it may be refused. */
  other?: { types: string; errors: readonly ErrorCode[] };
}

/** The names of the parameters of a path. */
export function parametersIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** A schema that depends on the day has the same shape on every day. */
export const anyDay = '2026-01-01';

interface Body {
  schema: z.ZodObject;
  notes: Notes;
  isOptional?: true;
}

/** Who may call, where that is not a session of the staff as the permission says. */
export type CallerKind = 'nobody' | 'session' | 'superAdmin' | 'grant' | 'setupCode';

export interface CallDescription {
  group: keyof typeof groups;
  summary: string;
  text?: string;
  params?: Notes;
  query?: Omit<Body, 'isOptional'>;
  /** None of them is required. */
  headers?: Notes;
  json?: Body;
  /** A multipart form: texts by the schema, and files. */
  form?: Body & { files: Record<string, FileField> };
  callers?: readonly CallerKind[];
  /** Whether a person who opens its address in a browser gets an error as a page. */
  hasErrorPage?: true;
  success: { status: 200 | 201 | 204; text: string; created?: string; cookies?: string; types?: readonly string[] };
  /** Refusals of the call as a whole. */
  errors?: readonly ErrorCode[];
  /** Refusals of one field, beside those of its schema. */
  fieldErrors?: Partial<Record<ErrorCode, readonly string[]>>;
}
