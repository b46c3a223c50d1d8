/**
 * The encrypted draft of a new application on this device. It lasts until the application is saved or the draft
 * discarded, so that a closed tab loses nothing. A lock of the browser tells which drafts are open in a tab.
 */
import { type FormField, formFieldNames } from '../../../../contract/application-form.ts';
import { recordOf } from '../../../../contract/record-of.ts';
import { decrypt, draftKey, encrypt } from '../../draft/draft-key.ts';
import { type Encrypted, putDraft, removeDraft, storedDrafts } from '../../draft/draft-store.ts';
import type { ApplicationValues } from './application-values.ts';

/** Drafts of closed tabs that are kept on a device; the oldest go first. */
const draftsMax = 5;
const draftDelayMs = 400;

interface Content {
  at: string;
  /** The key of the history entry of a form for the same employer; null for the plain form. */
  entry: string | null;
  fields: Record<FormField, string>;
  photo: { name: string; type: string } | null;
}

interface RestoredDraft {
  /** When it was saved. */
  at: string;
  values: ApplicationValues;
}

export interface Draft {
  /** Returns the draft of a closed tab, once. */
  takeRestored: () => RestoredDraft | null;
  /** After a delay, saves the values that `read` returns, or removes the draft if it returns null. */
  save: (read: () => ApplicationValues | null) => void;
  /** Saves at once what was typed last, and tells whether it is stored. */
  saveNow: () => Promise<boolean>;
  discard: () => void;
  /** Discards the draft, unless it is of a closed tab and was not taken. */
  close: () => void;
}

/**
 * Opens the latest draft that no tab has open, or a new one. A form for the same employer takes only the draft of its
 * own history entry; the plain form takes any, also that one once its tab is closed.
 */
export async function openDraft(entry: string | null): Promise<Draft> {
  const orphan = await findOrphan(entry).catch(() => null);
  const id = orphan?.id ?? crypto.randomUUID();
  return createDraft(id, entry, orphan?.restored ?? null, orphan?.release ?? (await acquireLock(id)));
}

function createDraft(
  id: string,
  entry: string | null,
  restored: RestoredDraft | null,
  release: (() => void) | null,
): Draft {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: (() => ApplicationValues | null) | null = null;
  // Writes run one after another, so that an older state never overwrites a newer one.
  let queue: Promise<unknown> = Promise.resolve();
  /** Whether the latest state is stored. */
  let isStored = false;
  let photo: { file: File; key: CryptoKey; encrypted: Encrypted } | null = null;
  const enqueue = (work: () => Promise<unknown>) => {
    queue = queue.then(work).catch(() => null);
  };
  const write = async (read: () => ApplicationValues | null) => {
    isStored = false;
    const values = read();
    if (!values) return removeDraft(id);
    const key = await draftKey();
    if (!key) return;
    const { image, ...fields } = values;
    if (!image) photo = null;
    else if (photo?.file !== image || photo.key !== key) {
      photo = { file: image, key, encrypted: await encrypt(key, await image.arrayBuffer(), `${id} photo`) };
    }
    const content: Content = {
      at: new Date().toISOString(),
      entry,
      fields,
      photo: image && { name: image.name, type: image.type },
    };
    const encrypted = await encrypt(key, new TextEncoder().encode(JSON.stringify(content)), `${id} fields`);
    // The session may have ended meanwhile.
    if ((await draftKey()) !== key) return;
    await putDraft({ id, fields: encrypted, photo: photo?.encrypted ?? null });
    isStored = true;
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const read = pending;
    pending = null;
    if (read) enqueue(() => write(read));
  };
  const flushWhenHidden = () => document.visibilityState === 'hidden' && flush();
  document.addEventListener('visibilitychange', flushWhenHidden);
  const discard = () => {
    pending = null;
    enqueue(() => removeDraft(id));
  };
  return {
    takeRestored: () => {
      const taken = restored;
      restored = null;
      return taken;
    },
    save(read) {
      pending = read;
      timer ??= setTimeout(flush, draftDelayMs);
    },
    async saveNow() {
      flush();
      await queue;
      return isStored;
    },
    discard,
    close() {
      document.removeEventListener('visibilitychange', flushWhenHidden);
      clearTimeout(timer);
      if (!restored) discard();
      void queue.then(release);
    },
  };
}

/** A draft that no tab has open. */
interface Orphan {
  id: string;
  restored: RestoredDraft;
  release: () => void;
}

/** Removes the drafts that cannot be decrypted: they are of a session that has ended. */
async function findOrphan(entry: string | null): Promise<Orphan | null> {
  const stored = await storedDrafts();
  if (stored.length === 0) return null;
  const key = await draftKey();
  if (!key) return null;
  const { held = [] } = await navigator.locks.query();
  const drafts: { id: string; content: Content; photo: Encrypted | null }[] = [];
  for (const { id, fields, photo } of stored) {
    if (held.some(({ name }) => name === lockOf(id))) continue;
    const bytes = await decrypt(key, fields, `${id} fields`);
    if (bytes) drafts.push({ id, photo, content: JSON.parse(new TextDecoder().decode(bytes)) });
    else await removeDraft(id);
  }
  drafts.sort((a, b) => (a.content.at < b.content.at ? 1 : -1));
  for (const { id } of drafts.splice(draftsMax)) await removeDraft(id);
  for (const { id, content, photo } of drafts) {
    if (entry !== null && content.entry !== entry) continue;
    const release = await acquireLock(id);
    // Another tab has taken it in this moment.
    if (!release) continue;
    const bytes = photo && content.photo && (await decrypt(key, photo, `${id} photo`));
    const image = bytes && content.photo && new File([bytes], content.photo.name, { type: content.photo.type });
    const fields = recordOf(formFieldNames, (name) => content.fields[name] ?? '');
    return { id, restored: { at: content.at, values: { ...fields, image } }, release };
  }
  return null;
}

const lockOf = (id: string) => `draft ${id}`;

/** Null if another tab has it. The browser releases the lock of a closed tab. */
function acquireLock(id: string): Promise<(() => void) | null> {
  return new Promise((resolve) => {
    const keep = (lock: Lock | null) => {
      if (!lock) return resolve(null);
      return new Promise<void>((release) => resolve(release));
    };
    navigator.locks?.request(lockOf(id), { ifAvailable: true }, keep).catch(() => resolve(null));
    if (!navigator.locks) resolve(null);
  });
}
