import type { transferErrors } from '../../contract/transfer-errors.ts';

/** The file cannot be read at all; the code of the error says why. */
export class FileRefused extends Error {
  readonly code: keyof typeof transferErrors;
  constructor(code: keyof typeof transferErrors) {
    super(code);
    this.code = code;
  }
}
