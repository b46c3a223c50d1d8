/**
 * Fills fields without typing: from another application, a pasted text or a draft. Only empty fields are filled; for
 * others the value is offered to the clerk. Each prefill can be undone and redone.
 */
import { useEffect, useRef, useState } from 'react';
import { type FormField, formFieldNames } from '../../../../contract/application-form.ts';
import type { ContractForm } from '../../form/contract-form.tsx';
import { focusFirstField } from '../../form/first-field.ts';
import type { ApplicationValues } from './application-values.ts';

/** The sources, and whether a prefill from them counts as unsaved work. */
const sources = { employer: { isWork: false }, paste: { isWork: true }, draft: { isWork: true } } as const;
type PrefillSource = keyof typeof sources;

type Values = Partial<ApplicationValues>;
type Name = keyof ApplicationValues;
const names: readonly Name[] = [...formFieldNames, 'image'];

export interface Prefill {
  source: PrefillSource;
  /** When the draft was saved. */
  at?: string;
  /** The lines of a pasted text that fill no field. */
  unrecognised?: readonly string[];
  values: Values;
  before: Values;
  /** Values for fields that already hold something else. */
  others: Values;
  isUndone: boolean;
}

export interface Prefills {
  shown: readonly Prefill[];
  /** The names of the filled fields. */
  filled: ReadonlySet<string>;
  fill: (source: PrefillSource, values: Values, more?: Pick<Prefill, 'at' | 'unrecognised'>) => void;
  undo: (source: PrefillSource) => void;
  redo: (source: PrefillSource) => void;
  /** Replaces the value of the field by that of the source. */
  replace: (source: PrefillSource, name: FormField) => void;
  dismiss: (source: PrefillSource) => void;
}

const isEmpty = (value: string | File | null | undefined) => (typeof value === 'string' ? value.trim() === '' : !value);
const namesIn = (values: Values) => names.filter((name) => Object.hasOwn(values, name));
const pick = (values: Values, chosen: readonly Name[]): Values =>
  Object.fromEntries(chosen.map((name) => [name, values[name]]));

export function usePrefills({ form, fill }: ContractForm<ApplicationValues>): Prefills {
  const [shown, setShown] = useState<readonly Prefill[]>([]);
  const mustFocus = useRef(false);
  // New values remount the inputs, so the focus is set afterwards.
  useEffect(() => {
    if (!mustFocus.current) return;
    mustFocus.current = false;
    const values = form.getValues();
    focusFirstField(names.find((name) => isEmpty(values[name])) ?? 'image', { preventScroll: false });
  });
  const write = (source: PrefillSource, values: Values) => {
    const wasClean = !form.isDirty();
    fill(values);
    if (wasClean && !sources[source].isWork) form.resetDirty();
    mustFocus.current = true;
  };
  const change = (source: PrefillSource, next: (prefill: Prefill) => Prefill) =>
    setShown((all) => all.map((prefill) => (prefill.source === source ? next(prefill) : prefill)));
  /** Exchanges the filled values and the former ones, except in fields that were edited meanwhile. */
  const exchange = (source: PrefillSource, isUndone: boolean) => {
    const prefill = shown.find((each) => each.source === source);
    if (!prefill) return;
    const [from, to] = isUndone ? [prefill.values, prefill.before] : [prefill.before, prefill.values];
    const current = form.getValues();
    const unedited = namesIn(from).filter((name) => current[name] === from[name]);
    write(source, pick(to, unedited));
    change(source, (each) => ({ ...each, isUndone }));
  };
  const filled = new Set(shown.filter(({ isUndone }) => !isUndone).flatMap(({ values }) => namesIn(values)));
  return {
    shown,
    filled,
    fill(source, offered, more) {
      const current = form.getValues();
      const offeredNames = namesIn(offered).filter((name) => !isEmpty(offered[name]));
      const emptyNames = offeredNames.filter((name) => isEmpty(current[name]));
      const otherNames = offeredNames.filter((name) => !emptyNames.includes(name) && current[name] !== offered[name]);
      write(source, pick(offered, emptyNames));
      setShown((all) => {
        const earlier = all.find((prefill) => prefill.source === source && !prefill.isUndone);
        const stillOther = namesIn(earlier?.others ?? {}).filter((name) => !emptyNames.includes(name));
        const unrecognised = new Set([...(earlier?.unrecognised ?? []), ...(more?.unrecognised ?? [])]);
        const prefill: Prefill = {
          source,
          ...more,
          unrecognised: [...unrecognised],
          // Undo removes what this source has filled in so far, from several pasted texts as well.
          values: { ...earlier?.values, ...pick(offered, emptyNames) },
          before: { ...pick(current, emptyNames), ...earlier?.before },
          others: { ...pick(earlier?.others ?? {}, stillOther), ...pick(offered, otherNames) },
          isUndone: false,
        };
        return [...all.filter((each) => each.source !== source), prefill];
      });
    },
    undo: (source) => exchange(source, true),
    redo: (source) => exchange(source, false),
    replace(source, name) {
      const prefill = shown.find((each) => each.source === source);
      if (!prefill) return;
      const { [name]: value, ...others } = prefill.others;
      const before = { ...prefill.before, [name]: form.getValues()[name] };
      write(source, { [name]: value });
      change(source, () => ({ ...prefill, values: { ...prefill.values, [name]: value }, before, others }));
    },
    dismiss(source) {
      setShown((all) => all.filter((prefill) => prefill.source !== source));
      // The pressed button is removed with its notice.
      mustFocus.current = true;
    },
  };
}
