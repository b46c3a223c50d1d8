/**
 * What a key does on the screen that is shown. One listener serves the office: it refuses a press that is held down, that
 * is typed into a field or that belongs to a dialogue, so no screen has to think of it.
 */
import { useLayoutEffect, useRef } from 'react';
import { hasDialog, isKey, isTyped } from './key-press.ts';
import { isSingle, type KeyName, keyNames, rowOf } from './keys.ts';
import { areSingleKeysOn } from './single-keys.ts';

/** What is absent or undefined is not possible now. */
type Handlers = Partial<Record<KeyName, (() => void) | undefined>>;

/** Handlers of mounted parts; the most recently mounted wins. */
const parts: { current: Handlers }[] = [];

let shown: Promise<void> | null = null;

/** What is pressed before another file is on the screen waits for it, since it is meant for that one. */
export function holdKeys(until: Promise<void>): void {
  shown = until.finally(() => {
    shown = null;
  });
}

/** A screen's own keys go before those of the frame around it, which is mounted after its first screen. */
export function useKeys(handlers: Handlers, owner: 'screen' | 'frame' = 'screen'): void {
  const latest = useRef(handlers);
  // With the screen itself: a key that follows quickly must not meet the handler of the file before.
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  useLayoutEffect(() => {
    if (parts.length === 0) document.addEventListener('keydown', onPress);
    if (owner === 'frame') parts.unshift(latest);
    else parts.push(latest);
    return () => {
      parts.splice(parts.indexOf(latest), 1);
      if (parts.length === 0) document.removeEventListener('keydown', onPress);
    };
  }, [owner]);
}

/** The names of the keys that would do something now. */
export function possibleKeys(): KeyName[] {
  return keyNames.filter(handlerOf);
}

export function pressKey(name: KeyName): void {
  if (shown) void shown.then(() => pressKey(name));
  else handlerOf(name)?.();
}

function onPress(event: KeyboardEvent): void {
  if (event.repeat || event.defaultPrevented || event.isComposing || hasDialog()) return;
  const name = keyNames.find((name) => isKey(name, event) && isMeant(name, event.target) && handlerOf(name));
  if (!name) return;
  event.preventDefault();
  pressKey(name);
}

/** A press with Ctrl writes nothing, so it is meant in a field, too. */
function isMeant(name: KeyName, target: EventTarget | null): boolean {
  if (rowOf(name).withControl) return true;
  return !isTyped(target) && (!isSingle(name) || areSingleKeysOn());
}

function handlerOf(name: KeyName): (() => void) | undefined {
  return parts.findLast(({ current }) => current[name])?.current[name];
}
