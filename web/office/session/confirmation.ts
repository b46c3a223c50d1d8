/** Asking for the password before a change of accounts, where the session has not proved for a while whose it is. */
import { createPause } from './pause.ts';

const pause = createPause<'confirmed' | 'given up'>();

/** Waiting calls resume, or are refused as they were. */
export const { wait: askToConfirm, end: endConfirmation, useIsWaiting: useIsConfirming } = pause;
