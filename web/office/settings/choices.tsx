import { useMantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { languageNames, languages } from '../../../contract/language.ts';
import { useTexts } from '../../texts/office/settings.ts';
import hidden from '../../ui/visually-hidden.module.css';
import box from '../form/choice.module.css';
import { TbMoon, TbSun } from '../frame/icons.tsx';
import { useLanguageChange } from '../frame/language-switch.tsx';
import { TbDeviceLaptop } from '../screen-icons.tsx';
import styles from './choices.module.css';

export function LanguageChoice() {
  const { t, language } = useTexts();
  const change = useLanguageChange();
  return (
    <Choices legend={t('language.title')}>
      {languageNames.map((value) => (
        <Choice key={value} of="language" isChosen={value === language} onChoose={() => void change(value)}>
          <span lang={value}>{languages[value].name}</span>
        </Choice>
      ))}
    </Choices>
  );
}

const schemes = [
  ['light', TbSun],
  ['dark', TbMoon],
  ['auto', TbDeviceLaptop],
] as const;

export function ColourChoice() {
  const { t } = useTexts();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Choices legend={t('colours.title')}>
      {schemes.map(([value, Icon]) => (
        <Choice key={value} of="colours" isChosen={value === colorScheme} onChoose={() => setColorScheme(value)}>
          <Icon size={20} strokeWidth={1.75} aria-hidden />
          {t(`colours.${value}`)}
        </Choice>
      ))}
    </Choices>
  );
}

function Choices({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="row">
      <legend className={hidden.always}>{legend}</legend>
      {children}
    </fieldset>
  );
}

interface ChoiceProps {
  /** The label of the group. */
  of: string;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function Choice({ of, isChosen, onChoose, children }: ChoiceProps) {
  return (
    <label className={`${box.choice} ${styles.choice}`}>
      <input type="radio" name={of} checked={isChosen} onChange={onChoose} />
      {children}
    </label>
  );
}
