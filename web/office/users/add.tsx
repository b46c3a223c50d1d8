import { errorText } from '../../../contract/errors.ts';
import { usualRole } from '../../../contract/roles.ts';
import { newUser } from '../../../contract/user.ts';
import { useTexts } from '../../texts/office/users.ts';
import { call, NoAnswer } from '../calls/api.ts';
import { useContractForm } from '../form/contract-form.tsx';
import { UserForm, useSavedUser } from './user-form.tsx';

export default function AddUser() {
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
