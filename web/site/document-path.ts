/**
 * Where each document of the copy is shown: `/view-one/visa`, and `/view-one/visa-2` for the second of several
 * applications. The path says nothing of whose document it is.
 */
import { type Slot, slotNames, slots } from '../../contract/application-form.ts';
import { type Language, pathIn } from '../../contract/language.ts';

export interface DocumentPlace {
  slot: Slot;
  /** Which of the applications of the copy, from 0. */
  at: number;
}

export function documentPath(language: Language, place: DocumentPlace): string {
  return pathIn(language, `/view-one/${documentName(place)}`);
}

export function documentName({ slot, at }: DocumentPlace): string {
  return slots[slot].name + (at > 0 ? `-${at + 1}` : '');
}

/** The place that the last part of a path names; null for a name that no document has. */
export function documentPlace(name: string): DocumentPlace | null {
  const [, document, number = '1'] = /^([A-Za-z]+)(?:-([2-9]|[1-9]\d))?$/.exec(name) ?? [];
  const slot = slotNames.find((each) => slots[each].name === document);
  return slot ? { slot, at: Number(number) - 1 } : null;
}
