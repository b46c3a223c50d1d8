import { Button } from '@mantine/core';
import { useTexts } from '../../texts/office/two-step.ts';
import { call } from '../calls/api.ts';
import { FormSection } from '../form/form-section.tsx';
import { PageHeader } from '../frame/page-header.tsx';
import { loginPath, nextPath } from '../session/next-path.ts';
import { leaveTo } from '../session/session-end.ts';
import { useSessionWatch } from '../session/session-watch.ts';
import { dropToken } from '../session/stored-token.ts';
import styles from './two-step.module.css';
import { TwoStep } from './two-step.tsx';

export function SecondFactorScreen() {
  const { t } = useTexts();
  useSessionWatch(true);
  const logOut = async () => {
    await call('logout').catch(() => null);
    dropToken();
    leaveTo(loginPath);
  };
  return (
    <div className={styles.screen}>
      <PageHeader title={t('neededTitle')} lead={t('neededText')} />
      <FormSection title={t('title')} text={t('text')}>
        <TwoStep onReady={() => window.location.assign(nextPath(window.location.href))} />
      </FormSection>
      <Button variant="subtle" className={styles.out} onClick={logOut}>
        {t('logout')}
      </Button>
    </div>
  );
}
