/**
 * What a key does on the current screen. One listener serves the whole office. It ignores a key that is held down, is
 * typed into a field or belongs to a dialogue, so that no screen has to.
 */
import { useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { hasDialog, isKey, isScrolledBy, isTypingTarget } from './key-press.ts';
import { isSingle, rowOf, type ShortcutName, shortcutNames } from './shortcuts.ts';
import { areSingleKeysOn } from './single-keys.ts';

/** An absent or undefined handler means that the key does nothing at the moment. */
type Handlers = Partial<Record<ShortcutName, (() => void) | undefined>>;

/** The handlers of mounted components; the last one with a key handles it. */
const handlerStack: { current: Handlers }[] = [];

/**
 * Whether a dialogue was open when the key went down. A dialogue that closes with this very press is gone before the
 * listener below is called.
 */
let hadDialog = false;
const onPressStart = () => {
  hadDialog = hasDialog();
};

let deferredUntil: Promise<boolean> | null = null;

/**
 * Keys that are pressed during a step act on the next application, once it is shown. If the step fails, `until` resolves
 * to false, and they do nothing: they were not meant for the application that stays.
 */
export function deferShortcuts(until: Promise<boolean>): void {
  deferredUntil = until.finally(() => {
    deferredUntil = null;
  });
}

/** The keys of a screen precede those of the frame around it, which is mounted after its first screen. */
export function useShortcuts(handlers: Handlers, owner: 'screen' | 'frame' = 'screen'): void {
  const latest = useRef(handlers);
  // A layout effect, so that a key that follows quickly does not call the handler of the previous application.
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  useLayoutEffect(() => {
    if (handlerStack.length === 0) {
      window.addEventListener('keydown', onPressStart, { capture: true });
      document.addEventListener('keydown', onPress);
    }
    if (owner === 'frame') handlerStack.unshift(latest);
    else handlerStack.push(latest);
    return () => {
      handlerStack.splice(handlerStack.indexOf(latest), 1);
      if (handlerStack.length > 0) return;
      window.removeEventListener('keydown', onPressStart, { capture: true });
      document.removeEventListener('keydown', onPress);
    };
  }, [owner]);
}

/** The names of the keys that would do something now. */
export function possibleShortcuts(): ShortcutName[] {
  return shortcutNames.filter(handlerOf);
}

export function runShortcut(name: ShortcutName): void {
  if (deferredUntil) void deferredUntil.then((isShown) => isShown && runDeferred(name));
  else handlerOf(name)?.();
}

/** A dialogue may have opened meanwhile, also by the held key before this one, which is therefore drawn at once. */
function runDeferred(name: ShortcutName): void {
  if (!hasDialog()) flushSync(() => runShortcut(name));
}

function onPress(event: KeyboardEvent): void {
  if (event.repeat || event.defaultPrevented || event.isComposing || hadDialog || hasDialog()) return;
  const name = shortcutNames.find((name) => isKey(name, event) && actsOn(name, event.target) && handlerOf(name));
  if (!name) return;
  event.preventDefault();
  runShortcut(name);
}

/** A key with Ctrl types nothing, so it acts in a field as well. */
function actsOn(name: ShortcutName, target: EventTarget | null): boolean {
  if (rowOf(name).withControl) return true;
  if (isTypingTarget(target) || isScrolledBy(rowOf(name).key, target)) return false;
  return !isSingle(name) || areSingleKeysOn();
}

function handlerOf(name: ShortcutName): (() => void) | undefined {
  return handlerStack.findLast(({ current }) => current[name])?.current[name];
}
