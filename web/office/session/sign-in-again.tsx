import { useEffect, useState } from 'react';
import { useTexts } from '../../texts/office/login.ts';
import { discardUnsaved } from '../frame/unsaved.ts';
import { knowsPasskeys } from './passkey.ts';
import { PasswordDialog, type ProofProblems } from './password-dialog.tsx';
import { leaveTo, resumeCalls, useIsWaiting } from './session-end.ts';
import { type SignInOutcome, signIn, signInByPasskey } from './sign-in.ts';
import { loginPath } from './sign-in-paths.ts';
import { useUser } from './signed-in-user.ts';

/** Asks for the password when the session has ended while work is unsaved. */
export function SignInAgain() {
  const { t, language } = useTexts();
  const user = useUser();
  const isWaiting = useIsWaiting();
  const email = user?.email ?? '';
  const [hasCode, setHasCode] = useState(false);
  const problemsOf = ({ problem, methods }: SignInOutcome, field: keyof ProofProblems): ProofProblems | null => {
    if (problem) return { [field]: problem };
    if (!methods) {
      resumeCalls();
      return null;
    }
    setHasCode(true);
    return methods.every((method) => method === 'passkey') ? { whole: t('step.passkeyText') } : {};
  };
  const byPassword = async ({ password, code }: { password: string; code: string }) => {
    const outcome = await signIn({ email, password, code }, { t, language });
    // With a code either of the two may be wrong.
    return problemsOf(outcome, outcome.isRefused && !hasCode ? 'password' : 'whole');
  };
  // The waiting calls are those of the user whose name is on the page.
  const byPasskey = async () => problemsOf(await signInByPasskey({ t, language }, user?._id), 'whole');
  // Only the set-up makes calls without a user. If it is refused, set-up is already done and the user must sign in.
  const hasNoUser = isWaiting && user === null;
  useEffect(() => {
    if (hasNoUser) leave();
  }, [hasNoUser]);
  return (
    <PasswordDialog
      isOpen={isWaiting && !hasNoUser}
      title={t('againTitle')}
      text={t('againText', { email })}
      email={email}
      submit={t('submit')}
      leave={t('againLeave')}
      hasCode={hasCode}
      onSubmit={byPassword}
      onPasskey={knowsPasskeys() ? byPasskey : undefined}
      onLeave={leave}
      hidesPage
    />
  );
}

function leave(): void {
  discardUnsaved();
  leaveTo(loginPath);
}
