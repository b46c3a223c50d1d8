/** The fields of the form, each with the input that is fastest to use. */
import { Group, NativeSelect, Radio, TextInput } from '@mantine/core';
import type { ComponentProps, FocusEvent } from 'react';
import {
  type FieldOfKind,
  type FormField,
  formFields,
  isOfKind,
  isOptional,
  jobTitleOnAddOnly,
} from '../../../../contract/application-form.ts';
import { choicesOf } from '../../../application/fields-and-documents.ts';
import { useApplicationTexts, useFieldText } from '../../../texts/application.ts';
import { useTexts } from '../../../texts/office/application-form.ts';
import box from '../../form/choice.module.css';
import type { ContractForm } from '../../form/contract-form.tsx';
import { DateField } from '../../form/date-field.tsx';
import styles from './application-form.module.css';
import { type ApplicationValues, todayInDhaka } from './application-values.ts';
import { CountryField } from './country-field.tsx';

interface FieldProps {
  form: ContractForm<ApplicationValues>;
  name: FormField;
  /** Null for a new application. One title is offered only there, and where it is stored already. */
  storedJobTitle: string | null;
  /** Called when a text field is left. */
  onLeave?: (() => void) | undefined;
}

type Order = NonNullable<ComponentProps<typeof TextInput>['inputWrapperOrder']>;
// The hint is below the input, so that inputs side by side stay aligned whatever their hints.
const order: Order = ['label', 'input', 'error', 'description'];

const inputsOf: Partial<Record<FormField, ComponentProps<typeof TextInput>>> = {
  nationalId: { inputMode: 'numeric' },
  passport: { spellCheck: false, autoCapitalize: 'characters' },
  phone: { type: 'tel', inputMode: 'numeric' },
  email: { type: 'email', spellCheck: false },
  surname: { autoCapitalize: 'words', spellCheck: false },
  givenN: { autoCapitalize: 'words', spellCheck: false },
};

/** A field with more choices is a select. */
const radioChoicesMax = 3;

export function ApplicationField({ form, name, storedJobTitle, onLeave }: FieldProps) {
  const { t, language } = useTexts();
  const words = useApplicationTexts();
  const fieldText = useFieldText();
  const key = form.key(name);
  const common = {
    ...form.field(name),
    label: isOptional(name)
      ? t('optional', { label: formFields[name].label[language] })
      : formFields[name].label[language],
    description: isOfKind(name, 'choice')
      ? undefined
      : words.t(`hints.${name as Exclude<FormField, FieldOfKind<'choice'>>}`),
    inputWrapperOrder: order,
    autoComplete: 'off',
  };
  if (isOfKind(name, 'choice') && choicesOf[name].length <= radioChoicesMax) {
    const { onFocus: _, onBlur: __, autoComplete: ___, ...group } = common;
    return (
      <Radio.Group key={key} {...group} id={`${name}-group`} errorProps={{ id: `${name}-error` }} size="md">
        <Group wrap="nowrap" align="stretch" gap="sm">
          {choicesOf[name].map((choice, at) => (
            <Radio
              key={choice}
              id={at === 0 ? name : `${name}-${at}`}
              value={choice}
              label={fieldText(name, choice)}
              classNames={{
                root: styles.choice,
                body: `${box.choice} ${styles.choiceBody}`,
                inner: styles.choiceInput,
                labelWrapper: styles.choiceLabel,
              }}
            />
          ))}
        </Group>
      </Radio.Group>
    );
  }
  if (isOfKind(name, 'choice')) {
    const offered = choicesOf[name].filter(
      (choice) => choice !== jobTitleOnAddOnly || storedJobTitle === null || storedJobTitle === choice,
    );
    const data = [
      { value: '', label: t('choose') },
      ...offered.map((choice) => ({ value: choice, label: fieldText(name, choice) })),
    ];
    return <NativeSelect key={key} {...common} data={data} />;
  }
  if (isOfKind(name, 'country')) return <CountryField key={key} {...common} />;
  if (isOfKind(name, 'date')) return <DateField key={key} {...common} latest={todayInDhaka()} />;
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    common.onBlur?.(event);
    onLeave?.();
  };
  return <TextInput key={key} {...common} {...inputsOf[name]} onBlur={leave} />;
}
