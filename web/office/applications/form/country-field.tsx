/** A field for a country or a nationality: a list that also accepts other text, which Tab always keeps as typed. */
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { type ComponentProps, useEffect, useMemo, useState } from 'react';
import { namesNoCountry } from '../../../../contract/nationality.ts';
import { useTexts } from '../../../texts/office/application-form.ts';
import styles from './application-form.module.css';
import { countryFinder } from './found-countries.ts';

interface CountryFieldProps extends Omit<ComponentProps<typeof TextInput>, 'onChange'> {
  id: string;
  defaultValue?: string;
  onChange?: (text: string) => void;
}

const isUnknownCountry = (text: string) => text.trim() !== '' && namesNoCountry(text);

export function CountryField({ defaultValue = '', onChange, onBlur, description, ...input }: CountryFieldProps) {
  const { t, language } = useTexts();
  const find = useMemo(() => countryFinder(language), [language]);
  const [text, setText] = useState(defaultValue);
  const [isUnknown, setUnknown] = useState(() => isUnknownCountry(defaultValue));
  /** The id of the option that typing has selected; undefined after an arrow key, whose option Mantine announces. */
  const [typedOption, setTypedOption] = useState<string | null>();
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setTypedOption(null);
    },
  });
  const { names, isFirstMeant } = useMemo(() => find(text), [find, text]);
  // Enter chooses the selected option, so none is selected while it is unclear which country is meant.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing selects, and opening the list does not
  useEffect(() => {
    combobox.resetSelectedOption();
    setTypedOption(combobox.dropdownOpened && isFirstMeant ? combobox.selectFirstOption() : null);
  }, [text]);
  const write = (next: string) => {
    setText(next);
    onChange?.(next);
  };
  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      keepMounted={false}
      onOptionSubmit={(name) => {
        write(name);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target
        autoComplete="off"
        withExpandedAttribute
        aria-autocomplete="list"
        {...(typedOption !== undefined && { 'aria-activedescendant': typedOption ?? undefined })}
      >
        <TextInput
          {...input}
          value={text}
          spellCheck={false}
          onKeyDown={({ key }) => (key === 'ArrowDown' || key === 'ArrowUp') && setTypedOption(undefined)}
          description={isUnknown ? t('unknownCountry') : description}
          onChange={(event) => {
            write(event.currentTarget.value);
            combobox.openDropdown();
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={(event) => {
            combobox.closeDropdown();
            onBlur?.(event);
            setUnknown(isUnknownCountry(text));
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={names.length === 0}>
        <Combobox.Options className={styles.countries} labelledBy={`${input.id}-label`}>
          {names.map((name) => (
            <Combobox.Option key={name} value={name} className={styles.country}>
              {name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
