/**
 * A form over a schema of the contract. Checks on submit by the very rules of the server, shows
 * every error at its field and above the form, keeps what was typed whatever happens, and guards
 * it until it is saved. Fields are Mantine's inputs that take `field(name)`.
 */
import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form';
import { type FormEvent, type ReactNode, useState } from 'react';
import { z } from 'zod';
import type { CallResult } from '../../../contract/client.ts';
import { errorText } from '../../../contract/errors.ts';
import { type FieldCodes, parse } from '../../../contract/fields.ts';
import { useLanguage } from '../../texts/texts.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { useUnsaved } from '../frame/unsaved.ts';

// The content security policy lets no code be made from text, which zod would try.
z.config({ jitless: true });

type Values = Record<string, string | boolean>;

export interface Problem {
  text: string;
  /** The id of the input that it belongs to; none for what concerns the form as a whole. */
  field?: string | undefined;
}

interface Options<V extends Values, S extends z.ZodType, Data> {
  schema: S;
  initialValues: V;
  /** Errors that the schema cannot know, such as a missing file; in the place of the field in `initialValues`, else last. */
  alsoWrong?: (values: V) => FieldCodes;
  send: (value: z.output<S>, values: V) => Promise<CallResult<Data>>;
  /** After it is saved; nothing guards the form any longer. */
  onSaved: (data: Data) => void;
  /** The text for a refusal that names no field, or for no answer at all. Null when the screen shows it by itself. */
  failureText: (failure: FormFailure) => string | null;
}

export type FormFailure = { result: CallResult<unknown> & { ok: false } } | { result: null; error: unknown };

export interface ContractForm<V extends Values> {
  form: UseFormReturnType<V>;
  /** What an input needs: id, name, value, error. */
  field: (
    name: keyof V & string,
  ) => ReturnType<UseFormReturnType<V>['getInputProps']> & { id: string; name: string; key: string };
  problems: readonly Problem[];
  isBusy: boolean;
  submit: (event?: FormEvent) => Promise<void>;
}

export function useContractForm<V extends Values, S extends z.ZodType, Data>(
  options: Options<V, S, Data>,
): ContractForm<V> {
  const { schema, initialValues, alsoWrong, send, onSaved, failureText } = options;
  const language = useLanguage();
  const form = useForm<V>({ mode: 'uncontrolled', initialValues });
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [isBusy, setBusy] = useState(false);
  const saved = useUnsaved(form.isDirty());

  const showCodes = (codes: FieldCodes, otherwise: string | null) => {
    const names = [...new Set([...Object.keys(initialValues), ...Object.keys(codes)])];
    const found = names.flatMap((name) => {
      const code = Object.hasOwn(codes, name) ? codes[name] : undefined;
      return code ? [{ field: name, text: errorText(code, language) }] : [];
    });
    form.setErrors(Object.fromEntries(found.map(({ field, text }) => [field, text])) as FormErrors);
    setProblems(found.length ? found : otherwise ? [{ text: otherwise }] : []);
  };

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (isBusy) return;
    const values = form.getValues();
    const parsed = parse(schema, values);
    const codes = { ...(parsed.ok ? {} : parsed.errorCodes), ...alsoWrong?.(values) };
    if (!parsed.ok || Object.keys(codes).length > 0) return showCodes(codes, null);
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
      setBusy(false);
    }
  };

  const field: ContractForm<V>['field'] = (name) => ({
    ...form.getInputProps(name),
    key: form.key(name),
    id: name,
    name,
  });
  return { form, field, problems, isBusy, submit };
}

/** The form element, with everything that is wrong above it. */
export function FormFrame<V extends Values>({ of, children }: { of: ContractForm<V>; children: ReactNode }) {
  return (
    <form method="post" noValidate onSubmit={of.submit}>
      {of.problems.length > 0 && <ErrorSummary errors={[...of.problems]} />}
      {children}
    </form>
  );
}
