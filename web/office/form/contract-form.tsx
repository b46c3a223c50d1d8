/**
 * A form with a schema of the contract. On submit it validates with the rules of the server and shows every error at
 * its field and above the form. It warns before unsaved changes are lost. Its fields are Mantine inputs with
 * `key(name)` and `field(name)`.
 */
import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form';
import { type FormEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import type { CallResult } from '../../../contract/client.ts';
import { errorText, isErrorCode } from '../../../contract/errors.ts';
import { parse } from '../../../contract/fields.ts';
import { recordOf } from '../../../contract/record-of.ts';
import { useLanguage } from '../../texts/texts.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { CallFailed } from '../calls/api.ts';
import { useUnsaved } from '../frame/use-unsaved.ts';
import { sendByKey } from './send-by-key.ts';

// The content security policy forbids `new Function`, which zod would use otherwise.
z.config({ jitless: true });

type Values = Record<string, string | boolean | File | null>;

interface Problem {
  text: string;
  /** The id of its input; absent for an error of the form as a whole. */
  field?: string | undefined;
}

/** Errors by field. */
type FieldProblems = Partial<Record<string, string>>;

interface Options<V extends Values, S extends z.ZodType, Data> {
  schema: S;
  initialValues: V;
  /** Values that were typed earlier: the form begins with them, and they are unsaved. */
  restored?: Partial<V>;
  /**
   * Errors that the schema cannot know, such as a missing file, by code or as a text; in the order of `initialValues`,
   * otherwise last.
   */
  extraErrors?: (values: V) => FieldProblems;
  /** The error texts of fields that have another label than in the contract's error. */
  errorTexts?: FieldProblems;
  /** Null if nothing was sent yet, and the screen shows why. */
  send: (value: z.output<S>, values: V) => Promise<CallResult<Data> | null>;
  /** Called after saving, when the form is no longer unsaved. */
  onSaved: (data: Data) => void;
  /** The text of an error that names no field, or of a missing answer, with its reason. Null if the screen shows it. */
  failureText: (failure: FormFailure) => string | readonly string[] | null;
  /** Called after every change; the values must not be modified. */
  onValuesChange?: (values: V) => void;
}

/** A refusal has both, so that `error` alone describes every failure. */
export type FormFailure =
  | { result: CallResult<unknown> & { ok: false }; error: CallFailed }
  | { result: null; error: unknown };

export interface ContractForm<V extends Values> {
  form: UseFormReturnType<V>;
  /** The properties of an input: id, name, value, error. `key` is passed separately. */
  field: (name: keyof V & string) => ReturnType<UseFormReturnType<V>['getInputProps']> & { id: string; name: string };
  /** Changes when the form sets the value, since an uncontrolled input takes a value only when it is mounted. */
  key: (name: keyof V & string) => string;
  problems: readonly Problem[];
  /** Sets values without typing, and removes the errors of their fields. */
  fill(values: Partial<V>): void;
  isBusy: boolean;
  submit: (event?: FormEvent) => Promise<void>;
}

export function useContractForm<V extends Values, S extends z.ZodType, Data>(
  options: Options<V, S, Data>,
): ContractForm<V> {
  const { schema, initialValues, restored, extraErrors, errorTexts = {} } = options;
  const { send, onSaved, failureText, onValuesChange } = options;
  const language = useLanguage();
  const form = useForm<V>({
    mode: 'uncontrolled',
    initialValues: { ...initialValues, ...restored },
    ...(onValuesChange && { onValuesChange }),
  });
  useState(() => {
    if (!restored) return;
    form.resetDirty(initialValues);
    // Once one field has been changed, Mantine looks only at the fields that are marked.
    form.setDirty(recordOf(Object.keys(restored), (name) => restored[name] !== initialValues[name]));
  });
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [isBusy, setBusy] = useState(false);
  // The second click of a double click may come before the first one is rendered.
  const isSending = useRef(false);
  const markSaved = useUnsaved(form.isDirty());

  const showCodes = (codes: FieldProblems, otherwise: string | readonly string[] | null) => {
    const names = [...new Set([...Object.keys(initialValues), ...Object.keys(codes)])];
    const errors = names.flatMap((name) => {
      const code = Object.hasOwn(codes, name) ? codes[name] : undefined;
      const text = code && isErrorCode(code) ? (errorTexts[name] ?? errorText(code, language)) : code;
      return text ? [{ field: name, text }] : [];
    });
    form.setErrors(Object.fromEntries(errors.map(({ field, text }) => [field, text])) as FormErrors);
    setProblems(errors.length ? errors : [otherwise ?? []].flat().map((text) => ({ text })));
  };

  const fill = (values: Partial<V>) => {
    const isKept = (name: string | undefined) => name === undefined || !Object.hasOwn(values, name);
    const otherErrors = Object.entries(form.errors).filter(([name]) => isKept(name));
    // This removes the errors of all fields.
    form.setValues(values);
    form.setErrors(Object.fromEntries(otherErrors));
    // The same array is no new set of errors, so the summary does not take the focus.
    setProblems((all) => (all.every(({ field }) => isKept(field)) ? all : all.filter(({ field }) => isKept(field))));
  };

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (isSending.current) return;
    const values = form.getValues();
    const parsed = parse(schema, values);
    const codes = { ...(parsed.ok ? {} : parsed.errorCodes), ...extraErrors?.(values) };
    if (!parsed.ok || Object.keys(codes).length > 0) return showCodes(codes, null);
    isSending.current = true;
    setBusy(true);
    try {
      const result = await send(parsed.value, values);
      if (!result) return showCodes({}, null);
      if (!result.ok) {
        const error = new CallFailed(result.status, result.error);
        return showCodes(result.error.errorCodes ?? {}, failureText({ result, error }));
      }
      showCodes({}, null);
      markSaved();
      onSaved(result.data);
    } catch (error) {
      showCodes({}, failureText({ result: null, error }));
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };

  const field: ContractForm<V>['field'] = (name) => ({
    ...form.getInputProps(name),
    id: name,
    name,
  });
  return { form, field, key: form.key, problems, fill, isBusy, submit };
}

interface FormFrameProps<V extends Values> {
  form: ContractForm<V>;
  /**
   * In a long form Enter moves to the next field instead of submitting a half-filled form. It skips fields in elements
   * with `data-filled`, which were filled without typing.
   */
  isLong?: boolean;
  children: ReactNode;
}

/** The form element with the error summary above it. Ctrl or ⌘ with Enter saves from any field. */
export function FormFrame<V extends Values>({ form, isLong = false, children }: FormFrameProps<V>) {
  // If two fields break the same rule, its text is shown once and links to the first.
  const errors = useMemo(
    () => form.problems.filter(({ text }, index, all) => all.findIndex((other) => other.text === text) === index),
    [form.problems],
  );
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (sendByKey(event) || event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const field = event.target;
    // An Enter that is held down may have opened the form, so it does not submit it.
    if (event.repeat && !(field instanceof HTMLTextAreaElement)) return event.preventDefault();
    const isTyped = field instanceof HTMLSelectElement || (field instanceof HTMLInputElement && field.type !== 'file');
    if (!isLong || !isTyped || event.defaultPrevented) return;
    event.preventDefault();
    focusAfter(event.currentTarget, field);
  };
  return (
    <form method="post" noValidate onSubmit={form.submit} onKeyDown={onKeyDown} onClick={followToField}>
      {errors.length > 0 && <ErrorSummary errors={errors} />}
      {children}
    </form>
  );
}

/** A link to a hash would add a history entry without the state that the screen was opened with. */
function followToField(event: MouseEvent<HTMLFormElement>): void {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
  const field = link && document.getElementById(link.getAttribute('href')?.slice(1) ?? '');
  if (!field) return;
  event.preventDefault();
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: 'center' });
}

/** Focuses the input after `field`. */
function focusAfter(form: HTMLFormElement, field: HTMLInputElement | HTMLSelectElement): void {
  const inputs = [...form.elements].filter(
    (element) =>
      element === field ||
      (element instanceof HTMLElement &&
        canHaveFocus(element) &&
        !isSameGroup(element, field) &&
        !element.closest('[data-filled]')),
  );
  const next = inputs[inputs.indexOf(field) + 1];
  if (next instanceof HTMLElement) next.focus();
}

const canHaveFocus = (element: HTMLElement) =>
  element.tabIndex >= 0 && element.checkVisibility() && !element.matches(':disabled');

const isSameGroup = (element: Element, field: Element) =>
  element.getAttribute('type') === 'radio' && element.getAttribute('name') === field.getAttribute('name');
