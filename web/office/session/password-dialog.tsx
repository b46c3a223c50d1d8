import { Button, Modal, PasswordInput, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { errorText } from '../../../contract/errors.ts';
import { useTexts } from '../../texts/office/login.ts';
import { Dialog } from '../frame/dialog.tsx';
import { DialogButtons } from '../frame/dialog-buttons.tsx';

export type ProofProblems = { password?: string; code?: string; whole?: string };

interface PasswordDialogProps {
  isOpen: boolean;
  title: string;
  text: string;
  /** The account's email address, for password managers. */
  email: string;
  submit: string;
  leave: string;
  /** Whether it also asks for a code. */
  hasCode: boolean;
  /** Returns the errors by field, or null. */
  onSubmit: (proof: { password: string; code: string }) => Promise<ProofProblems | null>;
  /** Offers a passkey instead of everything else. */
  onPasskey?: (() => Promise<ProofProblems | null>) | undefined;
  onLeave: () => void;
  /** Whether the screen behind the dialogue is blurred, so that nobody else can read it. */
  hidesPage?: boolean;
}

/**
 * Asks for the password, and for a code if the account has one, in a dialogue over the current screen, so that nothing
 * typed or chosen is lost.
 */
export function PasswordDialog({ isOpen, title, text, email, submit, leave, hasCode, ...rest }: PasswordDialogProps) {
  const { t, language } = useTexts();
  const { onPasskey } = rest;
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState<ProofProblems>({});
  const passwordField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  // Only after an attempt, since the user may still be typing the password before it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each attempt
  useEffect(() => {
    if (problems.password) passwordField.current?.focus();
    else if (hasCode) codeField.current?.focus();
    // The buttons lose the focus while they are disabled during the call.
    else if (problems.whole) submitButton.current?.focus();
  }, [problems]);
  const attempt = async (work: () => Promise<ProofProblems | null>) => {
    setBusy(true);
    setProblems((await work()) ?? {});
    setBusy(false);
  };
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const form = new FormData(event.currentTarget);
    const password = String(form.get('password') ?? '');
    const code = String(form.get('code') ?? '').trim();
    if (!password) return setProblems({ password: errorText('all_fields_required', language) });
    if (hasCode && !code) return setProblems({ code: errorText('code_required', language) });
    void attempt(() => rest.onSubmit({ password, code }));
  };
  const close = () => {
    setProblems({});
    rest.onLeave();
  };
  const isWrong = (problem: string | undefined) => ({
    error: problem,
    errorProps: { role: 'alert' },
    'aria-invalid': problem ? true : undefined,
  });
  return (
    <Dialog
      opened={isOpen}
      onClose={close}
      withCloseButton={false}
      // Escape cancels a change, but not signing in again: only the button leaves the screen.
      closeOnEscape={!rest.hidesPage && !isBusy}
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
        {problems.whole && (
          <Text role="alert" c="var(--color-error)" mb="md">
            {problems.whole}
          </Text>
        )}
        <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        <PasswordInput
          ref={passwordField}
          name="password"
          label={t('password')}
          autoComplete="current-password"
          {...isWrong(problems.password)}
          data-autofocus
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        />
        {hasCode && (
          <TextInput
            ref={codeField}
            mt="md"
            name="code"
            label={t('step.either')}
            description={t('step.eitherHint')}
            inputMode="text"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            {...isWrong(problems.code)}
          />
        )}
        <DialogButtons>
          <Button variant="subtle" onClick={close} disabled={isBusy}>
            {leave}
          </Button>
          {onPasskey && (
            <Button variant="default" onClick={() => void attempt(onPasskey)} disabled={isBusy}>
              {t('passkeyShort')}
            </Button>
          )}
          <Button ref={submitButton} type="submit" loading={isBusy}>
            {submit}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
