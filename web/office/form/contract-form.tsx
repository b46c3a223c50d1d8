/**
 * A form over a schema of the contract. Checks on submit by the very rules of the server, shows
 * every error at its field and above the form, keeps what was typed whatever happens, and guards
 * it until it is saved. Fields are Mantine's inputs that take `key(name)` and `field(name)`.
 */
import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form';
import { type FormEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { z } from 'zod';
import type { CallResult } from '../../../contract/client.ts';
import { errorText, isErrorCode } from '../../../contract/errors.ts';
import { parse } from '../../../contract/fields.ts';
import { useLanguage } from '../../texts/texts.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { useUnsaved } from '../frame/unsaved.ts';

// The content security policy lets no code be made from text, which zod would try.
z.config({ jitless: true });

type Values = Record<string, string | boolean | File | null>;

export interface Problem {
  text: string;
  /** The id of the input that it belongs to; none for what concerns the form as a whole. */
  field?: string | undefined;
}

/** By field. */
type FieldProblems = Partial<Record<string, string>>;

interface Options<V extends Values, S extends z.ZodType, Data> {
  schema: S;
  initialValues: V;
  /**
   * Errors that the schema cannot know, such as a missing file, by code or in the screen's own words; in the place of
   * the field in `initialValues`, else last.
   */
  alsoWrong?: (values: V) => FieldProblems;
  /** For fields whose label is not the name that the error gives them: what is wrong, in the words of the label. */
  wordsOf?: FieldProblems;
  send: (value: z.output<S>, values: V) => Promise<CallResult<Data>>;
  /** After it is saved; nothing guards the form any longer. */
  onSaved: (data: Data) => void;
  /** The text for a refusal that names no field, or for no answer at all; a second one gives the reason. Null when the screen shows it by itself. */
  failureText: (failure: FormFailure) => string | readonly string[] | null;
  /** After every change; what it is given must not be changed. */
  onValuesChange?: (values: V) => void;
}

export type FormFailure = { result: CallResult<unknown> & { ok: false } } | { result: null; error: unknown };

export interface ContractForm<V extends Values> {
  form: UseFormReturnType<V>;
  /** What an input needs: id, name, value, error; and `key` beside them. */
  field: (name: keyof V & string) => ReturnType<UseFormReturnType<V>['getInputProps']> & { id: string; name: string };
  /** Another one after the form has set the value, which an input takes only when it is new. */
  key: (name: keyof V & string) => string;
  problems: readonly Problem[];
  isBusy: boolean;
  submit: (event?: FormEvent) => Promise<void>;
}

export function useContractForm<V extends Values, S extends z.ZodType, Data>(
  options: Options<V, S, Data>,
): ContractForm<V> {
  const { schema, initialValues, alsoWrong, wordsOf = {}, send, onSaved, failureText, onValuesChange } = options;
  const language = useLanguage();
  const form = useForm<V>({ mode: 'uncontrolled', initialValues, ...(onValuesChange && { onValuesChange }) });
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [isBusy, setBusy] = useState(false);
  // The second of two clicks may come before the first has been rendered.
  const isSending = useRef(false);
  const saved = useUnsaved(form.isDirty());

  const showCodes = (codes: FieldProblems, otherwise: string | readonly string[] | null) => {
    const names = [...new Set([...Object.keys(initialValues), ...Object.keys(codes)])];
    const found = names.flatMap((name) => {
      const code = Object.hasOwn(codes, name) ? codes[name] : undefined;
      const text = code && isErrorCode(code) ? (wordsOf[name] ?? errorText(code, language)) : code;
      return text ? [{ field: name, text }] : [];
    });
    form.setErrors(Object.fromEntries(found.map(({ field, text }) => [field, text])) as FormErrors);
    // One rule may be broken in two fields; its text stands once and leads to the first.
    const once = found.filter(({ text }, at) => found.findIndex((other) => other.text === text) === at);
    setProblems(found.length ? once : [otherwise ?? []].flat().map((text) => ({ text })));
  };

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (isSending.current) return;
    const values = form.getValues();
    const parsed = parse(schema, values);
    const codes = { ...(parsed.ok ? {} : parsed.errorCodes), ...alsoWrong?.(values) };
    if (!parsed.ok || Object.keys(codes).length > 0) return showCodes(codes, null);
    isSending.current = true;
    setBusy(true);
    try {
      const result = await send(parsed.value, values);
      if (!result.ok) return showCodes(result.error.errorCodes ?? {}, failureText({ result }));
      showCodes({}, null);
      saved();
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
  return { form, field, key: form.key, problems, isBusy, submit };
}

interface FormFrameProps<V extends Values> {
  of: ContractForm<V>;
  /** In a long form Enter goes on to the next field: a stray one would send it half filled. */
  isLong?: boolean;
  children: ReactNode;
}

/** The form element, with everything that is wrong above it. Ctrl or ⌘ with Enter saves from any field. */
export function FormFrame<V extends Values>({ of, isLong = false, children }: FormFrameProps<V>) {
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      return event.currentTarget.requestSubmit();
    }
    const field = event.target;
    const isTyped = field instanceof HTMLSelectElement || (field instanceof HTMLInputElement && field.type !== 'file');
    if (!isLong || !isTyped || event.defaultPrevented) return;
    event.preventDefault();
    focusAfter(event.currentTarget, field);
  };
  return (
    <form method="post" noValidate onSubmit={of.submit} onKeyDown={onKeyDown} onClick={followToField}>
      {of.problems.length > 0 && <ErrorSummary errors={of.problems} />}
      {children}
    </form>
  );
}

/** A hash would make a new entry in the history, without the state that the screen was opened with. */
function followToField(event: MouseEvent<HTMLFormElement>): void {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
  const field = link && document.getElementById(link.getAttribute('href')?.slice(1) ?? '');
  if (!field) return;
  event.preventDefault();
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: 'center' });
}

function focusAfter(form: HTMLFormElement, field: HTMLInputElement | HTMLSelectElement): void {
  const inputs = [...form.elements].filter(
    (element) =>
      element === field || (element instanceof HTMLElement && isNext(element) && !isSameGroup(element, field)),
  );
  const next = inputs[inputs.indexOf(field) + 1];
  if (next instanceof HTMLElement) next.focus();
}

const isNext = (element: HTMLElement) =>
  element.tabIndex >= 0 && element.checkVisibility() && !element.matches(':disabled');

const isSameGroup = (element: Element, field: Element) =>
  element.getAttribute('type') === 'radio' && element.getAttribute('name') === field.getAttribute('name');
