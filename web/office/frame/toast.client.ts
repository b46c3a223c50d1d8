/** Short messages in the corner. They repeat what the screen says; no error is shown only here. */
import { limits } from '../../../contract/limits.ts';
import { createStore } from './store.ts';

export interface Toast {
  id: number;
  message: string;
  color: string;
  shownMs: number;
  /** Whether screen readers announce it; the screen itself announces what the others repeat. */
  isAnnounced: boolean;
}

const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

const toast = (look: Omit<Toast, 'id' | 'message'>) => (message: string) => {
  toasts.set([...toasts.get(), { id: ++lastId, message, ...look }]);
  return lastId;
};

const done = { color: 'spruce', shownMs: limits.toastSuccessMs };

export const toastDone = toast({ ...done, isAnnounced: true });
/** For a success that a status of the screen announces. */
export const toastRepeated = toast({ ...done, isAnnounced: false });
export const toastError = toast({ color: 'brick', shownMs: limits.toastMs, isAnnounced: false });

export function removeToast(id: number): void {
  toasts.set(toasts.get().filter((each) => each.id !== id));
}

/** The toasts to show at the same time; later ones are queued. */
export function useToasts(): readonly Toast[] {
  return toasts.use().slice(0, limits.toastsMax);
}
