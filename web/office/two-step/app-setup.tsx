import { Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Answers } from '../../../contract/answers.ts';
import { errorText } from '../../../contract/errors.ts';
import { useTexts } from '../../texts/office/two-step.ts';
import { answerOf, CallFailed } from '../calls/api.ts';
import { failureText } from '../calls/failure-text.ts';
import tone from '../frame/text.module.css';
import { appCodeProblem } from './code-length.ts';
import { QrCode } from './qr-code.tsx';
import styles from './two-step.module.css';

interface AppSetupProps {
  setup: Answers['startTotp'];
  onCodes: (codes: readonly string[]) => void;
  /** The app may be on all the same, if the answer was lost. */
  onFailed: () => void;
  onCancel: () => void;
}

/** The three steps of setting up an app, of which the last sends a code of the app to the server. */
export function AppSetup({ setup, onCodes, onFailed, onCancel }: AppSetupProps) {
  const { t, language } = useTexts();
  /** Why the typed code was not sent. */
  const [unsent, setUnsent] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const input = useRef<HTMLInputElement>(null);
  // The button that led here was removed, so the focus has to be moved.
  useEffect(() => heading.current?.focus(), []);
  const selectCode = () => {
    // WebKit does not move the focus to a field whose text is selected.
    input.current?.focus();
    input.current?.select();
  };
  const enable = useMutation({
    mutationFn: (code: string) => answerOf('enableTotp', { json: { code } }),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
    onError: () => {
      selectCode();
      onFailed();
    },
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim();
    const reason = code ? appCodeProblem(code, language) : errorText('code_required', language);
    setUnsent(reason);
    if (reason) selectCode();
    else enable.mutate(code);
  };
  const problemText = (error: Error) => {
    const text = failureText(error, language, t('failed'));
    const isWrong = error instanceof CallFailed && error.body.errorCodes?.code === 'wrong_code';
    return isWrong ? `${text} ${t('setup.clock')}` : text;
  };
  const problem = unsent ?? (enable.error && problemText(enable.error));
  return (
    <div className={`stack ${styles.parts}`}>
      <h3 ref={heading} tabIndex={-1}>
        {t('setup.title')}
      </h3>
      <ol className={`stack ${styles.steps}`}>
        <li>{t('setup.install')}</li>
        <li>
          <p>{t('setup.scan')}</p>
          <QrCode
            text={setup.uri}
            label={t('setup.qr')}
            instead={
              <p role="alert" className={tone.failed}>
                {t('setup.noQr')}
              </p>
            }
          />
          <p>{t('setup.type')}</p>
          <code className={styles.secret}>{setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </li>
        <li>
          <form method="post" noValidate onSubmit={send}>
            <TextInput
              ref={input}
              name="code"
              label={t('setup.code')}
              description={t('setup.codeHint')}
              inputMode="numeric"
              autoComplete="one-time-code"
              spellCheck={false}
              maxLength={20}
              className={styles.code}
              error={problem}
              errorProps={{ role: 'alert' }}
              aria-invalid={problem ? true : undefined}
            />
            <Group gap="sm" mt="md">
              <Button variant="default" onClick={onCancel} disabled={enable.isPending}>
                {t('setup.cancel')}
              </Button>
              <Button type="submit" loading={enable.isPending}>
                {t('setup.submit')}
              </Button>
            </Group>
          </form>
        </li>
      </ol>
    </div>
  );
}
