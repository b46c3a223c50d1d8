/** The limits that the texts of both languages name, each as `{{name, number}}`, in the unit in which a text gives it. */
import { limits } from '../../contract/limits.ts';

const mebibyte = 1024 * 1024;

export const limitValues = {
  passwordLengthMin: limits.passwordLengthMin,
  sessionDays: limits.sessionDays,
  sessionIdleHours: limits.sessionIdleHours,
  totpDigits: limits.totpDigits,
  totpStepSeconds: limits.totpStepSeconds,
  quickTimeoutSeconds: limits.quickTimeoutMs / 1000,
  attachmentMebibytes: limits.attachmentBytesMax / mebibyte,
  slideImageMebibytes: limits.slideImageBytesMax / mebibyte,
  processingWeeksMin: limits.processingWeeksMin,
  processingWeeksMax: limits.processingWeeksMax,
  collectAfterBusinessDays: limits.collectAfterBusinessDays,
};
