import { useTexts } from '../../texts/office/settings.ts';
import { PageHeader } from '../frame/page-header.tsx';
import { PasswordForm } from '../settings/password-form.tsx';
import styles from './new-password.module.css';
import { useSessionWatch } from './session-watch.ts';
import { nextPath } from './sign-in-paths.ts';

export function NewPasswordScreen() {
  const { t } = useTexts();
  useSessionWatch();
  return (
    <div className={styles.screen}>
      <PageHeader title={t('password.givenTitle')} lead={t('password.givenText')} />
      <PasswordForm
        currentLabel={t('password.given')}
        onChanged={() => window.location.assign(nextPath(window.location.href))}
      />
    </div>
  );
}
