/**
 * The slides of the home page. Their positions are always 1..N, and each has exactly one picture; a lock for every
 * change guarantees both.
 */
import { createHash } from 'node:crypto';
import { limits } from '../../contract/limits.ts';
import { hasRight } from '../../contract/rights.ts';
import { leadsOutside } from '../../contract/slide.ts';
import { plainText } from '../../contract/text.ts';
import { writeAuditEntry } from '../audit/audit.ts';
import { type Context, inTransaction } from '../context.ts';
import {
  deleteFileRows,
  dropFiles,
  recordFiles,
  retireFiles,
  type StoredFile,
  storedNames,
  withStoredFiles,
} from '../files/files.ts';
import { openPreparation, type PreparedFiles } from '../files/preparing.ts';
import { newId } from '../identifiers.ts';
import { fieldRefusal, Refusal } from '../refusal.ts';
import { firstPicture, firstSlides } from './first-slides.ts';
import * as queries from './slides.db.ts';

export type { SlideRow } from './slides.db.ts';

/** The name behind the edge of each field, by wire name, in the order of the form. */
export const slideFields = {
  thumbnail: 'title',
  title: 'content',
  thumbnailBn: 'titleBangla',
  titleBn: 'contentBangla',
  image: 'image',
  published: 'published',
  shownOnNavbar: 'shownOnNavbar',
  link: 'link',
  position: 'position',
} as const;
type SlideField = keyof typeof slideFields;

/** The fields of a slide, without its picture. */
export type SlideValues = Omit<queries.SlideRow, 'id' | 'image' | 'createdAt' | 'updatedAt'>;
export type NewSlideValues = Omit<SlideValues, 'position'>;

/** In order: the public sees published slides, and staff see all of them. */
export function listSlides(ctx: Context): Promise<queries.SlideRow[]> {
  return ctx.actor ? queries.allSlides(ctx) : queries.publishedSlides(ctx);
}

/** The titles of those slides with these ids that still exist. */
export async function slideTitles(ctx: Context, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  if (!ids.length) return [];
  return (await queries.allSlides(ctx))
    .filter(({ id }) => ids.includes(id))
    .map(({ id, title }) => ({ id, name: title }));
}

/** The ids of slides whose title contains the text. */
export async function findSlides(ctx: Context, text: string): Promise<string[]> {
  const wanted = plainText(text).toLowerCase();
  const slides = await queries.allSlides(ctx);
  return slides.filter(({ title }) => title.toLowerCase().includes(wanted)).map(({ id }) => id);
}

export async function requireSlide(ctx: Context, id: string): Promise<queries.SlideRow> {
  const slide = await queries.slideById(ctx, id);
  if (!slide) throw new Refusal('not_found');
  return slide;
}

/**
 * A caller who got no answer may repeat the attempt with the same idempotency key: then the slide of the first attempt
 * is changed instead of a second one being added.
 */
export async function addSlide(
  ctx: Context,
  values: NewSlideValues,
  files: PreparedFiles,
  idempotencyKey: string | null,
): Promise<queries.SlideRow> {
  const id = idempotencyKey === null ? newId() : idForKey(ctx, idempotencyKey);
  let replaced: string[] = [];
  const row = await withStoredFiles(ctx, files, (stored) =>
    inTransaction(ctx, async (ctx) => {
      await queries.lockOrder(ctx);
      const earlier = await queries.slideById(ctx, id);
      replaced = earlier ? [earlier.image] : [];
      return earlier ? change(ctx, earlier, values, stored) : append(ctx, id, values, stored[0]);
    }),
  );
  await retireFiles(ctx, replaced);
  return row;
}

function idForKey({ actor }: Context, idempotencyKey: string): string {
  return createHash('sha256').update(`${actor?.id} ${idempotencyKey}`).digest('hex').slice(0, limits.idLength);
}

/** Fields that are left out stay unchanged; a new picture replaces the old one, which is removed after the commit. */
export async function changeSlide(
  ctx: Context,
  id: string,
  values: Partial<SlideValues>,
  files: PreparedFiles,
): Promise<queries.SlideRow> {
  let replaced: string[] = [];
  const row = await withStoredFiles(ctx, files, (stored) =>
    inTransaction(ctx, async (ctx) => {
      await queries.lockOrder(ctx);
      const current = await requireSlide(ctx, id);
      replaced = stored.length ? [current.image] : [];
      return change(ctx, current, values, stored);
    }),
  );
  await retireFiles(ctx, replaced);
  return row;
}

