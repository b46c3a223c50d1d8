/** Short messages in the corner. They repeat what the screen says; an error is never shown only here. */
import { useSyncExternalStore } from 'react';
import { limits } from '../../../contract/limits.ts';

export interface Toast {
  id: number;
  message: string;
  color: string;
  shownMs: number;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

const toast = (color: string, shownMs: number) => (message: string) => {
  lastId++;
  change([...toasts, { id: lastId, message, color, shownMs }]);
};

export const toastDone = toast('spruce', limits.toastSuccessMs);
export const toastError = toast('brick', limits.toastMs);

export function removeToast(id: number): void {
  change(toasts.filter((each) => each.id !== id));
}

/** The toasts that are shown at the same time; later ones wait. */
export function useToasts(): readonly Toast[] {
  const all = useSyncExternalStore(subscribe, () => toasts);
  return all.slice(0, limits.toastsMax);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
