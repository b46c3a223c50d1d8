/** An applicant with a photo and all six documents, added as the office would. */
import type { Application } from '../../contract/answers.ts';
import { type FormField, formFields, slotNames, slots } from '../../contract/application-form.ts';
import type { Client } from '../../contract/client.ts';
import type { Language } from '../../contract/language.ts';
import { applicant, type DemoApplicant } from '../../demo/applicants.ts';
import { drawDocument } from '../../demo/documents.ts';
import { portrait } from '../../demo/portrait.ts';
import type { DocumentName } from '../../server/db/application-columns.ts';
import { countryIn } from '../../web/application/country-names.ts';

const today = '2026-11-21';

export interface AddedApplicant {
  person: DemoApplicant;
  application: Application;
}

/** `index` selects the person; `documents` are all six by default. */
export async function addApplicant(
  staff: Client,
  index: number,
  documents: readonly DocumentName[] = slotNames.map((slot) => slots[slot].name),
): Promise<AddedApplicant> {
  const person = applicant(index, 60, today);
  const form = new FormData();
  for (const [wire, { name }] of Object.entries(formFields)) form.append(wire, person[name]);
  form.append('image', picture(await portrait(index), 'photo.jpg'));
  const added = await staff.call('addApplication', { form });
  if (!added.ok) throw new Error(`The applicant was refused: ${JSON.stringify(added.error)}`);
  const attachments = new FormData();
  for (const slot of slotNames) {
    const { name } = slots[slot];
    if (documents.includes(name)) attachments.append(slot, picture(await drawDocument(name, person), `${slot}.jpg`));
  }
  const attached = await staff.call('updateAttachments', { params: { id: added.data._id }, form: attachments });
  if (!attached.ok) throw new Error(`The documents were refused: ${JSON.stringify(attached.error)}`);
  return { person, application: attached.data };
}

/** The fields as a copy shows them: in the words of its language where there is a list to choose from. */
export function shownFields(
  application: Application,
  { sex, jobTitle }: Record<'sex' | 'jobTitle', Record<string, string>>,
  /** The language of the applicant's copy, which translates countries; the office shows them as typed. */
  language: Language = 'en',
): string[] {
  const choices: Partial<Record<FormField, Record<string, string>>> = { sex, jobTitle };
  return (Object.keys(formFields) as FormField[]).map((field) => {
    const value = application[field];
    if (field === 'currentN') return countryIn(language, value, 'demonym');
    if (field === 'issuedCountry') return countryIn(language, value, 'name');
    return choices[field] ? (choices[field][value] ?? `${value} has no word`) : value;
  });
}

function picture(bytes: Uint8Array, name: string): File {
  return new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });
}