export async function deleteSlide(ctx: Context, id: string): Promise<queries.SlideRow> {
  const slide = await inTransaction(ctx, async (ctx) => {
    await queries.lockOrder(ctx);
    const slide = await requireSlide(ctx, id);
    await queries.deleteSlide(ctx, slide);
    await deleteFileRows(ctx, [slide.image]);
    await writeAuditEntry(ctx, { action: 'slide.deleted', record: id });
    return slide;
  });
  await retireFiles(ctx, [slide.image]);
  return slide;
}

/** Needs the lock. */
async function change(
  ctx: Context,
  current: queries.SlideRow,
  values: Partial<SlideValues>,
  stored: readonly StoredFile[],
): Promise<queries.SlideRow> {
  const wanted = { ...current, ...values, ...(stored[0] && { image: stored[0].name }) };
  wanted.position = Math.min(wanted.position, await queries.countSlides(ctx));
  const changed = (Object.keys(slideFields) as SlideField[]).filter(
    (field) => wanted[slideFields[field]] !== current[slideFields[field]],
  );
  if (!changed.length) return current;
  if (wanted.link !== current.link) refuseOutsideLink(ctx, wanted.link);
  const { id, ...next } = { ...wanted, updatedAt: ctx.now().toISOString() };
  await queries.makeRoom(ctx, current.position, next.position);
  await queries.updateSlide(ctx, id, next);
  if (stored.length) await deleteFileRows(ctx, [current.image]);
  await recordFiles(ctx, stored, { slideId: id });
  await writeAuditEntry(ctx, { action: 'slide.changed', record: id, fields: changed });
  return { id, ...next };
}

/** Called only for a new link: one that is there already stays when the rest of the slide is changed. */
function refuseOutsideLink(ctx: Context, link: string | null): void {
  if (leadsOutside(link) && !hasRight('outsideLinks', ctx.actor))
    throw fieldRefusal('link', 'outside_link_not_allowed');
}

/** Needs the lock. */
async function append(
  ctx: Context,
  id: string,
  values: NewSlideValues,
  picture: StoredFile | undefined,
): Promise<queries.SlideRow> {
  if (!picture) throw new Error('A slide was added without its picture; the call must refuse that first.');
  refuseOutsideLink(ctx, values.link);
  const at = ctx.now().toISOString();
  const position = (await queries.countSlides(ctx)) + 1;
  const row = { ...values, id, position, image: picture.name, createdAt: at, updatedAt: at };
  await queries.insertSlide(ctx, row);
  await recordFiles(ctx, [picture], { slideId: row.id });
  const named = Object.keys(slideFields) as SlideField[];
  const fields = named.filter((field) => field !== 'position' && row[slideFields[field]] !== null);
  await writeAuditEntry(ctx, { action: 'slide.added', record: row.id, fields });
  return row;
}

/** Adds the first five slides to a new database, once, even when two nodes start together. */
export async function ensureFirstSlides(ctx: Context): Promise<void> {
  if (await queries.isSeeded(ctx)) return;
  const { files, begin, discard } = await openPreparation(ctx.settings.dataDir);
  for (const { picture } of firstSlides) begin(picture, firstPicture(picture), []);
  await withStoredFiles(ctx, files, async (stored) => {
    const isFirst = await inTransaction(ctx, (ctx) => appendFirst(ctx, stored));
    if (!isFirst) await dropFiles(ctx, storedNames(stored));
  }).finally(discard);
}

async function appendFirst(ctx: Context, stored: readonly StoredFile[]): Promise<boolean> {
  await queries.lockOrder(ctx);
  if (await queries.isSeeded(ctx)) return false;
  await queries.markSeeded(ctx);
  if (await queries.countSlides(ctx)) return false;
  for (const { picture: name, ...texts } of firstSlides) {
    const picture = stored.find((file) => file.field === name);
    await append(ctx, newId(), { ...texts, published: 1, shownOnNavbar: 0 }, picture);
  }
  return true;
}
