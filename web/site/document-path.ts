/**
 * The paths of the copy and of each document of it: `/view-one/visa`, and `/view-one/visa-2` for the second of several
 * applications. A link or a form of a copy names its application by the id of the record, which is not personal: if
 * another application was opened in the browser meanwhile, it must not show that one or act on it.
 */
import { type Slot, slotNames, slots } from '../../contract/application-form.ts';
import { type Language, pathIn } from '../../contract/language.ts';

export interface DocumentPlace {
  slot: Slot;
  /** The index of the application in the copy, from 0. */
  at: number;
}

const idParameter = 'copy';

export function copyPath(language: Language, id: string | null = null): string {
  return withId(pathIn(language, '/view-one'), id);
}

export function documentPath(language: Language, place: DocumentPlace, id: string | null = null): string {
  return withId(pathIn(language, `/view-one/${documentName(place)}`), id);
}

/** The path of a page of the copy with the id of its application. */
export function withId(path: string, id: string | null): string {
  return id === null ? path : `${path}?${idParameter}=${encodeURIComponent(id)}`;
}

/** The id of the application that a URL names; null if it names none. */
export function idInUrl(url: string): string | null {
  return new URL(url).searchParams.get(idParameter);
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
