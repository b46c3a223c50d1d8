/**
 * Fields that were filled without typing: from another application, a pasted text or a draft. Only empty fields are
 * filled; a different value waits for the clerk's choice. Each filling can be taken back, and put back again.
 */
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { type FormField, formFieldNames } from '../../../../contract/application-form.ts';
import { focusFirstField } from '../../form/first-field.ts';
import type { ApplicationValues } from './application-values.ts';

/** Whether what the source fills counts as work that must not be lost. */
const sources = { employer: { isWork: false }, paste: { isWork: true }, draft: { isWork: true } } as const;
export type FillingSource = keyof typeof sources;

type Some = Partial<ApplicationValues>;
type Name = keyof ApplicationValues;
const names: readonly Name[] = [...formFieldNames, 'image'];

export interface Filling {
  source: FillingSource;
  /** When a draft was kept. */
  at?: string;
  /** What was not recognised in a pasted text. */
  rest?: readonly string[];
  values: Some;
  before: Some;
  /** What a field would have got that holds something else. */
  others: Some;
  isTakenBack: boolean;
}

export interface Fillings {
  shown: readonly Filling[];
  /** What was filled and is still there. */
  filled: ReadonlySet<string>;
  fill: (source: FillingSource, values: Some, more?: Pick<Filling, 'at' | 'rest'>) => void;
  takeBack: (source: FillingSource) => void;
  putBack: (source: FillingSource) => void;
  /** Replaces what the field holds by what the source has for it. */
  replace: (source: FillingSource, name: FormField) => void;
  dismiss: (source: FillingSource) => void;
}

const isEmpty = (value: string | File | null | undefined) => (typeof value === 'string' ? value.trim() === '' : !value);
const namesIn = (some: Some) => names.filter((name) => Object.hasOwn(some, name));
const pick = (values: Some, chosen: readonly Name[]): Some =>
  Object.fromEntries(chosen.map((name) => [name, values[name]]));

export function useFillings(form: UseFormReturnType<ApplicationValues>): Fillings {
  const [shown, setShown] = useState<readonly Filling[]>([]);
  const mustFocus = useRef(false);
  // New values mount the inputs anew, so the focus is set afterwards.
  useEffect(() => {
    if (!mustFocus.current) return;
    mustFocus.current = false;
    const values = form.getValues();
    focusFirstField(names.find((name) => isEmpty(values[name])) ?? 'image');
  });
  const write = (source: FillingSource, values: Some) => {
    const wasClean = !form.isDirty();
    form.setValues(values);
    if (wasClean && !sources[source].isWork) form.resetDirty();
    mustFocus.current = true;
  };
  const change = (source: FillingSource, next: (filling: Filling) => Filling) =>
    setShown((all) => all.map((filling) => (filling.source === source ? next(filling) : filling)));
  /** Exchanges one set of values for the other where nothing else was typed meanwhile. */
  const exchange = (source: FillingSource, isTakenBack: boolean) => {
    const filling = shown.find((each) => each.source === source);
    if (!filling) return;
    const [from, to] = isTakenBack ? [filling.values, filling.before] : [filling.before, filling.values];
    const current = form.getValues();
    write(
      source,
      pick(
        to,
        namesIn(from).filter((name) => current[name] === from[name]),
      ),
    );
    change(source, (each) => ({ ...each, isTakenBack }));
  };
  const filled = new Set(shown.filter(({ isTakenBack }) => !isTakenBack).flatMap(({ values }) => namesIn(values)));
  return {
    shown,
    filled,
    fill(source, offered, more) {
      const current = form.getValues();
      const given = namesIn(offered).filter((name) => !isEmpty(offered[name]));
      const free = given.filter((name) => isEmpty(current[name]));
      const others = given.filter((name) => !free.includes(name) && current[name] !== offered[name]);
      write(source, pick(offered, free));
      setShown((all) => [
        ...all.filter((filling) => filling.source !== source),
        {
          source,
          ...more,
          values: pick(offered, free),
          before: pick(current, free),
          others: pick(offered, others),
          isTakenBack: false,
        },
      ]);
    },
    takeBack: (source) => exchange(source, true),
    putBack: (source) => exchange(source, false),
    replace(source, name) {
      const filling = shown.find((each) => each.source === source);
      if (!filling) return;
      const { [name]: value, ...others } = filling.others;
      const before = { ...filling.before, [name]: form.getValues()[name] };
      write(source, { [name]: value });
      change(source, () => ({ ...filling, values: { ...filling.values, [name]: value }, before, others }));
    },
    dismiss: (source) => setShown((all) => all.filter((filling) => filling.source !== source)),
  };
}
