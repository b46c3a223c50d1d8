import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts as useFrameTexts } from '../../texts/office/frame.ts';
import { useTexts } from '../../texts/office/two-step.ts';
import { failureText } from '../calls/failure-text.ts';
import { FormSection } from '../form/form-section.tsx';
import { PageHeader } from '../frame/page-header.tsx';
import tone from '../frame/text.module.css';
import { logOut } from '../session/log-out.ts';
import { useSessionWatch } from '../session/session-watch.ts';
import { loginPath, nextPath } from '../session/sign-in-paths.ts';
import styles from './two-step.module.css';
import { TwoStep } from './two-step.tsx';

export function SecondFactorScreen() {
  const { t, language } = useTexts();
  const { t: frame } = useFrameTexts();
  const [problem, setProblem] = useState('');
  useSessionWatch();
  const logout = async () => {
    setProblem('');
    const failure = await logOut(loginPath(window.location.href));
    if (failure) setProblem(failureText(failure, language));
  };
  return (
    <div className={styles.screen}>
      <PageHeader title={t('neededTitle')} lead={t('neededText')} />
      <FormSection title={t('title')} text={t('text')}>
        <TwoStep onReady={() => window.location.assign(nextPath(window.location.href))} />
      </FormSection>
      <Button variant="default" className={styles.out} onClick={logout}>
        {frame('logout')}
      </Button>
      {problem && (
        <p role="alert" className={tone.failed}>
          {problem}
        </p>
      )}
    </div>
  );
}
