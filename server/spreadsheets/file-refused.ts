import type { transferErrors } from '../../contract/transfer-errors.ts';

/** A file cannot be read at all, by a code of the errors. */
export class FileRefused extends Error {
  readonly code: keyof typeof transferErrors;
  constructor(code: keyof typeof transferErrors) {
    super(code);
    this.code = code;
  }
}
