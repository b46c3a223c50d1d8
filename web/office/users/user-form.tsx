import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { assignableRoles } from '../../../contract/roles.ts';
import { useTexts as useFrameTexts } from '../../texts/office/frame.ts';
import { useTexts } from '../../texts/office/users.ts';
import { type ContractForm, FormFrame } from '../form/contract-form.tsx';
import { focusFirstField } from '../form/first-field.ts';
import { FormButtons } from '../form/form-buttons.tsx';
import { FormSection } from '../form/form-section.tsx';
import { NewPasswordField } from '../form/password-fields.tsx';
import { useNavigateWhileShown } from '../frame/navigate-while-shown.ts';
import { PageHeader } from '../frame/page-header.tsx';
import { toastDone } from '../frame/toast.client.ts';
import styles from './user-form.module.css';
import { usersQuery } from './user-queries.ts';

interface UserValues extends Record<string, string> {
  name: string;
  email: string;
  password: string;
}

/** The form for a new or existing admin. */
export function UserForm({ form, isNew = false }: { form: ContractForm<UserValues>; isNew?: boolean }) {
  const { t } = useTexts();
  const { t: frame } = useFrameTexts();
  const { name, email } = form.form.getValues();
  useEffect(() => {
    if (isNew) focusFirstField('name');
  }, [isNew]);
  return (
    <>
      <PageHeader
        title={isNew ? t('addTitle') : t('editTitle')}
        lead={isNew ? t('addLead') : t('editLead')}
        isError={form.problems.length > 0}
      />
      <FormFrame form={form}>
        <div inert={form.isBusy}>
          <FormSection title={t('person')} text={t('personText')}>
            <TextInput key={form.key('name')} {...form.field('name')} label={t('name')} autoComplete="off" />
            <TextInput
              key={form.key('email')}
              {...form.field('email')}
              type="email"
              label={t('email')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            {isNew && assignableRoles.length > 1 && (
              <NativeSelect
                key={form.key('role')}
                {...form.field('role')}
                label={t('role')}
                data={assignableRoles.map((role) => ({ value: role, label: frame(`role.${role}`) }))}
              />
            )}
          </FormSection>
          <FormSection
            title={isNew ? t('password') : t('newPassword')}
            text={isNew ? t('passwordText') : t('newPasswordText')}
          >
            <NewPasswordField
              form={form}
              name="password"
              label={isNew ? t('password') : t('newPassword')}
              hint={isNew ? undefined : t('newPasswordHint')}
              known={[name, email]}
            />
          </FormSection>
        </div>
        <div className={styles.buttons}>
          <FormButtons>
            <Button component={Link} to="/userManagement" variant="default">
              {frame('cancel')}
            </Button>
            <Button type="submit" loading={form.isBusy}>
              {isNew ? t('addSubmit') : t('editSubmit')}
            </Button>
          </FormButtons>
        </div>
      </FormFrame>
    </>
  );
}

/** Returns what to do after saving: the list is reloaded and opened, with a toast. */
export function useSavedUser(): (text: string) => void {
  const navigate = useNavigateWhileShown();
  const queryClient = useQueryClient();
  return (text) => {
    void queryClient.invalidateQueries(usersQuery);
    toastDone(text);
    void navigate('/userManagement');
  };
}
