/** Lets calls that change accounts wait until the user has confirmed the password. */
import { createPause } from './pause.ts';

const pause = createPause<'confirmed' | 'given up'>();

/** Waiting calls resume, or fail with their original error. */
export const { wait: askToConfirm, end: endConfirmation, useIsWaiting: useIsConfirming } = pause;
