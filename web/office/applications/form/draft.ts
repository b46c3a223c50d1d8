/**
 * The draft of a new application on this device: what is typed and chosen is kept, sealed, until it is saved or thrown
 * away, so that a closed tab loses nothing. A lock of the browser tells which drafts a tab still has open.
 */
import { type FormField, formFieldNames } from '../../../../contract/application-form.ts';
import { limits } from '../../../../contract/limits.ts';
import { recordOf } from '../../../../contract/record-of.ts';
import { draftKey, seal, unseal } from '../../draft/draft-key.ts';
import { putDraft, removeDraft, type Sealed, storedDrafts } from '../../draft/draft-store.ts';
import type { ApplicationValues } from './application-values.ts';

interface Content {
  at: string;
  fields: Record<FormField, string>;
  photo: { name: string; type: string } | null;
}

export interface FoundDraft {
  /** When it was kept. */
  at: string;
  values: ApplicationValues;
}

export interface Draft {
  /** The draft of a closed tab, once. */
  takeFound: () => FoundDraft | null;
  /** Keeps what `read` gives a moment later; null where nothing is to be kept. */
  keep: (read: () => ApplicationValues | null) => void;
  throwAway: () => void;
  close: () => void;
}

/** Takes over the latest draft that no tab has open, unless a new one is wanted. */
export async function openDraft({ isNew }: { isNew: boolean }): Promise<Draft> {
  const orphan = isNew ? null : await findOrphan().catch(() => null);
  const id = orphan?.id ?? crypto.randomUUID();
  return keeperOf(id, orphan?.found ?? null, orphan?.release ?? (await takeLock(id)));
}

function keeperOf(id: string, found: FoundDraft | null, release: (() => void) | null): Draft {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: (() => ApplicationValues | null) | null = null;
  // One after the other, so that an older state never overwrites a newer one.
  let last: Promise<unknown> = Promise.resolve();
  let photo: { file: File; key: CryptoKey; sealed: Sealed } | null = null;
  const then = (work: () => Promise<unknown>) => {
    last = last.then(work).catch(() => null);
  };
  const write = async (read: () => ApplicationValues | null) => {
    const values = read();
    if (!values) return removeDraft(id);
    const key = await draftKey();
    if (!key) return;
    const { image, ...fields } = values;
    if (!image) photo = null;
    else if (photo?.file !== image || photo.key !== key) {
      photo = { file: image, key, sealed: await seal(key, await image.arrayBuffer(), `${id} photo`) };
    }
    const content: Content = {
      at: new Date().toISOString(),
      fields,
      photo: image && { name: image.name, type: image.type },
    };
    const sealed = await seal(key, new TextEncoder().encode(JSON.stringify(content)), `${id} fields`);
    // The session may have ended meanwhile.
    if ((await draftKey()) === key) await putDraft({ id, fields: sealed, photo: photo?.sealed ?? null });
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const read = pending;
    pending = null;
    if (read) then(() => write(read));
  };
  const hide = () => document.visibilityState === 'hidden' && flush();
  document.addEventListener('visibilitychange', hide);
  const throwAway = () => {
    pending = null;
    then(() => removeDraft(id));
  };
  return {
    takeFound: () => {
      const taken = found;
      found = null;
      return taken;
    },
    keep(read) {
      pending = read;
      timer ??= setTimeout(flush, limits.draftDelayMs);
    },
    throwAway,
    close() {
      document.removeEventListener('visibilitychange', hide);
      clearTimeout(timer);
      throwAway();
      void last.then(release);
    },
  };
}

interface Orphan {
  id: string;
  found: FoundDraft;
  release: () => void;
}

/** What cannot be opened is of a session that has ended, and is removed. */
async function findOrphan(): Promise<Orphan | null> {
  const stored = await storedDrafts();
  if (stored.length === 0) return null;
  const key = await draftKey();
  if (!key) return null;
  const { held = [] } = await navigator.locks.query();
  const drafts: { id: string; content: Content; photo: Sealed | null }[] = [];
  for (const { id, fields, photo } of stored) {
    if (held.some(({ name }) => name === lockOf(id))) continue;
    const bytes = await unseal(key, fields, `${id} fields`);
    if (bytes) drafts.push({ id, photo, content: JSON.parse(new TextDecoder().decode(bytes)) });
    else await removeDraft(id);
  }
  const [latest, ...older] = drafts.sort((a, b) => (a.content.at < b.content.at ? 1 : -1));
  for (const { id } of older.slice(limits.draftsMax - 1)) await removeDraft(id);
  const release = latest && (await takeLock(latest.id));
  if (!latest || !release) return null;
  const { id, content, photo } = latest;
  const bytes = photo && content.photo && (await unseal(key, photo, `${id} photo`));
  const image = bytes && content.photo && new File([bytes], content.photo.name, { type: content.photo.type });
  const fields = recordOf(formFieldNames, (name) => content.fields[name] ?? '');
  return { id, found: { at: content.at, values: { ...fields, image } }, release };
}

const lockOf = (id: string) => `draft ${id}`;

/** Null where another tab has it. The browser gives the lock back with the tab. */
function takeLock(id: string): Promise<(() => void) | null> {
  return new Promise((resolve) => {
    const keep = (lock: Lock | null) => {
      if (!lock) return resolve(null);
      return new Promise<void>((release) => resolve(release));
    };
    navigator.locks?.request(lockOf(id), { ifAvailable: true }, keep).catch(() => resolve(null));
    if (!navigator.locks) resolve(null);
  });
}
