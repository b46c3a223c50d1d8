/** The form of the super admin's profile; before set-up, the form that creates the super admin with the set-up code. */
import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { z } from 'zod';
import type { Answers } from '../../../contract/answers.ts';
import { errorText } from '../../../contract/errors.ts';
import { typedCode } from '../../../contract/typed-code.ts';
import { profileChange, setupRequest } from '../../../contract/user.ts';
import { useTexts } from '../../texts/office/profile.ts';
import sheet from '../../ui/card.module.css';
import { call } from '../calls/api.ts';
import { noAnswerReason } from '../calls/no-answer-reason.ts';
import { FormFrame, useContractForm } from '../form/contract-form.tsx';
import { FormButtons } from '../form/form-buttons.tsx';
import { NewPasswordField, PasswordField } from '../form/password-fields.tsx';
import { ariaDisabled } from '../frame/aria-disabled.ts';
import { useFocusedStatus } from '../frame/focused-status.ts';
import notice from '../frame/notice.module.css';
import { PageHeader } from '../frame/page-header.tsx';
import { toastRepeated } from '../frame/toast.client.ts';
import { mayOpen } from '../screens.ts';
import screen from '../session/new-password.module.css';
import { useSessionWatch } from '../session/session-watch.ts';
import { startScreen } from '../session/sign-in-paths.ts';
import { setOwnName, useUser } from '../session/signed-in-user.ts';
import styles from './profile.module.css';

/** The code is sent in a header, which takes no other letters, and is not a field of the call. */
const setupForm = setupRequest.safeExtend({
  setupCode: z
    .string()
    .transform(typedCode)
    .refine((code) => code !== '', { error: 'all_fields_required' })
    .refine((code) => /^[0-9A-Z]*$/.test(code), { error: 'invalid_setup_code' })
    .optional(),
});

export function ProfileForm({ needed: isSetup, email: setupEmail }: Answers['setup']) {
  const { t, language } = useTexts();
  const user = useUser();
  // The profile is outside of the guard, since the first visitor has no session.
  useSessionWatch();
  const [isDone, setDone] = useState(false);
  // The form is removed, or its fields are mounted again, and with them the field that has the focus.
  const done = useFocusedStatus();
  const initialValues = {
    ...(isSetup && { setupCode: '' }),
    name: user?.name ?? '',
    email: user?.email ?? setupEmail,
    ...(!isSetup && { current: '' }),
    password: '',
    confirmPassword: '',
  };

  const profile = useContractForm({
    schema: isSetup ? setupForm : profileChange,
    initialValues,
    send: async (value) => {
      setDone(false);
      const { setupCode, ...json } = { setupCode: '', ...value };
      const result = await call('profile', { json, headers: setupCode ? { 'X-Setup-Code': setupCode } : {} });
      if (!result.ok && result.error.code === 'invalid_setup_code') {
        result.error.errorCodes = { setupCode: 'invalid_setup_code' };
      }
      return result;
    },
    onSaved: ({ name, email }) => {
      setDone(true);
      done.show(t(isSetup ? 'created' : 'saved'));
      if (isSetup) return;
      toastRepeated(t('saved'));
      setOwnName(name);
      const values = { ...initialValues, name, email };
      profile.form.setValues(values);
      profile.form.resetDirty(values);
    },
    failureText: (failure) => {
      if (failure.result) return errorText(failure.result.error.code, language);
      return t('aborted', { message: noAnswerReason(failure.error, language) });
    },
  });

  // Otherwise the message that the profile was saved would stay beside an error.
  if (isDone && profile.problems.length > 0) setDone(false);
  if (!isSetup && !mayOpen('profile', user)) return <Navigate to={startScreen} replace />;
  const title = isSetup ? t('setupTitle') : t('title');
  if (isSetup && isDone) {
    return (
      <div className={screen.screen}>
        <PageHeader title={title} />
        <p className={notice.accent} role="status" ref={done.ref} tabIndex={-1}>
          {done.text}
        </p>
        <Button component="a" href="/login">
          {t('toLogin')}
        </Button>
      </div>
    );
  }
  return (
    <div className={isSetup ? screen.screen : undefined}>
      <PageHeader title={title} lead={isSetup ? t('setupLead') : t('lead')} isError={profile.problems.length > 0} />
      {isDone && (
        <p className={notice.accent} role="status" ref={done.ref} tabIndex={-1}>
          {done.text}
        </p>
      )}
      <FormFrame form={profile}>
        <div className={`stack ${sheet.card} ${styles.card}`}>
          {/* Text that is typed during the call would be lost when the response arrives. */}
          <Stack inert={profile.isBusy}>
            {isSetup && (
              <TextInput
                key={profile.key('setupCode' as 'name')}
                {...profile.field('setupCode' as 'name')}
                label={t('setupCode')}
                description={t('setupCodeHint')}
                autoComplete="one-time-code"
                spellCheck={false}
              />
            )}
            <TextInput key={profile.key('name')} {...profile.field('name')} label={t('name')} autoComplete="name" />
            <TextInput
              key={profile.key('email')}
              {...profile.field('email')}
              type="email"
              label={t('email')}
              description={t('emailHint')}
              autoComplete="username"
              disabled
            />
            {!isSetup && (
              <PasswordField
                form={profile}
                name={'current' as 'name'}
                label={t('current')}
                hint={t('currentHint')}
                autoComplete="current-password"
              />
            )}
            <NewPasswordField
              form={profile}
              name="password"
              label={isSetup ? t('password') : t('newPassword')}
              hint={isSetup ? undefined : t('newPasswordHint')}
              known={[initialValues.name, initialValues.email]}
            />
            <PasswordField form={profile} name="confirmPassword" label={t('confirmPassword')} />
          </Stack>
          <FormButtons>
            <Button type="submit" {...ariaDisabled(profile.isBusy)}>
              {t('submit')}
            </Button>
          </FormButtons>
        </div>
      </FormFrame>
    </div>
  );
}
