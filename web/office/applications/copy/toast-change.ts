import { removeToast, toastDone } from '../../frame/toast.client.ts';

let lastId = 0;

/** Says what was done last to a document or a former value, in place of what was said before. */
export function toastChange(text: string): void {
  removeToast(lastId);
  lastId = toastDone(text);
}
