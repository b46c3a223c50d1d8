/** Shared by the processes that work beside the product: commands of the owner, and helpers of the product. */
import { constants, setPriority } from 'node:os';

/** The requests of the running product come first. */
export function lowerPriority(): void {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

/**
 * A terminal sends its signals to the whole process group. A helper ignores them, so that the product can finish its
 * requests, and ends as soon as its parent has ended.
 */
export function endWithParent(): void {
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  process.on('disconnect', () => process.exit(0));
}
