/** Draws the pictures of demo applicants, and shares them among many by hard links. */
import { randomBytes } from 'node:crypto';
import { copyFileSync, linkSync, mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { thumbnailName } from '../contract/files.ts';
import type { Context } from '../server/context.ts';
import type { DocumentName } from '../server/db/application-columns.ts';
import { dropFiles, type StoredFile, storeFiles } from '../server/files/files.ts';
import { openPreparation, type Preparation } from '../server/files/preparing.ts';
import { attachmentThumbnails, photoThumbnails, thumbnailsOf } from '../server/files/stored-objects.ts';
import { diskPath, openDiskStorage } from '../server/storage/disk.ts';
import { boundToNothing, encrypted } from '../server/storage/encrypted.ts';
import { applicant, type DemoApplicant, pictureIndex } from './applicants.ts';
import { documentsHeld, drawDocument } from './documents.ts';
import type { Row } from './loading.ts';
import { portrait } from './portrait.ts';

/** `image` is what the form of a new application calls the photo. */
export type PictureName = 'image' | DocumentName;

function draw(name: PictureName, applicant: DemoApplicant): Promise<Buffer> {
  return name === 'image' ? portrait(applicant.index) : drawDocument(name, applicant);
}

/** Draws pictures and begins to prepare each, like the files of a received form. */
export async function drawForm(
  { settings }: Context,
  person: DemoApplicant,
  names: readonly PictureName[],
): Promise<Preparation> {
  const preparation = await openPreparation(settings.dataDir);
  const { folder, begin, discard } = preparation;
  const drawing = names.map(async (name) => {
    const path = folder.newPath();
    await writeFile(path, await draw(name, person));
    begin(name, { path, type: 'image/jpeg' }, name === 'image' ? photoThumbnails : attachmentThumbnails);
  });
  try {
    await Promise.all(drawing);
    return preparation;
  } catch (error) {
    await discard();
    throw error;
  }
}

export interface PicturePool {
  /** Gives an application a picture of somebody of the same sex, under a name of its own. */
  share(name: PictureName, index: number, total: number): SharedPicture;
  /** Removes the pool's own names of the pictures. */
  close(): Promise<void>;
}

export interface SharedPicture {
  name: string;
  row: Row;
}

const documentsDrawn = 4;

/** Draws the photos of the first `drawn` people, and the documents of the first `documentsDrawn` of them. */
export async function openPicturePool(ctx: Context, drawn: number, total: number, today: string): Promise<PicturePool> {
  // Each picture will be read under many names.
  const storage = encrypted(await openDiskStorage(filesFolder(ctx)), ctx.keys.files, boundToNothing);
  const kept: StoredFile[] = [];
  const sources = new Map<string, Source>();
  for (let index = 0; index < drawn; index++) {
    const person = applicant(index, total, today);
    const names: PictureName[] = index < documentsDrawn ? ['image', ...documentsHeld('Approved')] : ['image'];
    const form = await drawForm(ctx, person, names);
    const files = await storeFiles({ ...ctx, storage }, form.files).finally(form.discard);
    for (const file of files) sources.set(`${file.field} ${index}`, { row: file.row, paths: pathsOf(ctx, file.row) });
    kept.push(...files);
  }
  const folder = filesFolder(ctx);
  return {
    share(name, index, total) {
      const from = pictureIndex(index, Math.min(drawn, name === 'image' ? drawn : documentsDrawn));
      const source = sources.get(`${name} ${from}`);
      if (!source) throw new Error(`The pool has no ${name} of ${from}.`);
      const id = idNear(index / total);
      const keys = keysOf({ ...source.row, id, name: `${id}.jpg` });
      keys.forEach((key, at) => {
        source.paths[at] = link(source.paths[at] ?? '', diskPath(folder, key));
      });
      return { name: `${id}.jpg`, row: { ...source.row, id, name: `${id}.jpg` } };
    },
    async close() {
      const names = kept.map(({ name }) => name);
      await dropFiles(ctx, names);
    },
  };
}

type FileRow = StoredFile['row'];

interface Source {
  row: FileRow;
  /** The picture and its thumbnails. */
  paths: string[];
}

function keysOf({ id, name, thumbnails }: Pick<FileRow, 'id' | 'name' | 'thumbnails'>): string[] {
  return [name, ...thumbnailsOf({ thumbnails }).map((thumbnail) => thumbnailName(id, thumbnail))];
}

function pathsOf(ctx: Context, row: FileRow): string[] {
  return keysOf(row).map((key) => diskPath(filesFolder(ctx), key));
}

function filesFolder({ settings }: Context): string {
  return join(settings.dataDir, 'files');
}

/** An id whose beginning rises with the applicant's place, so that rows are inserted in the order of their key. */
function idNear(share: number): string {
  return (
    Math.floor(share * 2 ** 32)
      .toString(16)
      .padStart(8, '0') + randomBytes(8).toString('hex')
  );
}

const folders = new Set<string>();

/**
 * Gives the file another name, and returns the name to link next: the source, or the target if the source can have no
 * more links and was copied.
 */
function link(source: string, target: string): string {
  const folder = dirname(target);
  if (!folders.has(folder)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    folders.add(folder);
  }
  try {
    linkSync(source, target);
    return source;
  } catch {
    copyFileSync(source, target);
    return target;
  }
}
