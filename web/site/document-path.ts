/**
 * The path of each document of the copy: `/view-one/visa`, and `/view-one/visa-2` for the second of several
 * applications. It does not identify the applicant.
 */
import { type Slot, slotNames, slots } from '../../contract/application-form.ts';
import { type Language, pathIn } from '../../contract/language.ts';

export interface DocumentPlace {
  slot: Slot;
  /** The index of the application in the copy, from 0. */
  at: number;
}

export function documentPath(language: Language, place: DocumentPlace): string {
  return pathIn(language, `/view-one/${documentName(place)}`);
}

export function documentName({ slot, at }: DocumentPlace): string {
  return slots[slot].name + (at > 0 ? `-${at + 1}` : '');
}

/** Parses the last part of a path, which may have the slot itself (`file3`), too; null if it names no document. */
export function documentPlace(name: string): DocumentPlace | null {
  const [, document, number = '1'] = /^([A-Za-z]+\d?)(?:-([2-9]|[1-9]\d))?$/.exec(name) ?? [];
  const slot = slotNames.find((each) => each === document || slots[each].name === document);
  return slot ? { slot, at: Number(number) - 1 } : null;
}
