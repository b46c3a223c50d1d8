/**
 * The office's field for a date, which is typed or pasted in any usual spelling and in digits of either language, or
 * chosen from a calendar. Its value is `YYYY-MM-DD`, or the typed text if that is not a date.
 */
import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { dhakaDay } from '../../../contract/dates.ts';
import { errorText } from '../../../contract/errors.ts';
import { useTexts } from '../../texts/office/calendar.ts';
import { TbCalendar } from '../screen-icons.tsx';
import { Calendar } from './calendar.tsx';
import { normalizeTypedDate, parseTypedDate } from './typed-date.ts';

interface DateFieldProps extends Omit<TextInputProps, 'type' | 'value' | 'defaultValue' | 'onChange'> {
  defaultValue?: string;
  /** Called on each input. */
  onChange?: (text: string) => void;
  /** Called on blur, on Enter, when a day is chosen, and on a click beside the open calendar. */
  onCommit?: (text: string) => void;
  /** The latest day that can be entered. */
  latest?: string;
}

export function DateField({ defaultValue = '', onChange, onCommit, onBlur, latest, ref, ...input }: DateFieldProps) {
  const { t } = useTexts();
  const calendar = useId();
  const [text, setText] = useState(defaultValue);
  // The value may change from outside, by a merged version, a removed filter, or going back.
  const [lastDefault, setLastDefault] = useState(defaultValue);
  if (lastDefault !== defaultValue) {
    setLastDefault(defaultValue);
    setText(defaultValue);
  }
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const fieldRef = useMergedRef(field, ref);
  const write = (next: string) => {
    if (next === text) return;
    setText(next);
    onChange?.(next);
  };
  const commit = (typed: string) => {
    const read = normalizeTypedDate(typed, latest);
    write(read);
    onCommit?.(read);
  };
  const close = () => {
    setOpen(false);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') commit(text);
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      {...input}
      ref={fieldRef}
      role="combobox"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-controls={isOpen ? calendar : undefined}
      value={text}
      onChange={(event) => write(event.currentTarget.value)}
      onBlur={(event) => {
        if (!isOpen) commit(text);
        onBlur?.(event);
      }}
      onKeyDown={onKeyDown}
      rightSectionWidth={44}
      rightSection={
        <Popover
          opened={isOpen}
          // Only a click elsewhere calls it, to close the calendar.
          onChange={() => {
            setOpen(false);
            commit(text);
          }}
          withRoles={false}
          trapFocus
          hideDetached={false}
          position="bottom-end"
          shadow="md"
          closeOnEscape={false}
        >
          <Popover.Target>
            {/* Keyboard users open the calendar with the down arrow in the field, so the button is not a tab stop. */}
            <ActionIcon
              variant="subtle"
              size={36}
              tabIndex={-1}
              aria-label={t('open')}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => (isOpen ? close() : setOpen(true))}
            >
              <TbCalendar size={20} strokeWidth={1.75} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown
            id={calendar}
            role="dialog"
            aria-label={t('title')}
            onKeyDown={(event) => {
              // React passes events of a portal to the form around it, which must not handle them.
              event.stopPropagation();
              if (event.key === 'Escape') close();
            }}
          >
            {isOpen && (
              <Calendar
                chosen={parseTypedDate(text, latest) ?? ''}
                today={dhakaDay(new Date())}
                latest={latest}
                onChoose={(day) => {
                  commit(day);
                  close();
                }}
                onClose={close}
              />
            )}
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}

/** The length of a date in full, such as 01/02/2026 or 2026-02-01, after which no further input is expected. */
const fullDateLength = 10;

interface DateFilterProps {
  label: string;
  value: string | undefined;
  onChange: (day: string | undefined) => void;
}

/** A date field that filters a list by a valid date. Other text shows an error and filters nothing. */
export function DateFilter({ label, value = '', onChange }: DateFilterProps) {
  const { t, language } = useTexts();
  /** The value of the filter when invalid text was typed. When the value changes, the text is replaced. */
  const [valueWhenInvalid, setValueWhenInvalid] = useState<string | null>(null);
  const commit = (text: string) => {
    const day = parseTypedDate(text);
    const isNone = text.trim() === '';
    setValueWhenInvalid(day || isNone ? null : value);
    if ((day || isNone) && (day ?? '') !== value) onChange(day ?? undefined);
  };
  return (
    <DateField
      label={label}
      placeholder={t('placeholder')}
      defaultValue={value}
      onChange={(text) => text.trim().length === fullDateLength && parseTypedDate(text) && commit(text)}
      onCommit={commit}
      error={valueWhenInvalid === value && errorText('invalid_decision_date', language)}
    />
  );
}
