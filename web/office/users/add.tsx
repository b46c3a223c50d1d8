import { defaultRole } from '../../../contract/roles.ts';
import { newUser } from '../../../contract/user.ts';
import { useTexts } from '../../texts/office/users.ts';
import { call } from '../calls/api.ts';
import { failureText } from '../calls/failure-text.ts';
import { useContractForm } from '../form/contract-form.tsx';
import { UserForm, useSavedUser } from './user-form.tsx';

export default function AddUser() {
  const { t, language } = useTexts();
  const onSaved = useSavedUser();
  const form = useContractForm({
    schema: newUser,
    initialValues: { name: '', email: '', password: '', role: defaultRole as string },
    send: (json) => call('addUser', { json }),
    onSaved: ({ name }) => onSaved(t('added', { name })),
    failureText: ({ error }) => failureText(error, language, t('addFailed')),
  });
  return <UserForm form={form} isNew />;
}
