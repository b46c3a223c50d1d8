/**
 * The files chosen for the six slots of an application. Each is checked, sent, cancelled and retried by itself. They
 * are sent without a version, since each changes only its own slot.
 */
import { useEffect, useRef, useState } from 'react';
import type { Application } from '../../../../contract/answers.ts';
import type { Slot } from '../../../../contract/application-form.ts';
import { type ErrorCode, errorText } from '../../../../contract/errors.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import { CallFailed } from '../../calls/api.ts';
import { failureMessage } from '../../calls/failure-message.ts';
import { upload } from '../../calls/upload.ts';
import { detectFileType, documentProblem } from '../../form/document-check.ts';

/** Browsers open six connections to a server, and some must stay free for other calls. */
const concurrentUploadsMax = 3;

const fileAdvice: Partial<Record<ErrorCode, 'type' | 'size' | 'pixels'>> = {
  file_type: 'type',
  attachment_too_large: 'size',
  too_many_pixels: 'pixels',
};

export interface Choice {
  file: File;
  /** An object URL of the picture; absent for a PDF. */
  preview: string | null;
  phase: 'waiting' | 'uploading' | 'cancelled' | 'failed' | 'refused';
  /** From 0 to 1. */
  progress: number;
  problem: string | null;
  /** How to correct the problem, if its text does not say so. */
  advice: string | null;
}

/** Whether the file is being sent or waits for that. */
export const isUnderWay = ({ phase }: Choice): boolean => ['waiting', 'uploading'].includes(phase);

/** Whether all bytes are sent, so that the upload can no longer be cancelled. */
export const isSent = ({ phase, progress }: Choice): boolean => phase === 'uploading' && progress >= 1;

interface Options {
  id: string;
  allowPdf: boolean;
  onStored: (application: Application) => void;
  /** Called once for all files that were chosen together, after the last of them. */
  onFinished: (stored: Slot[]) => void;
}

export interface SlotFile {
  slot: Slot;
  file: File;
}

interface DocumentUploads {
  choices: Partial<Record<Slot, Choice>>;
  /** Whether a chosen file is not stored yet. */
  isUnsaved: boolean;
  choose: (files: SlotFile[]) => void;
  cancel: (slot: Slot) => void;
  retry: (slot: Slot) => void;
  discard: (slot: Slot) => void;
}

export function useDocumentUploads({ id, allowPdf, onStored, onFinished }: Options): DocumentUploads {
  const { t, language } = useTexts();
  const [choices, setChoices] = useState<Partial<Record<Slot, Choice>>>({});
  /** The current attempt of each slot; a later choice aborts it. */
  const attempts = useRef(new Map<Slot, AbortController>());
  const uploading = useRef({ count: 0, queue: [] as (() => void)[] });

  const latest = useRef(choices);
  latest.current = choices;
  useEffect(() => {
    const { current } = attempts;
    return () => {
      for (const attempt of current.values()) attempt.abort();
      for (const { preview } of Object.values(latest.current)) if (preview) URL.revokeObjectURL(preview);
    };
  }, []);

  const change = (slot: Slot, values: Partial<Choice>) =>
    setChoices((all) => {
      const choice = all[slot];
      return choice ? { ...all, [slot]: { ...choice, ...values } } : all;
    });
  const clear = (slot: Slot) =>
    setChoices((all) => {
      const { [slot]: cleared, ...others } = all;
      if (cleared?.preview) URL.revokeObjectURL(cleared.preview);
      return others;
    });
  const adviceFor = (code: ErrorCode): string | null => {
    const advice = fileAdvice[code];
    return advice ? t(`slots.fix.${advice}`) : null;
  };
  const begin = (slot: Slot): AbortSignal => {
    attempts.current.get(slot)?.abort();
    const attempt = new AbortController();
    attempts.current.set(slot, attempt);
    return attempt.signal;
  };

  /** Returns whether the file is stored. */
  const send = async (slot: Slot, file: File, signal: AbortSignal): Promise<boolean> => {
    const { current } = uploading;
    change(slot, { phase: 'waiting', progress: 0, problem: null, advice: null });
    if (current.count >= concurrentUploadsMax) await new Promise<void>((resolve) => current.queue.push(resolve));
    current.count++;
    try {
      if (signal.aborted) return false;
      change(slot, { phase: 'uploading' });
      const form = new FormData();
      form.append(slot, file);
      const onProgress = (progress: number) => change(slot, { progress });
      const result = await upload('updateAttachments', { params: { id }, form, onProgress, signal });
      if (signal.aborted) return false;
      if (!result.ok) throw new CallFailed(result.status, result.error);
      clear(slot);
      onStored(result.data);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      if (!(error instanceof CallFailed)) {
        change(slot, { phase: 'failed', problem: t('slots.unanswered'), advice: t('slots.unansweredFix') });
        return false;
      }
      // The same file would be refused again, so it cannot be retried.
      const phase = [413, 415].includes(error.status) ? 'refused' : 'failed';
      const problem = failureMessage(error.body, language) || t('slots.refused');
      change(slot, { phase, problem, advice: adviceFor(error.body.code) });
      return false;
    } finally {
      current.count--;
      current.queue.shift()?.();
    }
  };

  const choose = async ({ slot, file }: SlotFile): Promise<boolean> => {
    const signal = begin(slot);
    clear(slot);
    const type = await detectFileType(file).catch(() => 'unreadable' as const);
    if (signal.aborted) return false;
    const code = type === 'unreadable' ? null : documentProblem(file, type, allowPdf);
    const problem = type === 'unreadable' ? t('slots.unreadable') : code && errorText(code, language);
    const preview = !problem && type !== 'application/pdf' ? URL.createObjectURL(file) : null;
    const phase = problem ? 'refused' : 'waiting';
    const advice = code && adviceFor(code);
    setChoices((all) => ({ ...all, [slot]: { file, preview, phase, progress: 0, problem, advice } }));
    return !problem && send(slot, file, signal);
  };
  const finish = async (uploads: { slot: Slot; isStored: Promise<boolean> }[]) => {
    const slots = await Promise.all(uploads.map(async ({ slot, isStored }) => ((await isStored) ? [slot] : [])));
    const stored = slots.flat();
    if (stored.length) onFinished(stored);
  };

  return {
    choices,
    isUnsaved: Object.values(choices).some(({ phase }) => phase !== 'refused'),
    choose: (files) => void finish(files.map((chosen) => ({ slot: chosen.slot, isStored: choose(chosen) }))),
    cancel(slot) {
      attempts.current.get(slot)?.abort();
      change(slot, { phase: 'cancelled', progress: 0 });
    },
    retry(slot) {
      const choice = choices[slot];
      if (choice) void finish([{ slot, isStored: send(slot, choice.file, begin(slot)) }]);
    },
    discard(slot) {
      attempts.current.get(slot)?.abort();
      clear(slot);
    },
  };
}
