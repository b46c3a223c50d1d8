import type { ErrorCode } from '../../contract/errors.ts';

/** Thrown for a file that cannot be read at all; the code says why. */
export class FileRefused extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode) {
    super(code);
    this.code = code;
  }
}
