import type { Language } from './language.ts';

/** The public facts about the consultancy. A part that the settings do not name is null. */
export interface Brand {
  name: string;
  contactEmail: string;
  contactPhone: string;
  contactPerson: InLanguages | null;
  contactAddress: InLanguages | null;
  contactHours: InLanguages | null;
  educationUrl: string;
  /** The consultancy's licence, the body that granted it, and the register that lists it. */
  licenceNumber: string | null;
  licenceBody: InLanguages | null;
  licenceRegisterUrl: string | null;
}

export type InLanguages = Record<Language, string>;

/** The facts by which an applicant can check the consultancy, in the order in which the start logs those not set. */
const checkableFacts = {
  licence: 'licenceNumber',
  person: 'contactPerson',
  address: 'contactAddress',
  hours: 'contactHours',
} as const satisfies Record<string, keyof Brand>;
export type BrandPart = keyof typeof checkableFacts;
export const brandParts = Object.keys(checkableFacts) as BrandPart[];

export function hasBrandPart(brand: Brand, part: BrandPart): boolean {
  return brand[checkableFacts[part]] !== null;
}
