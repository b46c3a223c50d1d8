/** Short messages in the corner. They repeat what the screen says; no error is shown only here. */
import { limits } from '../../../contract/limits.ts';
import { createStore } from './store.ts';

export interface Toast {
  id: number;
  message: string;
  color: string;
  shownMs: number;
}

const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

const toast = (color: string, shownMs: number) => (message: string) => {
  toasts.set([...toasts.get(), { id: ++lastId, message, color, shownMs }]);
  return lastId;
};

export const toastDone = toast('spruce', limits.toastSuccessMs);
export const toastError = toast('brick', limits.toastMs);

export function removeToast(id: number): void {
  toasts.set(toasts.get().filter((each) => each.id !== id));
}

/** The toasts to show at the same time; later ones are queued. */
export function useToasts(): readonly Toast[] {
  return toasts.use().slice(0, limits.toastsMax);
}
