/** The screen of the user's own settings, and of the system state for users who may see it. */
import { Text } from '@mantine/core';
import { useTexts } from '../../texts/office/settings.ts';
import { useTexts as useTwoStepTexts } from '../../texts/office/two-step.ts';
import { FormSection } from '../form/form-section.tsx';
import { PageHeader } from '../frame/page-header.tsx';
import touch from '../frame/touch.module.css';
import { Allowed } from '../session/allowed.tsx';
import { useUser } from '../session/signed-in-user.ts';
import { TwoStep } from '../two-step/two-step.tsx';
import { ColourChoice, LanguageChoice } from './choices.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { PasswordForm } from './password-form.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { SystemState } from './system-state.tsx';

export default function Settings() {
  const { t } = useTexts();
  const { t: twoStep } = useTwoStepTexts();
  const user = useUser();
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead', { name: user?.name, email: user?.email })} />
      <FormSection title={t('sessions.title')} text={t('sessions.text')}>
        <OwnSessions />
      </FormSection>
      <Allowed call="changePassword">
        <FormSection title={t('password.title')} text={t('password.text')}>
          <PasswordForm />
        </FormSection>
      </Allowed>
      <FormSection title={twoStep('title')} text={twoStep('text')}>
        <TwoStep />
      </FormSection>
      <FormSection title={t('language.title')} text={t('language.text')}>
        <LanguageChoice />
      </FormSection>
      <FormSection title={t('colours.title')} text={t('colours.text')}>
        <ColourChoice />
      </FormSection>
      <div className={touch.hidden}>
        <FormSection title={t('shortcuts.title')} text={t('shortcuts.text')}>
          <Shortcuts />
        </FormSection>
      </div>
      <Allowed call="system">
        <FormSection title={t('system.title')} text={t('system.text')}>
          <SystemState />
        </FormSection>
      </Allowed>
      <Text size="sm" c="dimmed">
        {t('release', { release: import.meta.env.RELEASE })}
      </Text>
    </>
  );
}
