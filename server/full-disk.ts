/** Recognises a full disk by the codes of the operating system and of both engines; reads go on meanwhile. */
const codes = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', '53100']);

export const fullDiskMessage =
  'The disk is full, so nothing can be written to DATA_DIR or to the database. Make room and start again; nothing that was stored is lost.';

export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && codes.has(String((error as NodeJS.ErrnoException).code));
}

/** Waits for a write that is a side effect of a read. A full disk must not keep anybody from reading. */
export async function ignoreFullDisk(write: Promise<void>): Promise<void> {
  await write.catch((error: unknown) => {
    if (!isDiskFull(error)) throw error;
  });
}
