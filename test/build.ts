/** Builds complete input for tests with the generator of the demo. */
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { Application } from '../contract/answers.ts';
import { formFields, jobTitleOnAddOnly } from '../contract/application-form.ts';
import { person } from '../demo/applicants.ts';
import { dataOf } from './data-of.ts';
import type { Caller } from './harness.ts';

/** The index is beyond those of the people that `insertApplications` adds. */
let nextIndex = 1_000_000;

/**
 * The fields of a new application under their wire names; each call is another person, whose job title can be chosen
 * on an edit, too.
 */
export function buildFields(overrides: Record<string, string> = {}): Record<string, string> {
  let someone = person(nextIndex++);
  while (someone.jobTitle === jobTitleOnAddOnly) someone = person(nextIndex++);
  const fields = Object.entries(formFields).map(([wire, { name }]) => [wire, someone[name]]);
  return { ...Object.fromEntries(fields), ...overrides };
}

export function formOf(fields: Record<string, string>, files: Record<string, Uint8Array | File> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, bytes] of Object.entries(files)) {
    form.append(
      name,
      bytes instanceof File ? bytes : new File([new Uint8Array(bytes)], `${name}.jpg`, { type: 'image/jpeg' }),
    );
  }
  return form;
}

/** A small real photo; another colour is another file. */
export async function buildPhoto(red = 120): Promise<Uint8Array> {
  return sharp({ create: { width: 70, height: 90, channels: 3, background: { r: red, g: 90, b: 60 } } })
    .jpeg()
    .toBuffer();
}

/** A photo of noise, which compresses badly and so is large. */
export async function buildNoise(width: number, height: number): Promise<Uint8Array> {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Adds an application through the API. */
export async function addApplication(
  staff: Pick<Caller, 'call'>,
  overrides: Record<string, string> = {},
): Promise<Application> {
  const form = formOf(buildFields(overrides), { image: await buildPhoto() });
  return dataOf(await staff.call('addApplication', { form }));
}

/** Adds an application with two documents through the API; another `red` gives other documents. */
export async function addWithDocuments(staff: Pick<Caller, 'call'>, red = 40): Promise<Application> {
  const { _id: id } = await addApplication(staff);
  const form = formOf({}, { file1: await buildPhoto(red), file2: await buildPhoto(red + 100) });
  return dataOf(await staff.call('updateAttachments', { params: { id }, form }));
}
