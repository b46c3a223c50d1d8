/** Whether keys without Ctrl act on this device: dictation and a shaking hand would press them by accident (WCAG 2.1.4). */
import { useSyncExternalStore } from 'react';

const storageKey = 'singleKeys';
const listeners = new Set<() => void>();

export const areSingleKeysOn = () => localStorage.getItem(storageKey) !== 'off';

export function switchSingleKeys(isOn: boolean): void {
  localStorage.setItem(storageKey, isOn ? 'on' : 'off');
  for (const listener of listeners) listener();
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, areSingleKeysOn, () => true);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
