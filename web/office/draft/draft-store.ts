/**
 * The encrypted drafts on this device, in IndexedDB. A connection is open for one request only, so that signing out in
 * another tab can delete the database at any time.
 */
export interface Encrypted {
  nonce: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

interface StoredDraft {
  id: string;
  fields: Encrypted;
  photo: Encrypted | null;
}

const database = 'drafts';
const store = 'drafts';

export const storedDrafts = () => inStore<StoredDraft[]>('readonly', (drafts) => drafts.getAll());
export const putDraft = (draft: StoredDraft) => inStore('readwrite', (drafts) => drafts.put(draft));
export const removeDraft = (id: string) => inStore('readwrite', (drafts) => drafts.delete(id));

/** Called at the end of a session, whose drafts can then no longer be decrypted. */
export function removeAllDrafts(): void {
  indexedDB.deleteDatabase(database);
}

async function inStore<T>(mode: IDBTransactionMode, work: (drafts: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(database, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(store, { keyPath: 'id' });
  const connection = await resultOf(opening);
  try {
    return await resultOf(work(connection.transaction(store, mode).objectStore(store)));
  } finally {
    connection.close();
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
