import type { transferErrors } from '../../contract/transfer-errors.ts';

/** Thrown for a file that cannot be read at all; the code says why. */
export class FileRefused extends Error {
  readonly code: keyof typeof transferErrors;
  constructor(code: keyof typeof transferErrors) {
    super(code);
    this.code = code;
  }
}
