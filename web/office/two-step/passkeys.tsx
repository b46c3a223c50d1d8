import { Button, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { Passkey } from '../../../contract/account-answers.ts';
import { errorText } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { useTexts } from '../../texts/office/two-step.ts';
import { answerOf, call } from '../calls/api.ts';
import { failureText } from '../calls/failure-text.ts';
import { requireGone } from '../calls/gone.ts';
import { FormButtons } from '../form/form-buttons.tsx';
import { ariaDisabled } from '../frame/aria-disabled.ts';
import { ConfirmDialog, useLastShown } from '../frame/confirm-dialog.tsx';
import { useDateTime } from '../frame/date-time.ts';
import tone from '../frame/text.module.css';
import { toastDone } from '../frame/toast.client.ts';
import { Allowed } from '../session/allowed.tsx';
import { createPasskey, knowsPasskeys } from '../session/passkey.ts';
import styles from './two-step.module.css';

interface PasskeysProps {
  passkeys: readonly Passkey[];
  onChanged: () => void;
}

/** The passkeys of the user, and a form for another one. */
export function Passkeys({ passkeys, onChanged }: PasskeysProps) {
  const { t, language } = useTexts();
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const remove = useMutation({
    mutationFn: async (id: string) => {
      const result = await call('removePasskey', { params: { id } });
      requireGone(result);
    },
    onSuccess: () => {
      setRemoving(null);
      toastDone(t('passkeys.removed'));
      onChanged();
      heading.current?.focus();
    },
  });
  const lastRemoving = useLastShown(removing);
  return (
    <section className={`stack ${styles.part}`}>
      <h3 ref={heading} tabIndex={-1}>
        {t('passkeys.title')}
      </h3>
      <p>{t('passkeys.text')}</p>
      {passkeys.length > 0 && (
        <ul className={styles.passkeys}>
          {passkeys.map((passkey) => (
            <Row key={passkey._id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
          ))}
        </ul>
      )}
      <Allowed call="addPasskey">
        {knowsPasskeys() ? <AddPasskey onAdded={onChanged} /> : <p>{t('passkeys.unknown')}</p>}
      </Allowed>
      <ConfirmDialog
        isOpen={removing !== null}
        title={t('passkeys.removeTitle')}
        confirm={t('passkeys.remove')}
        isDanger
        isBusy={remove.isPending}
        problem={remove.isError ? failureText(remove.error, language, t('failed')) : null}
        onConfirm={() => removing && remove.mutate(removing._id)}
        onCancel={() => {
          remove.reset();
          setRemoving(null);
        }}
      >
        <Text>{t('passkeys.removeText', { name: lastRemoving?.name })}</Text>
      </ConfirmDialog>
    </section>
  );
}

function Row({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { t } = useTexts();
  const { name, createdAt, lastUsedAt } = passkey;
  const time = useDateTime();
  return (
    <li className="spread">
      <div>
        <strong>{name}</strong>
        <p className={tone.note}>
          {t('passkeys.made', { time: time(createdAt) })}
          {' · '}
          {lastUsedAt ? t('passkeys.used', { time: time(lastUsedAt) }) : t('passkeys.unused')}
        </p>
      </div>
      <Allowed call="removePasskey">
        <Button variant="default" size="sm" onClick={onRemove} aria-label={t('passkeys.removeOf', { name })}>
          {t('passkeys.remove')}
        </Button>
      </Allowed>
    </li>
  );
}

function AddPasskey({ onAdded }: { onAdded: () => void }) {
  const { t, language } = useTexts();
  const [isEmpty, setEmpty] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const add = useMutation({
    mutationFn: async (name: string) => {
      const credential = await createPasskey(await answerOf('passkeyOptions'));
      if (credential) await answerOf('addPasskey', { json: { name, credential } });
      return credential !== null;
    },
    onSuccess: (isAdded) => {
      if (!isAdded) return;
      toastDone(t('passkeys.added'));
      form.current?.reset();
      onAdded();
    },
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (add.isPending) return;
    const name = String(new FormData(event.currentTarget).get('passkeyName') ?? '').trim();
    setEmpty(!name);
    if (name) add.mutate(name);
  };
  const problem = isEmpty
    ? errorText('all_fields_required', language)
    : add.isError
      ? failureText(add.error, language, t('failed'))
      : add.data === false
        ? t('passkeys.givenUp')
        : null;
  return (
    <form ref={form} method="post" noValidate onSubmit={send} className={`stack ${styles.add}`}>
      <TextInput
        name="passkeyName"
        label={t('passkeys.name')}
        description={t('passkeys.nameHint')}
        autoComplete="off"
        maxLength={limits.passkeyNameLengthMax}
        error={problem}
        errorProps={{ role: 'alert' }}
        aria-invalid={problem ? true : undefined}
      />
      <FormButtons>
        <Button type="submit" variant="default" {...ariaDisabled(add.isPending)}>
          {t('passkeys.add')}
        </Button>
      </FormButtons>
    </form>
  );
}
