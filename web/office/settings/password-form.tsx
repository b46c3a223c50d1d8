import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { passwordChange } from '../../../contract/user.ts';
import { useTexts } from '../../texts/office/settings.ts';
import { call } from '../calls/api.ts';
import { failureText } from '../calls/failure-text.ts';
import { FormFrame, useContractForm } from '../form/contract-form.tsx';
import { FormButtons } from '../form/form-buttons.tsx';
import { NewPasswordField, PasswordField } from '../form/password-fields.tsx';
import { ariaDisabled } from '../frame/aria-disabled.ts';
import { useFocusedStatus } from '../frame/focused-status.ts';
import notice from '../frame/notice.module.css';
import { toastRepeated } from '../frame/toast.client.ts';
import { useUser } from '../session/signed-in-user.ts';
import styles from './password-form.module.css';
import { sessionsQuery } from './session-queries.ts';

const empty = { current: '', password: '', confirmPassword: '' };

interface PasswordFormProps {
  currentLabel?: string;
  /** Replaces the message of success. */
  onChanged?: () => void;
}

export function PasswordForm({ currentLabel, onChanged }: PasswordFormProps) {
  const { t, language } = useTexts();
  const user = useUser();
  const queryClient = useQueryClient();
  const [isDone, setDone] = useState(false);
  // The emptied fields are mounted again, and one of them may have had the focus.
  const done = useFocusedStatus();
  const form = useContractForm({
    schema: passwordChange,
    initialValues: empty,
    send: async (json) => {
      setDone(false);
      // This form already asks for the current password, so the call does not ask for it again.
      const proof = await call('confirm', { json: { password: json.current } });
      const { password: current, code } = (!proof.ok && proof.error.errorCodes) || {};
      // Where the account has an app, the call itself asks for a code, unless the last confirmation is recent enough.
      if (proof.ok || code) return call('changePassword', { json });
      return { ...proof, error: { ...proof.error, ...(current && { errorCodes: { current } }) } };
    },
    onSaved: () => {
      if (onChanged) return onChanged();
      setDone(true);
      done.show(t('password.saved'));
      toastRepeated(t('password.saved'));
      form.form.setValues(empty);
      form.form.resetDirty(empty);
      void queryClient.invalidateQueries(sessionsQuery);
    },
    failureText: ({ error }) => failureText(error, language, t('password.failed')),
  });
  if (isDone && form.problems.length > 0) setDone(false);
  return (
    <FormFrame form={form}>
      <div className={`stack ${styles.fields}`}>
        {/* Password managers read the account from this input. */}
        <input type="hidden" autoComplete="username" value={user?.email ?? ''} readOnly />
        {/* Text that is typed during the call would be lost when the response arrives. */}
        <div className={`stack ${styles.fields}`} inert={form.isBusy}>
          <PasswordField
            form={form}
            name="current"
            label={currentLabel ?? t('password.current')}
            autoComplete="current-password"
          />
          <NewPasswordField
            form={form}
            name="password"
            label={t('password.new')}
            known={[user?.email ?? '', user?.name ?? '']}
          />
          <PasswordField form={form} name="confirmPassword" label={t('password.confirm')} />
        </div>
        <FormButtons>
          <Button type="submit" {...ariaDisabled(form.isBusy)}>
            {t('password.submit')}
          </Button>
        </FormButtons>
        <p role="status" className={notice.accent} ref={done.ref} tabIndex={-1}>
          {isDone && done.text}
        </p>
      </div>
    </FormFrame>
  );
}
