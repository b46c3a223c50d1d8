/** Limits that several features read; others are at their reader. Names end in their unit; bounds are inclusive. */
const mebibyte = 1024 * 1024;
/** Also for the picture of a slide, which is refused with the same text. */
const photoBytesMax = 10 * mebibyte;
const processingWeeksMax = 5;
const restoreDays = 30;
/** These two are needed by every public page, whose script would otherwise carry all limits. */
export const textLengthMax = 500;
export const scrollThresholdPx = 100;

export const limits = {
  nameLengthMin: 3,
  nameLengthMax: 31,
  textLengthMax,
  noteLengthMax: 1000,
  reasonLengthMax: 500,
  /** How many records one call assigns: by a filter, and by ids. */
  assignedAtOnceMax: 10_000,
  assignedByIdMax: 500,
  /** The minimum of a reason that must be given: for erasing, holding and releasing a record. */
  requiredReasonLengthMin: 3,
  /** Longer ones would push the rest of the home page off a phone's screen. */
  slideTitleLengthMax: 60,
  slideTextLengthMax: 300,
  passwordLengthMin: 8,
  passwordBytesMax: 1024,
  idLength: 24,

  photoBytesMax,
  photoOnEditBytesMax: 2 * mebibyte,
  attachmentBytesMax: 10 * mebibyte,
  slideImageBytesMax: photoBytesMax,
  picturePixelsMax: 50_000_000,
  /** Decoders hold many lines of a wide picture in memory at once. */
  pictureSidePxMax: 30_000,
  jsonBodyBytesMax: 64 * 1024,
  /** Text that is pasted into the form of an application to fill several fields. */
  pastedTextLengthMax: 20_000,
  /** Applications that an export names one by one. */
  exportedIdsMax: 1_000,
  /** The file of an import, and its table. */
  importBytesMax: 30 * mebibyte,
  importRowsMax: 100_000,
  importColumnsMax: 100,
  /** Longer cells are cut and refused. Even in unusual spellings no valid text is as long. */
  importCellLengthMax: 1_000,
  /** All imports that are stored, together; an imported row takes little. */
  importsBytesMax: 256 * mebibyte,
  /**
   * How long the rows of an imported file are kept, unless the import is deleted earlier: no longer than a deleted record,
   * so that none is left of a person whose record is purged.
   */
  importDays: restoreDays,
  importFileNameLengthMax: 200,
  /** Lists without pages have the newest ones. */
  importsListedMax: 50,
  notesListedMax: 200,
  /** The rows that a sheet of XLSX or ODS can have, headings included. */
  sheetRowsMax: 1_048_576,
  /** The limit for a query, for a form posted to a page, and for the parts of a form with files. */
  parametersMax: 100,

  /** Shorter texts are searched for in passports alone. */
  findLengthMin: 3,
  /** The same for a text with digits. */
  findDigitsMin: 4,

  pageSize: 10,
  pageSizeMax: 50,
  /** One call approves as many as one confirmation can show. */
  approvedAtOnceMax: 50,
  savedViewsMax: 50,
  viewNameLengthMax: 60,

  sessionDays: 7,
  sessionIdleHours: 24,
  sessionCheckSeconds: 60,
  /** For this long after signing in, the super admin may change the profile without the current password. */
  recentSignInMinutes: 15,
  /** For this long after a confirmation, a session may make the calls that need one. */
  confirmationMinutes: 15,
  loginFailuresBeforeLock: 5,
  loginLockSecondsMax: 15 * 60,
  setupCodeTries: 10,
  totpStepSeconds: 30,
  totpDigits: 6,
  recoveryCodes: 10,
  recoveryCodeLength: 10,
  passkeysMax: 20,
  passkeyNameLengthMax: 60,
  /** The answer to the challenge of a passkey is accepted for this long. */
  passkeyMinutes: 5,

  grantMinutes: 15,
  grantWarningMinutes: 2,
  enquiryWindowMinutes: 15,
  enquiryMissesPerPassport: 5,
  enquiryMissesPerPassportADay: 15,
  enquiryMissesPerPassportAMonth: 60,
  /** The period of the monthly budget. For as long, staff see that a budget of a day or a month was spent. */
  enquiryMissesKeptDays: 30,
  /** For how long it is recorded which status check found which record. */
  accessRecordDays: 90,

  /** The super admin is told who on the staff opens more records than this within an hour. */
  recordsReadAnHour: 100,
  /** The same for the rows of lists. */
  recordsListedAnHour: 1_000,
  /** For how many days the dashboard counts these people. */
  bulkReadersShownDays: 7,

  restoreDays,
  lateAfterDays: processingWeeksMax * 7,
  collectAfterBusinessDays: 2,
  processingWeeksMin: 3,
  processingWeeksMax,

  quickTimeoutMs: 5_000,
  listTimeoutMs: 10_000,
  uploadTimeoutMs: 20_000,
  /** Between two bytes; a rare record of a large database takes long to find. */
  downloadTimeoutMs: 60_000,
  /** How long printing a copy waits for its scans. */
  scansTimeoutMs: 60_000,

  toastsMax: 20,
  toastMs: 4_000,
  toastSuccessMs: 2_000,
  scrollThresholdPx,

  photoThumbnailWidths: [200],
  attachmentThumbnailWidths: [320],
  /** Widths in both AVIF and WebP, for the home page on a small phone, on a sharp one and on a desktop. */
  slideThumbnailWidths: [400, 640, 1200],
  slidesInFirstCarousel: 3,
  slidesInSecondCarousel: 2,
} as const;

/** A limit as texts name it. */
export const megabytes = (bytes: number) => bytes / mebibyte;
