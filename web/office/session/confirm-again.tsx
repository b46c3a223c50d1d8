import { errorText } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { useTexts as useFrameTexts } from '../../texts/office/frame.ts';
import { useTexts } from '../../texts/office/login.ts';
import { call, NoAnswer } from '../calls/api.ts';
import { endConfirmation, useIsConfirming } from './confirmation.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { useUser } from './signed-in-user.ts';

/** Asks for the password before a change of accounts if it was last given a while ago. */
export function ConfirmAgain() {
  const { t, language } = useTexts();
  const { t: frame } = useFrameTexts();
  const email = useUser()?.email ?? '';
  const confirm = async (password: string) => {
    try {
      const result = await call('confirm', { json: { password } });
      if (!result.ok) return errorText(result.error.errorCodes?.password ?? result.error.code, language);
      endConfirmation('confirmed');
      return null;
    } catch (error) {
      return error instanceof NoAnswer ? t('noResponse') : errorText('internal_error', language);
    }
  };
  return (
    <PasswordDialog
      isOpen={useIsConfirming()}
      title={t('confirmTitle')}
      text={t('confirmText', { email, minutes: limits.confirmationMinutes.toLocaleString(language) })}
      email={email}
      submit={t('confirmSubmit')}
      leave={frame('cancel')}
      onSubmit={confirm}
      onLeave={() => endConfirmation('given up')}
    />
  );
}
