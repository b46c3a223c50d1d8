import { useEffect } from 'react';
import { useTexts } from '../../texts/office/login.ts';
import { giveUpUnsaved } from '../frame/unsaved.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { leaveToLogin, resumeCalls, useIsWaiting } from './session-end.ts';
import { signIn } from './sign-in.ts';
import { useUser } from './signed-in-user.ts';

/** Asks for the password when the session has ended while work is unsaved. */
export function SignInAgain() {
  const { t, language } = useTexts();
  const user = useUser();
  const isWaiting = useIsWaiting();
  const email = user?.email ?? '';
  const again = async (password: string) => {
    const problem = await signIn(email, password, t, language);
    if (problem === null) resumeCalls();
    return problem;
  };
  // Only the set-up makes calls without a user. If it is refused, set-up is already done and the user must sign in.
  const isNobody = isWaiting && user === null;
  useEffect(() => {
    if (isNobody) leave();
  }, [isNobody]);
  return (
    <PasswordDialog
      isOpen={isWaiting && !isNobody}
      title={t('againTitle')}
      text={t('againText', { email })}
      email={email}
      submit={t('submit')}
      leave={t('againLeave')}
      onSubmit={again}
      onLeave={leave}
      hidesPage
    />
  );
}

function leave(): void {
  giveUpUnsaved();
  leaveToLogin();
}
