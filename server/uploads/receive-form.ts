/** Receives a form with files from a request: its texts, and its files, which are prepared for storage. */
import type { z } from 'zod';
import type { ErrorCode } from '../../contract/errors.ts';
import { type FieldCodes, parse } from '../../contract/fields.ts';
import type { ThumbnailKind } from '../../contract/files.ts';
import type { Resources } from '../context.ts';
import { openPreparation, type PreparedFiles } from '../files/preparing.ts';
import { openTemporaryFolder } from '../files/temporary.ts';
import { invalidInput, isMultipart, readJson } from '../http/body.ts';
import type { CallRequest } from '../http/routes.ts';
import { type FileRule, readMultipart, refusalOfFiles } from './multipart.ts';

/** The types that a field accepts, and the thumbnails of its picture. */
export interface PictureRule extends FileRule {
  thumbnails: readonly ThumbnailKind[];
}

export interface ReceivedForm {
  fields: Record<string, unknown>;
  files: PreparedFiles;
  /** Why files were refused, by field; null if none was. */
  refusedFiles: FieldCodes | null;
  /** Removes the received files. It must be called in every case. */
  discard(): Promise<void>;
}

/** Receives a form with the files that `rules` names; a JSON body is a form without files. */
export async function receiveForm(
  { settings, events }: Pick<Resources, 'settings' | 'events'>,
  request: CallRequest,
  rules: Record<string, PictureRule>,
): Promise<ReceivedForm> {
  if (!isMultipart(request.headers.get('content-type'))) {
    return { fields: await readJson(request), files: new Map(), refusedFiles: null, discard: async () => {} };
  }
  const { folder, files, begin, discard } = await openPreparation(settings.dataDir);
  try {
    const { texts, refusedFiles } = await readMultipart(
      request,
      rules,
      folder,
      (field, { path, type }, { thumbnails }) => {
        if (type) begin(field, { path, type }, thumbnails);
        files.get(field)?.written.then(
          () => events.count('uploads', 'accepted'),
          () => events.count('uploads', 'refused'),
        );
      },
    );
    if (refusedFiles) events.count('uploads', 'refused');
    return { fields: texts, files: allowedFiles(files, request), refusedFiles, discard };
  } catch (error) {
    events.count('uploads', 'refused');
    await discard();
    throw error;
  }
}

/** The files, which reject once the caller may not send them any more: they may take long to be prepared. */
function allowedFiles(files: PreparedFiles, { recheckPermission }: CallRequest): PreparedFiles {
  const allowed = new Map(files);
  for (const [field, file] of files) {
    const written = file.written.then(async (written) => {
      await recheckPermission?.();
      return written;
    });
    // A form may be refused before anybody waits for its files.
    written.catch(() => {});
    allowed.set(field, { ...file, written });
  }
  return allowed;
}

/**
 * The parsed fields of a form. Throws an error that names every wrong field and file, and what is `missing`, in the
 * `order` of the form; without one, files follow the fields.
 */
export function acceptForm<S extends z.ZodType>(
  schema: S,
  { fields, refusedFiles }: Pick<ReceivedForm, 'fields' | 'refusedFiles'>,
  missing: FieldCodes = {},
  order: readonly string[] = [],
): z.output<S> {
  const result = parse(schema, fields);
  const codes = { ...(result.ok ? {} : result.errorCodes), ...missing };
  if (!result.ok || Object.keys(codes).length > 0) throw invalidInput(sorted({ ...codes, ...refusedFiles }, order));
  if (refusedFiles) throw refusalOfFiles(refusedFiles);
  return result.value;
}

function sorted(codes: FieldCodes, order: readonly string[]): FieldCodes {
  const place = ([field]: [string, unknown]) => order.indexOf(field);
  return Object.fromEntries(Object.entries(codes).sort((one, other) => place(one) - place(other)));
}

/** The error of a form to which nobody added the file of this field. */
export function missingFile(
  { files, refusedFiles }: Pick<ReceivedForm, 'files' | 'refusedFiles'>,
  field: string,
  code: ErrorCode,
): FieldCodes {
  return files.has(field) || refusedFiles?.[field] ? {} : { [field]: code };
}

/** Receives a form with one file that is no picture; the path is null without a file. `discard` must be called, too. */
export async function receiveOneFile(
  { settings }: Pick<Resources, 'settings'>,
  request: CallRequest,
  field: string,
  rule: FileRule,
): Promise<{ fields: Record<string, unknown>; path: string | null; discard(): Promise<void> }> {
  if (!isMultipart(request.headers.get('content-type'))) {
    return { fields: await readJson(request), path: null, discard: async () => {} };
  }
  const folder = await openTemporaryFolder(settings.dataDir);
  let path: string | null = null;
  try {
    const { texts, refusedFiles } = await readMultipart(request, { [field]: rule }, folder, (_, file) => {
      path = file.path;
    });
    if (refusedFiles) throw refusalOfFiles(refusedFiles);
    return { fields: texts, path, discard: folder.remove };
  } catch (error) {
    await folder.remove();
    throw error;
  }
}
