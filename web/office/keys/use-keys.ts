/**
 * What a key does on the screen that is shown. One listener serves the office: it refuses a press that is held down, that
 * is typed into a field or that belongs to a dialogue, so no screen has to think of it.
 */
import { useEffect, useRef } from 'react';
import { hasDialog, isKey, isTyped } from './key-press.ts';
import { type KeyName, keys } from './keys.ts';

/** What is absent or undefined is not possible now. */
export type Handlers = Partial<Record<KeyName, (() => void) | undefined>>;

/** The last goes first. */
const parts: { current: Handlers }[] = [];

/** A screen's own keys go before those of the frame around it, which is mounted after its first screen. */
export function useKeys(handlers: Handlers, owner: 'screen' | 'frame' = 'screen'): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    if (parts.length === 0) document.addEventListener('keydown', onPress);
    if (owner === 'frame') parts.unshift(latest);
    else parts.push(latest);
    return () => {
      parts.splice(parts.indexOf(latest), 1);
      if (parts.length === 0) document.removeEventListener('keydown', onPress);
    };
  }, [owner]);
}

function onPress(event: KeyboardEvent): void {
  if (event.repeat || event.defaultPrevented || event.isComposing || hasDialog()) return;
  for (const name of Object.keys(keys) as KeyName[]) {
    if (!isKey(name, event) || isTyped(event.target)) continue;
    const act = handlerOf(name);
    if (!act) continue;
    event.preventDefault();
    act();
    return;
  }
}

function handlerOf(name: KeyName): (() => void) | undefined {
  return parts.findLast(({ current }) => current[name])?.current[name];
}
