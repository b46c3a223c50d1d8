/** A calendar of one month, used by pointer or by the keys of the ARIA date picker pattern. */
import { CloseButton, NativeSelect, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { addDays, birthDateMin } from '../../../contract/dates.ts';
import { languages } from '../../../contract/language.ts';
import { longDate } from '../../texts/dates.ts';
import { useTexts } from '../../texts/office/calendar.ts';
import { useTexts as useFrameTexts } from '../../texts/office/frame.ts';
import hidden from '../../ui/visually-hidden.module.css';
import { ariaDisabled } from '../frame/aria-disabled.ts';
import { TbChevronLeft, TbChevronRight } from '../frame/icons.tsx';
import styles from './calendar.module.css';
import { addMonths, someSunday, weekdayOf, weeksOf } from './calendar-month.ts';

const firstDay = birthDateMin;
const firstYear = Number(firstDay.slice(0, 4));
const yearsAhead = 10;
/** A dialogue below closes on Escape unless the focused element has this attribute. */
const ownEscape = { 'data-mantine-stop-propagation': 'true' };
const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface CalendarProps {
  /** The selected day; empty if there is none. */
  chosen: string;
  today: string;
  /** The latest day that can be chosen. */
  latest: string | undefined;
  onChoose: (day: string) => void;
  onClose: () => void;
}

export function Calendar({ chosen, today, latest, onChoose, onClose }: CalendarProps) {
  const { t, language } = useTexts();
  const { t: frame } = useFrameTexts();
  const [day, setDay] = useState(chosen || today);
  const dayButton = useRef<HTMLButtonElement>(null);
  /** The arrow keys move the focus to a day; the selects of month and year keep it. */
  const movesFocus = useRef(true);
  useEffect(() => {
    if (day && movesFocus.current) dayButton.current?.focus();
  }, [day]);

  const last = latest ?? `${Number(today.slice(0, 4)) + yearsAhead}-12-31`;
  const end = chosen > last ? chosen : last;
  const goTo = (to: string, withFocus: boolean) => {
    movesFocus.current = withFocus;
    setDay(to < firstDay ? firstDay : to > end ? end : to);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const to = dayAfterKey(day, event);
    if (!to) return;
    event.preventDefault();
    goTo(to, true);
  };

  const month = day.slice(0, 7);
  const year = Number(day.slice(0, 4));
  const number = new Intl.NumberFormat(languages[language].locale, { useGrouping: false });
  const named = (date: string, options: Intl.DateTimeFormatOptions) =>
    new Date(`${date}T00:00:00Z`).toLocaleDateString(languages[language].locale, { ...options, timeZone: 'UTC' });
  const title = named(day, { month: 'long', year: 'numeric' });
  const months = Array.from({ length: 12 }, (_, at) => ({
    value: String(at + 1),
    label: named(addMonths(firstDay, at), { month: 'long' }),
  }));
  const years = Array.from({ length: Number(end.slice(0, 4)) - firstYear + 1 }, (_, at) => ({
    value: String(firstYear + at),
    label: number.format(firstYear + at),
  }));
  const step = (by: number) => ({
    ...ownEscape,
    className: styles.step,
    ...ariaDisabled(by < 0 ? month <= firstDay.slice(0, 7) : month >= end.slice(0, 7), () =>
      goTo(addMonths(day, by), false),
    ),
  });

  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <UnstyledButton {...step(-1)} aria-label={t('previous')}>
          <TbChevronLeft {...icon} />
        </UnstyledButton>
        <NativeSelect
          {...ownEscape}
          size="sm"
          className={styles.month}
          aria-label={t('month')}
          data={months}
          value={String(Number(month.slice(5)))}
          onChange={({ currentTarget: { value } }) =>
            goTo(addMonths(day, Number(value) - Number(month.slice(5))), false)
          }
        />
        <NativeSelect
          {...ownEscape}
          size="sm"
          className={styles.year}
          aria-label={t('year')}
          data={years}
          value={String(year)}
          onChange={({ currentTarget: { value } }) => goTo(addMonths(day, (Number(value) - year) * 12), false)}
        />
        <UnstyledButton {...step(1)} aria-label={t('next')}>
          <TbChevronRight {...icon} />
        </UnstyledButton>
        <CloseButton {...ownEscape} className={styles.close} aria-label={frame('close')} onClick={onClose} />
      </div>
      {/* The buttons and the selects keep the focus, so that nothing else says which month is shown. */}
      <p role="status" className={hidden.always}>
        {title}
      </p>
      <table aria-label={title}>
        <thead>
          <tr>
            {Array.from({ length: 7 }, (_, at) => addDays(someSunday, at)).map((date) => (
              <th key={date} scope="col" abbr={named(date, { weekday: 'long' })}>
                {named(date, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a week has no other key
            <tr key={row}>
              {week.map((date, weekday) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a day of another month has no other key
                <td key={weekday}>
                  {date && (
                    <UnstyledButton
                      {...ownEscape}
                      ref={date === day ? dayButton : null}
                      className={styles.day}
                      tabIndex={date === day ? 0 : -1}
                      data-autofocus={date === day ? true : undefined}
                      aria-label={longDate(date, language)}
                      aria-current={date === today ? 'date' : undefined}
                      aria-pressed={date === chosen}
                      disabled={date > end}
                      onClick={() => onChoose(date)}
                      onKeyDown={onKeyDown}
                    >
                      {number.format(Number(date.slice(8)))}
                    </UnstyledButton>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function dayAfterKey(day: string, { key, shiftKey }: KeyboardEvent): string | null {
  if (key === 'ArrowLeft') return addDays(day, -1);
  if (key === 'ArrowRight') return addDays(day, 1);
  if (key === 'ArrowUp') return addDays(day, -7);
  if (key === 'ArrowDown') return addDays(day, 7);
  if (key === 'Home') return addDays(day, -weekdayOf(day));
  if (key === 'End') return addDays(day, 6 - weekdayOf(day));
  if (key === 'PageUp') return addMonths(day, shiftKey ? -12 : -1);
  if (key === 'PageDown') return addMonths(day, shiftKey ? 12 : 1);
  return null;
}
