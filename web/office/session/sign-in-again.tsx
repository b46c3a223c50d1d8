import { Button, Modal, PasswordInput, Text } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { errorText } from '../../../contract/errors.ts';
import { useTexts } from '../../texts/office/login.ts';
import { DialogButtons } from '../frame/dialog-buttons.tsx';
import { giveUpUnsaved } from '../frame/unsaved.ts';
import { leaveToLogin, sessionStands, useIsWaiting } from './session-end.ts';
import { signIn } from './sign-in.ts';
import { useUser } from './signed-in-user.ts';

/** Asks for the password over the screen as it stands, so that nothing typed or chosen is lost. */
export function SignInAgain() {
  const { t, language } = useTexts();
  const user = useUser();
  const isWaiting = useIsWaiting();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    if (!password) return setProblem(errorText('all_fields_required', language));
    setBusy(true);
    const text = await signIn(user?.email ?? '', password, t, language);
    setBusy(false);
    setProblem(text);
    if (text === null) sessionStands();
  };
  // Only the set-up is sent without a user. Refused like this, it has been done already: what is missing is the login.
  const isNobody = isWaiting && user === null;
  useEffect(() => {
    if (isNobody) leave();
  }, [isNobody]);
  return (
    <Modal
      opened={isWaiting && !isNobody}
      onClose={() => {}}
      title={t('againTitle')}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={400}
      // Nobody who comes by reads what lies behind it.
      overlayProps={{ backgroundOpacity: 0.7, blur: 14 }}
    >
      <form method="post" noValidate onSubmit={submit}>
        <Text mb="md">{t('againText', { email: user?.email })}</Text>
        <input type="hidden" name="email" autoComplete="username" value={user?.email ?? ''} readOnly />
        <PasswordInput
          name="password"
          label={t('password')}
          autoComplete="current-password"
          error={problem}
          errorProps={{ role: 'alert' }}
          aria-invalid={problem ? true : undefined}
          data-autofocus
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        />
        <DialogButtons>
          <Button variant="subtle" onClick={leave}>
            {t('againLeave')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('submit')}
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  );
}

function leave(): void {
  giveUpUnsaved();
  leaveToLogin();
}
