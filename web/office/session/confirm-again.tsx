import { useEffect, useState } from 'react';
import type { Answers } from '../../../contract/answers.ts';
import type { CallResult } from '../../../contract/client.ts';
import { errorText } from '../../../contract/errors.ts';
import { useTexts as useFrameTexts } from '../../texts/office/frame.ts';
import { useTexts } from '../../texts/office/login.ts';
import { call } from '../calls/api.ts';
import { failureText } from '../calls/failure-text.ts';
import { endConfirmation, useIsConfirming } from './confirmation.ts';
import { answerByPasskey, knowsPasskeys } from './passkey.ts';
import { PasswordDialog, type ProofProblems } from './password-dialog.tsx';
import { useUser } from './signed-in-user.ts';

/** Asks for the password before a call that needs a recent confirmation. */
export function ConfirmAgain() {
  const { t, language } = useTexts();
  const { t: frame } = useFrameTexts();
  const email = useUser()?.email ?? '';
  const isConfirming = useIsConfirming();
  const factors = useFactors(isConfirming);
  const [isCodeMissing, setCodeMissing] = useState(false);

  const attempt = async (send: () => Promise<CallResult<null> | string>): Promise<ProofProblems | null> => {
    try {
      const result = await send();
      if (typeof result === 'string') return { whole: result };
      if (!result.ok) {
        const { errorCodes: { password, code, credential } = {}, ...error } = result.error;
        if (code) setCodeMissing(true);
        if (password) return { password: errorText(password, language) };
        if (code) return { code: errorText(code, language) };
        return { whole: errorText(credential ?? error.code, language) };
      }
      endConfirmation('confirmed');
      return null;
    } catch (error) {
      return { whole: failureText(error, language) };
    }
  };
  const byPasskey = () =>
    attempt(async () => {
      const options = await call('confirmOptions');
      if (!options.ok) return options;
      const credential = await answerByPasskey(options.data);
      return credential ? call('confirm', { json: { credential } }) : t('passkeyGivenUp');
    });
  return (
    <PasswordDialog
      isOpen={isConfirming}
      title={t('confirmTitle')}
      text={t('confirmText', { email })}
      email={email}
      submit={t('confirmSubmit')}
      leave={frame('cancel')}
      hasCode={isCodeMissing || (factors?.totp ?? false)}
      onSubmit={({ password, code }) => attempt(() => call('confirm', { json: { password, ...(code && { code }) } }))}
      onPasskey={factors?.passkeys.length && knowsPasskeys() ? byPasskey : undefined}
      onLeave={() => endConfirmation('given up')}
    />
  );
}

/**
 * Until the factors are loaded, and if that fails, the dialogue asks for the password only; the server asks for more.
 */
function useFactors(isAsked: boolean): Answers['factors'] | null {
  const [factors, setFactors] = useState<Answers['factors'] | null>(null);
  useEffect(() => {
    if (!isAsked) return;
    let isOpen = true;
    call('factors').then(
      (result) => isOpen && result.ok && setFactors(result.data),
      () => null,
    );
    return () => {
      isOpen = false;
    };
  }, [isAsked]);
  return factors;
}
