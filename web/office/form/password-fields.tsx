/** Password inputs: a plain one, and one for a new password that shows its strength. */
import { PasswordInput, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { WeakPasswords } from '../../../contract/weak-password.ts';
import { useTexts } from '../../texts/office/password.ts';
import { useSettings } from '../../ui/settings.ts';
import type { ContractForm } from './contract-form.tsx';
import { loadWeakPasswords } from './load-weak-passwords.ts';
import styles from './password-fields.module.css';
import { strengthLevels, strengthOf } from './strength-of.ts';

interface PasswordProps<V extends Record<string, string | boolean>> {
  form: ContractForm<V>;
  name: keyof V & string;
  label: string;
  hint?: string | undefined;
  autoComplete?: 'new-password' | 'current-password';
}

interface NewPasswordProps<V extends Record<string, string | boolean>> extends PasswordProps<V> {
  /** Words that are easy to guess, such as the user's name. */
  known: readonly string[];
}

/** An input for any password, hidden until the user shows it. */
export function PasswordField<V extends Record<string, string | boolean>>(props: PasswordProps<V>) {
  const { t } = useTexts();
  const { form, name, label, hint, autoComplete = 'new-password' } = props;
  const input = form.field(name);
  return (
    <PasswordInput
      key={form.key(name)}
      {...input}
      aria-invalid={input.error ? true : undefined}
      label={label}
      description={hint}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('show') }}
    />
  );
}

/** An input for a new password, with its strength below. */
export function NewPasswordField<V extends Record<string, string | boolean>>({
  known,
  hint,
  ...props
}: NewPasswordProps<V>) {
  const { t } = useTexts();
  const { form, name } = props;
  const password: unknown = form.form.useWatchValue(name as never);
  return (
    <Stack gap="xs">
      <PasswordField {...props} hint={hint ?? t('hint')} />
      <Meter password={String(password ?? '')} known={known} />
    </Stack>
  );
}

/** The lists are loaded when the user begins to type; if loading fails, the server still checks with them. */
function useWeakPasswords(isTyping: boolean): WeakPasswords | undefined {
  const [lists, setLists] = useState<WeakPasswords>();
  useEffect(() => {
    if (isTyping) void loadWeakPasswords().then(setLists, () => {});
  }, [isTyping]);
  return lists;
}

/** The strength in words and four bars; the live region changes with the level or the advice, not at each key press. */
function Meter({ password, known }: { password: string; known: readonly string[] }) {
  const { t } = useTexts();
  const brand = useSettings()?.brand.name ?? '';
  const lists = useWeakPasswords(password !== '');
  const strength = password ? strengthOf(password, [...known, brand], lists) : null;
  const level = strength?.level;
  const filled = level ? strengthLevels.indexOf(level) + 1 : 0;
  const [before = '', after = ''] = t('strength', { level: '\n' }).split('\n');
  return (
    <div className={styles.meter} data-level={level}>
      <div className={styles.bars} aria-hidden="true">
        {strengthLevels.map((each, at) => (
          <span key={each} data-filled={at < filled ? '' : undefined} />
        ))}
      </div>
      <p role="status" aria-atomic="true">
        {level && (
          <>
            {before}
            <strong>{t(`level.${level}`)}</strong>
            {after} {strength.advice && t(`advice.${strength.advice}`)}
          </>
        )}
      </p>
    </div>
  );
}
