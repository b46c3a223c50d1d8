/** Suspends calls that need a recent confirmation until the user has given it. */
import { createSharedWait } from './shared-wait.ts';

const sharedWait = createSharedWait<'confirmed' | 'given up'>();

/** Waiting calls resume, or fail with their original error. */
export const { wait: askToConfirm, end: endConfirmation, useIsWaiting: useIsConfirming } = sharedWait;
