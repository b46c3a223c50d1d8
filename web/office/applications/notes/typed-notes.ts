/** What was typed as a note about an application and not sent, until the browser leaves or reloads the office. */
import { createStore, type Store } from '../../frame/store.ts';

/** By the id of the application. */
const typedById = new Map<string, Store<string>>();

export function typedNoteOf(id: string): Store<string> {
  const typed = typedById.get(id) ?? createStore('');
  typedById.set(id, typed);
  return typed;
}
