/** The fields of the form, each with the input that is fastest to use. */
import { Autocomplete, Group, NativeSelect, Radio, TextInput } from '@mantine/core';
import { type ComponentProps, type FocusEvent, useMemo, useState } from 'react';
import {
  type FormField,
  isOptional,
  jobTitleOnAddOnly,
  jobTitles,
  sexes,
} from '../../../../contract/application-form.ts';
import { namesNoCountry } from '../../../../contract/nationality.ts';
import { countryOptions } from '../../../application/country-names.ts';
import { useApplicationTexts } from '../../../texts/application.ts';
import { useTexts } from '../../../texts/office/application-form.ts';
import box from '../../form/choice.module.css';
import type { ContractForm } from '../../form/contract-form.tsx';
import { DateField } from '../../form/date-field.tsx';
import styles from './application-form.module.css';
import { type ApplicationValues, todayInDhaka } from './application-values.ts';

interface FieldProps {
  of: ContractForm<ApplicationValues>;
  name: FormField;
  /** The job titles to choose from; an edit keeps a title that is no longer offered. */
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

export function ApplicationField({ of, name, storedJobTitle, onLeave }: FieldProps) {
  const { t } = useTexts();
  const words = useApplicationTexts();
  const key = of.key(name);
  const common = {
    ...of.field(name),
    label: isOptional(name) ? t('optional', { label: words.t(`fields.${name}`) }) : words.t(`fields.${name}`),
    description: hasHint(name) ? words.t(`hints.${name}`) : undefined,
    inputWrapperOrder: order,
    autoComplete: 'off',
  };
  if (name === 'sex') {
    const { onFocus: _, onBlur: __, autoComplete: ___, ...group } = common;
    return (
      <Radio.Group key={key} {...group} id={`${name}-group`} errorProps={{ id: `${name}-error` }} size="md">
        <Group wrap="nowrap" align="stretch" gap="sm">
          {sexes.map((sex, at) => (
            <Radio
              key={sex}
              id={at === 0 ? name : `${name}-${at}`}
              value={sex}
              label={words.t(`sex.${sex}`)}
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
  if (name === 'jobTitle') {
    const offered = jobTitles.filter(
      (title) => title !== jobTitleOnAddOnly || storedJobTitle === null || storedJobTitle === title,
    );
    const data = [
      { value: '', label: t('choose') },
      ...offered.map((title) => ({ value: title, label: words.t(`jobTitle.${title}`) })),
    ];
    return <NativeSelect key={key} {...common} data={data} />;
  }
  if (name === 'currentN' || name === 'issuedCountry') return <CountryField key={key} {...common} name={name} />;
  if (name === 'dob') return <DateField key={key} {...common} latest={todayInDhaka()} />;
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    common.onBlur?.(event);
    onLeave?.();
  };
  return <TextInput key={key} {...common} {...inputsOf[name]} onBlur={leave} />;
}

type Hint = Exclude<FormField, 'sex' | 'jobTitle'>;
const hasHint = (name: FormField): name is Hint => name !== 'sex' && name !== 'jobTitle';

type CountryFieldProps = ComponentProps<typeof Autocomplete> & { name: 'currentN' | 'issuedCountry' };

/** A list that accepts other text too. Tab keeps the typed text, Enter takes the selected option. */
function CountryField({ name, onBlur, description, ...input }: CountryFieldProps) {
  const { t, language } = useTexts();
  const options = useMemo(() => countryOptions(language), [language]);
  const [isUnknown, setUnknown] = useState(false);
  const find: ComponentProps<typeof Autocomplete>['filter'] = ({ search }) => {
    const wanted = search.trim().toLowerCase();
    const rank = ({ value, label }: (typeof options)[number]) => {
      const words = [value.toLowerCase(), label.toLowerCase()];
      if (words.some((word) => word.startsWith(wanted))) return 0;
      return words.some((word) => word.includes(wanted)) ? 1 : 2;
    };
    return options
      .map((option, at) => ({ option, at, rank: rank(option) }))
      .filter((found) => found.rank < 2)
      .sort((a, b) => a.rank - b.rank || a.at - b.at)
      .map(({ option: { value } }) => ({ value, label: value }));
  };
  return (
    <Autocomplete
      {...input}
      name={name}
      data={options.map(({ value }) => value)}
      filter={find}
      openOnFocus={false}
      selectFirstOptionOnChange
      withScrollArea={false}
      comboboxProps={{ keepMounted: false, withinPortal: false }}
      classNames={{ options: styles.countries, option: styles.country }}
      spellCheck={false}
      description={isUnknown ? t('unknownCountry') : description}
      onBlur={(event) => {
        onBlur?.(event);
        const typed = event.currentTarget.value;
        setUnknown(typed.trim() !== '' && namesNoCountry(typed));
      }}
    />
  );
}
