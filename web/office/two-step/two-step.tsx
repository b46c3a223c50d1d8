/** The user's two-step sign-in: the app, the passkeys and the recovery codes. */
import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Answers } from '../../../contract/answers.ts';
import { formatNumber } from '../../texts/numbers.ts';
import { useTexts } from '../../texts/office/two-step.ts';
import { answerOf, call } from '../calls/api.ts';
import { failureText } from '../calls/failure-text.ts';
import { requireGone } from '../calls/gone.ts';
import { ariaDisabled } from '../frame/aria-disabled.ts';
import { ConfirmDialog } from '../frame/confirm-dialog.tsx';
import { LoadFailure } from '../frame/load-failure.tsx';
import notice from '../frame/notice.module.css';
import tone from '../frame/text.module.css';
import { toastDone } from '../frame/toast.client.ts';
import { Allowed } from '../session/allowed.tsx';
import { sessionsQuery } from '../settings/session-queries.ts';
import { AppSetup } from './app-setup.tsx';
import { factorsQuery } from './factor-queries.ts';
import { Passkeys } from './passkeys.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './two-step.module.css';

const stateId = 'two-step-state';
/** For buttons that are removed when they are pressed. */
const focusState = () => document.getElementById(stateId)?.focus();

interface TwoStepProps {
  /** Called when the user has a factor and has seen the recovery codes. */
  onReady?: () => void;
}

export function TwoStep({ onReady }: TwoStepProps) {
  const { data, error, refetch } = useQuery(factorsQuery);
  const queryClient = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  // A new factor ends the other sessions.
  const showCodes = (codes: readonly string[]) => {
    setCodes(codes);
    void queryClient.invalidateQueries(sessionsQuery);
  };
  if (codes) {
    const close = () => {
      flushSync(() => setCodes(null));
      focusState();
      void queryClient.invalidateQueries(factorsQuery);
      onReady?.();
    };
    return <RecoveryCodes codes={codes} onClose={close} />;
  }
  if (error && !data) return <LoadFailure error={error} onRetry={() => refetch()} />;
  if (!data) return <Skeleton height="12rem" />;
  return <Factors factors={data} onCodes={showCodes} {...(onReady && { onReady })} />;
}

interface FactorsProps extends TwoStepProps {
  factors: Answers['factors'];
  onCodes: (codes: readonly string[]) => void;
}

interface Setup {
  secret: Answers['startTotp'];
  /** Whether an app was set up already, which the new one replaces. */
  isChange: boolean;
}

function Factors({ factors, onCodes, onReady }: FactorsProps) {
  const { t, language } = useTexts();
  const queryClient = useQueryClient();
  const [setup, setSetup] = useState<Setup | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const [isRenewing, setRenewing] = useState(false);
  const reload = () => {
    // A change of the factors ends the other sessions.
    void queryClient.invalidateQueries(sessionsQuery);
    return queryClient.invalidateQueries(factorsQuery);
  };
  const start = useMutation({
    mutationFn: () => answerOf('startTotp'),
    onSuccess: (secret) => setSetup({ secret, isChange: factors.totp }),
  });
  const renew = useMutation({
    mutationFn: () => answerOf('newRecoveryCodes'),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  const remove = useMutation({
    mutationFn: async () => {
      const result = await call('removeTotp');
      requireGone(result);
    },
    onSuccess: () => {
      setRemoving(false);
      toastDone(t('app.removed'));
      void reload();
      focusState();
    },
  });
  const stop = () => {
    flushSync(() => setSetup(null));
    focusState();
    void reload();
  };
  // The app was turned on, and the answer with the recovery codes was lost.
  const [isUnseen, setUnseen] = useState(false);
  if (setup && !setup.isChange && factors.totp) {
    setSetup(null);
    setUnseen(true);
  }
  const textOf = (error: Error | null) => error && failureText(error, language, t('failed'));
  const isOn = factors.totp || factors.passkeys.length > 0;
  const codesLeft = factors.recoveryCodesLeft;
  if (setup) {
    return <AppSetup setup={setup.secret} onCodes={onCodes} onFailed={() => void reload()} onCancel={stop} />;
  }
  return (
    <div className={`stack ${styles.parts}`}>
      <p id={stateId} tabIndex={-1} className={isOn ? notice.accent : notice.pending}>
        {isOn ? t('on') : t('off')}
      </p>
      {isUnseen && factors.totp && <UnseenCodes />}
      <section className={`stack ${styles.part}`}>
        <h3>{t('app.title')}</h3>
        <p>{factors.totp ? t('app.on') : t('app.text')}</p>
        <Group gap="sm">
          <Allowed call="startTotp">
            <Button variant={isOn ? 'default' : 'filled'} {...ariaDisabled(start.isPending, () => start.mutate())}>
              {factors.totp ? t('app.change') : t('app.start')}
            </Button>
          </Allowed>
          {factors.totp && (
            <Allowed call="removeTotp">
              <Button variant="subtle" color="brick" onClick={() => setRemoving(true)}>
                {t('app.remove')}
              </Button>
            </Allowed>
          )}
        </Group>
        <Problem text={textOf(start.error)} />
      </section>
      <Passkeys passkeys={factors.passkeys} onChanged={reload} />
      {isOn && (
        <section className={`stack ${styles.part}`}>
          <h3>{t('codes.title')}</h3>
          <p className={codesLeft < 3 ? styles.few : undefined}>
            {codesLeft > 0
              ? t('codes.left', { count: codesLeft, number: formatNumber(codesLeft, language) })
              : t('codes.none')}
          </p>
          <Group gap="sm">
            <Allowed call="newRecoveryCodes">
              <Button
                variant="default"
                {...ariaDisabled(renew.isPending, () => (codesLeft > 0 ? setRenewing(true) : renew.mutate()))}
              >
                {t('codes.renew')}
              </Button>
            </Allowed>
            {onReady && <Button onClick={onReady}>{t('goOn')}</Button>}
          </Group>
          {!isRenewing && <Problem text={textOf(renew.error)} />}
        </section>
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        title={t('app.removeTitle')}
        confirm={t('app.remove')}
        isDanger
        isBusy={remove.isPending}
        problem={textOf(remove.error)}
        onConfirm={() => remove.mutate()}
        onCancel={() => {
          remove.reset();
          setRemoving(false);
        }}
      >
        <Text>{factors.passkeys.length > 0 ? t('app.removeText') : t('app.removeLastText')}</Text>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={isRenewing}
        title={t('codes.renewTitle')}
        confirm={t('codes.renew')}
        isDanger
        isBusy={renew.isPending}
        problem={textOf(renew.error)}
        onConfirm={() => renew.mutate()}
        onCancel={() => {
          renew.reset();
          setRenewing(false);
        }}
      >
        <Text>{t('codes.renewText', { count: codesLeft, number: formatNumber(codesLeft, language) })}</Text>
      </ConfirmDialog>
    </div>
  );
}

/** Takes the focus from the field that was removed. */
function UnseenCodes() {
  const { t } = useTexts();
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <p ref={box} role="alert" tabIndex={-1} className={notice.pending}>
      {t('codes.unseen')}
    </p>
  );
}

function Problem({ text }: { text: string | null }) {
  if (!text) return null;
  return (
    <p role="alert" className={tone.failed}>
      {text}
    </p>
  );
}
