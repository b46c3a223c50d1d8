/** Asks the browser for a passkey. The library is loaded only then. */
import type { WebAuthnOptions } from '../../../contract/answers.ts';

const webAuthn = () => import('@simplewebauthn/browser');

/** Whether this browser can do it at all. */
export function knowsPasskeys(): boolean {
  return typeof window !== 'undefined' && 'PublicKeyCredential' in window;
}

/** Null when the person has given it up, or the browser has none that fits. */
export async function createPasskey(options: WebAuthnOptions): Promise<object | null> {
  const { startRegistration } = await webAuthn();
  return startRegistration({ optionsJSON: options as never }).catch(() => null);
}

/** The same. */
export async function answerByPasskey(options: WebAuthnOptions): Promise<object | null> {
  const { startAuthentication } = await webAuthn();
  return startAuthentication({ optionsJSON: options as never }).catch(() => null);
}
