import { Button, Modal, PasswordInput, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { errorText } from '../../../contract/errors.ts';
import { useTexts } from '../../texts/office/login.ts';
import { DialogButtons } from '../frame/dialog-buttons.tsx';

interface PasswordDialogProps {
  isOpen: boolean;
  title: string;
  text: string;
  /** The account's email address, for password managers. */
  email: string;
  submit: string;
  leave: string;
  /** Returns the error about the password, or null. */
  onSubmit: (password: string) => Promise<string | null>;
  onLeave: () => void;
  /** Whether the screen behind the dialogue is blurred, so that nobody else can read it. */
  hidesPage?: boolean;
}

/** Asks for the password in a dialogue over the current screen, so that nothing typed or chosen is lost. */
export function PasswordDialog({ isOpen, title, text, email, submit, leave, ...rest }: PasswordDialogProps) {
  const { t, language } = useTexts();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    if (!password) return setProblem(errorText('all_fields_required', language));
    setBusy(true);
    setProblem(await rest.onSubmit(password));
    setBusy(false);
  };
  const close = () => {
    setProblem(null);
    rest.onLeave();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={400}
      {...(rest.hidesPage && { overlayProps: { backgroundOpacity: 0.7, blur: 14 } })}
    >
      <form method="post" noValidate onSubmit={send}>
        {/* The title is not in a `<header>`: over another dialogue the page would have two banners. */}
        <Modal.Title fz="var(--text-large)" fw={600} mb="sm">
          {title}
        </Modal.Title>
        <Text mb="md">{text}</Text>
        <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
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
          <Button variant="subtle" onClick={close} disabled={isBusy}>
            {leave}
          </Button>
          <Button type="submit" loading={isBusy}>
            {submit}
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  );
}
