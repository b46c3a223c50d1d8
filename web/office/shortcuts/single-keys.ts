/**
 * Whether single letters and signs act on this device. Dictation and a shaking hand would press them by accident (WCAG
 * 2.1.4).
 */
import { createStore } from '../frame/store.ts';

const storageKey = 'singleKeys';

export const areSingleKeysOn = () => localStorage.getItem(storageKey) !== 'off';
const singleKeys = createStore(true, areSingleKeysOn);

export function switchSingleKeys(isOn: boolean): void {
  localStorage.setItem(storageKey, isOn ? 'on' : 'off');
  singleKeys.set(isOn);
}

export const useSingleKeys = singleKeys.use;
