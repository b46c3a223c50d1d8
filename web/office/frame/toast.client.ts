/** Short messages in the corner. They repeat what stands on the screen and never are the only place of an error. */
import { notifications } from '@mantine/notifications';
import { limits } from '../../../contract/limits.ts';

const toast = (color: string, autoClose: number) => (message: string) =>
  void notifications.show({ message, color, autoClose, withCloseButton: false });

export const toastDone = toast('spruce', limits.toastSuccessMs);
export const toastError = toast('brick', limits.toastMs);
