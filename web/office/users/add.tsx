import { Navigate } from 'react-router';
import { errorText } from '../../../contract/errors.ts';
import { usualRole } from '../../../contract/roles.ts';
import { newUser } from '../../../contract/user.ts';
import { useTexts } from '../../texts/office/users.ts';
import { call, NoAnswer } from '../calls/api.ts';
import { useContractForm } from '../form/contract-form.tsx';
import { useMayCall } from '../session/signed-in-user.ts';
import { UserForm, useSavedUser } from './user-form.tsx';

export default function AddUser() {
  return useMayCall('addUser') ? <AddForm /> : <Navigate to="/userManagement" replace />;
}

function AddForm() {
  const { t, language } = useTexts();
  const onSaved = useSavedUser();
  const form = useContractForm({
    schema: newUser,
    initialValues: { name: '', email: '', password: '', role: usualRole as string },
    send: (json) => call('addUser', { json }),
    onSaved: ({ name }) => onSaved(t('added', { name })),
    failureText: (failure) => {
      if (!failure.result) return failure.error instanceof NoAnswer ? t('noResponse') : t('addFailed');
      const { code } = failure.result.error;
      return code === 'internal_error' ? t('addFailed') : errorText(code, language);
    },
  });
  return <UserForm of={form} isNew />;
}
