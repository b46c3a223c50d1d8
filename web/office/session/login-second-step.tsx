import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { FactorMethod } from '../../../contract/account-answers.ts';
import { useTexts } from '../../texts/office/login.ts';
import buttons from '../../ui/button.module.css';
import { type FieldError, TextField } from '../../ui/field.tsx';
import styles from './login.module.css';

export interface SecondStepState {
  email: string;
  password: string;
  methods: readonly FactorMethod[];
}

interface SecondStepProps extends Pick<SecondStepState, 'methods'> {
  isBusy: boolean;
  error: FieldError | undefined;
  onCode: (code: string) => void;
  /** Called when another kind of code is to be typed. */
  onOtherKind: () => void;
  onBack: () => void;
  passkey: ReactNode;
}

/** The second step after the correct password: the code of the app, a recovery code, or a passkey. */
export function SecondStep({ methods, isBusy, error, onCode, onOtherKind, onBack, passkey }: SecondStepProps) {
  const { t } = useTexts();
  const [isRecovery, setRecovery] = useState(!methods.includes('totp'));
  const heading = useRef<HTMLHeadingElement>(null);
  const takesCode = methods.some((method) => method !== 'passkey');
  // The form with the focused button was removed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind of code has a field of its own
  useEffect(() => (takesCode ? document.getElementById('code') : heading.current)?.focus(), [isRecovery]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onCode(String(new FormData(event.currentTarget).get('code') ?? '').trim());
  };
  const kind = isRecovery ? 'recovery' : 'app';
  return (
    <>
      <div className={styles.step}>
        <h2 ref={heading} tabIndex={-1}>
          {t('step.title')}
        </h2>
        <p>{takesCode ? t(`step.${kind}Text`) : t('step.passkeyText')}</p>
      </div>
      <form method="post" noValidate onSubmit={submit}>
        {takesCode && (
          <>
            <TextField
              key={kind}
              name="code"
              label={t(`step.${kind}`)}
              inputMode={isRecovery ? 'text' : 'numeric'}
              autoComplete={isRecovery ? 'off' : 'one-time-code'}
              autoCapitalize="characters"
              spellCheck={false}
              error={error}
            />
            <button className={buttons.primary} type="submit" aria-disabled={isBusy}>
              {isBusy ? t('busy') : t('submit')}
            </button>
          </>
        )}
        {methods.includes('passkey') && passkey}
      </form>
      <div className={styles.others}>
        {methods.includes('totp') && methods.includes('recovery') && (
          <button
            type="button"
            aria-disabled={isBusy}
            onClick={() => {
              if (isBusy) return;
              setRecovery(!isRecovery);
              onOtherKind();
            }}
          >
            {isRecovery ? t('step.useApp') : t('step.useRecovery')}
          </button>
        )}
        <button type="button" aria-disabled={isBusy} onClick={() => isBusy || onBack()}>
          {t('step.back')}
        </button>
      </div>
    </>
  );
}
