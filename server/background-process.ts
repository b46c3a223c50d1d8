/** Shared by the processes that work beside the product: commands of the owner, and child processes of the product. */
import { constants, getPriority, setPriority } from 'node:os';

/** The requests of the running product come first. */
export function lowerPriority(): void {
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  // A process with a lower priority may not raise it.
  if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL);
}

/**
 * A terminal sends its signals to the whole process group. A child process ignores them, so that the product can finish
 * its requests, and ends as soon as its parent has ended.
 */
export function endWithParent(): void {
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  process.on('disconnect', () => process.exit(0));
}
