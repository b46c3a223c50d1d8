/**
 * What the processes have in common that work beside the product: commands of the owner, and helpers of the product.
 */
import { constants, setPriority } from 'node:os';

/** The requests of the running product come first. */
export function lowerPriority(): void {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

/** A terminal sends its signals to the whole process group; a helper finishes its job and ends with its parent. */
export function endWithParent(): void {
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  process.on('disconnect', () => process.exit(0));
}
