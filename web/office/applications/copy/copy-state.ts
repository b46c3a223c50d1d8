import type { CopyState } from '../origin-list.ts';

/** Empty if another part of the office or an older release has written the history state. */
export function copyStateOf(state: unknown): Partial<CopyState> {
  if (typeof state !== 'object' || state === null) return {};
  const { list, ...others } = state as Partial<CopyState>;
  const isList = typeof list?.request?.page === 'number' && Array.isArray(list.ids);
  return isList ? { ...others, list } : others;
}
