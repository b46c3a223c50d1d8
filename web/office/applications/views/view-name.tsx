/** The form for a view's name, which keeps what was typed after a refusal. */
import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { errorText } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { hasLength, plainText } from '../../../../contract/text.ts';
import { useTexts } from '../../../texts/office/views.ts';
import { failureText } from '../../calls/failure-text.ts';
import styles from './views-panel.module.css';

interface ViewNameProps {
  label: string;
  hint?: string;
  /** The current name, whose text is selected. */
  name?: string;
  submit: string;
  error: Error | null;
  isBusy: boolean;
  onSubmit: (name: string) => void;
  /** Further buttons. */
  children?: ReactNode;
}

export function ViewName({ label, hint, name = '', submit, error, isBusy, onSubmit, children }: ViewNameProps) {
  const { t, language } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(name);
  const [isWrong, setWrong] = useState(false);
  useEffect(() => {
    if (!name) return;
    field.current?.focus();
    field.current?.select();
  }, [name]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const isValid = hasLength(plainText(text, limits.viewNameLengthMax), 1, limits.viewNameLengthMax);
    setWrong(!isValid);
    if (isValid) onSubmit(text);
    else field.current?.focus();
  };
  const problem = error && failureText(error, language, t('failed'));
  return (
    <form className={`stack ${styles.form}`} onSubmit={send} noValidate>
      <TextInput
        ref={field}
        label={label}
        description={hint}
        value={text}
        autoComplete="off"
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        error={isWrong ? errorText('invalid_view_name', language) : problem}
        errorProps={{ role: 'alert' }}
      />
      <Group gap="xs">
        {/* A disabled button would lose the focus. */}
        <Button type="submit" size="compact-md" aria-disabled={isBusy}>
          {submit}
        </Button>
        {children}
      </Group>
    </form>
  );
}
