import type { TransferErrorCode } from '../../contract/error-statuses.ts';

/** Thrown for a file that cannot be read at all; the code says why. */
export class FileRefused extends Error {
  readonly code: TransferErrorCode;
  constructor(code: TransferErrorCode) {
    super(code);
    this.code = code;
  }
}
