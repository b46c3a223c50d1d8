/** Tells at once what the server would only call a wrong code: that it is too short or too long. */
import type { Language } from '../../../contract/language.ts';
import { limits } from '../../../contract/limits.ts';
import { codeLengthTexts } from '../../texts/office/code-length.ts';

/** Spaces and hyphens are not counted, as on the server. */
const lengthOf = (code: string) => code.replace(/[^\p{L}\p{N}]/gu, '').length;

/** For a field that takes the codes of an app only. */
export function appCodeProblem(code: string, language: Language): string | null {
  return lengthOf(code) === limits.totpDigits ? null : codeLengthTexts[language]('app');
}

/** For a field that takes recovery codes as well. */
export function codeProblem(code: string, language: Language): string | null {
  if (lengthOf(code) === limits.recoveryCodeLength || !appCodeProblem(code, language)) return null;
  return codeLengthTexts[language]('either');
}
