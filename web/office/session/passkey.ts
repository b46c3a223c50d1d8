/** Asks the browser for a passkey. The library is loaded only then. */
import type { Answers } from '../../../contract/answers.ts';

const webAuthn = () => import('@simplewebauthn/browser');

/** Whether this browser supports passkeys. */
export function knowsPasskeys(): boolean {
  return typeof window !== 'undefined' && 'PublicKeyCredential' in window;
}

/** Returns null if the user has cancelled, or if the browser has no matching passkey. */
export async function createPasskey(options: Answers['passkeyOptions']): Promise<object | null> {
  const { startRegistration } = await webAuthn();
  return startRegistration({ optionsJSON: options as never }).catch(() => null);
}

/** Returns null in the same cases. */
export async function answerByPasskey(options: Answers['passkeyOptions']): Promise<object | null> {
  const { startAuthentication } = await webAuthn();
  return startAuthentication({ optionsJSON: options as never }).catch(() => null);
}
