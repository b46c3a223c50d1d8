/**
 * Every number that more than one place must agree on. Names end in their unit;
 * bounds are inclusive.
 */
const mebibyte = 1024 * 1024;
const processingWeeksMax = 5;

export const limits = {
  nameLengthMin: 3,
  nameLengthMax: 31,
  textLengthMax: 500,
  noteLengthMax: 1000,
  reasonLengthMax: 500,
  /** Of the reason why a record is erased or held. */
  weightyReasonLengthMin: 3,
  /** What the home page bears on a phone without pushing the rest away. */
  slideTitleLengthMax: 60,
  slideTextLengthMax: 300,
  passwordLengthMin: 8,
  passwordBytesMax: 1024,
  commonPasswordsMax: 10_000,
  idLength: 24,

  photoBytesMax: 10 * mebibyte,
  photoOnEditBytesMax: 2 * mebibyte,
  attachmentBytesMax: 10 * mebibyte,
  slideImageBytesMax: 10 * mebibyte,
  picturePixelsMax: 50_000_000,
  jsonBodyBytesMax: 64 * 1024,
  /** Of a query, of a form that is posted to a page, and parts of a form with files. */
  parametersMax: 100,

  pageSize: 10,
  pageSizeMax: 50,

  sessionDays: 7,
  sessionIdleHours: 24,
  sessionCheckSeconds: 60,
  /** For so long after signing in, a change of one's own account needs no password. */
  recentSignInMinutes: 15,
  /** For so long after it proved whose it is, a session may change accounts. */
  confirmationMinutes: 15,
  loginFailuresBeforeLock: 5,
  loginLockSecondsMax: 15 * 60,
  /** For addresses without an account together: so many counters, however many addresses are tried. */
  unknownAddressCounters: 1_000,
  setupCodeTries: 10,
  totpStepSeconds: 30,
  totpDigits: 6,
  /** A code of so many steps before or after the present one is accepted, since clocks differ. */
  totpStepsAside: 1,
  recoveryCodes: 10,
  recoveryCodeLength: 10,
  passkeyNameLengthMax: 60,
  /** For so long the answer of a passkey to a question of ours is accepted. */
  passkeyMinutes: 5,

  grantMinutes: 15,
  grantWarningMinutes: 2,
  /** For so long after its end a browser knows that it had a copy, and nothing else of it. */
  endedCopyMinutes: 15,
  enquiryWindowMinutes: 15,
  enquiryMissesPerPassport: 5,
  enquiryMissesPerPassportADay: 15,
  enquiryMissesPerPassportAMonth: 60,
  /** What the budget of a month counts. */
  enquiryMissesKeptDays: 30,
  enquiryMissedPassportsPerAddress: 20,
  /** Who has a /56 or a /48 of IPv6 has 256 or 65,536 addresses, and as many tries as these. */
  enquiryAddressesPerSite: 4,
  enquiryAddressesPerNetwork: 16,
  enquiryPassportsEarnedByFind: 2,

  /** One account, address or person has at most so many lines of refusals at once in memory, and one node so many rows a day. */
  refusalsTracked: 100,
  refusalRowsPerDay: 1_000,
  auditSubjectsFound: 500,
  /** Whoever of the staff reads more than so many is named to the super admin, for so many days. */
  recordsReadAnHour: 100,
  readingNamedDays: 7,

  restoreDays: 30,
  lateAfterDays: processingWeeksMax * 7,
  collectAfterBusinessDays: 2,
  /** A decision on a day further away than this is questioned. */
  likelyDecisionDays: 366,
  processingWeeksMin: 3,
  processingWeeksMax,

  quickTimeoutMs: 5_000,
  listTimeoutMs: 10_000,
  uploadTimeoutMs: 20_000,

  toastsMax: 20,
  toastMs: 4_000,
  toastSuccessMs: 2_000,
  scrollThresholdPx: 100,

  photoThumbnailWidths: [200],
  attachmentThumbnailWidths: [320],
  /** In AVIF and in WebP, as the home page shows them: on a small phone, a sharp one, a desktop. */
  slideThumbnailWidths: [400, 640, 1200],
  slidesInFirstCarousel: 3,
  slidesInSecondCarousel: 2,
} as const;
