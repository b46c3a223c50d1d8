/** Short messages in the corner. They repeat what the screen says; an error is never shown only here. */
import { notifications } from '@mantine/notifications';
import { limits } from '../../../contract/limits.ts';

const toast = (color: string, autoClose: number) => (message: string) =>
  void notifications.show({ message, color, autoClose, withCloseButton: false });

export const toastDone = toast('spruce', limits.toastSuccessMs);
export const toastError = toast('brick', limits.toastMs);
