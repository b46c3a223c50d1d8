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
export const brandParts = ['licence', 'person', 'address', 'hours'] as const;
export type BrandPart = (typeof brandParts)[number];

export function hasBrandPart(brand: Brand, part: BrandPart): boolean {
  const values: Record<BrandPart, unknown> = {
    licence: brand.licenceNumber,
    person: brand.contactPerson,
    address: brand.contactAddress,
    hours: brand.contactHours,
  };
  return values[part] !== null;
}
