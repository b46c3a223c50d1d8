/** The six documents of a demo applicant as rendered pages, each marked SPECIMEN. */

import { outcomeOf, type Status } from '../contract/status.ts';
import type { DocumentName } from '../server/db/application-columns.ts';
import type { DemoApplicant } from './applicants.ts';
import { type Facts, factsOf } from './document/facts.ts';
import { visaForm } from './document/form.ts';
import { jobLetter, lmia } from './document/letters.ts';
import { visa, workPermit } from './document/permits.ts';
import { airTicket } from './document/ticket.ts';

const makers: Readonly<Record<DocumentName, (facts: Facts) => Promise<Buffer>>> = {
  jobLetter,
  lmia,
  visa,
  visaForm,
  workPermit,
  airTicket,
};

export function drawDocument(kind: DocumentName, applicant: DemoApplicant): Promise<Buffer> {
  return makers[kind](factsOf(applicant));
}

/** The documents that an applicant has: visa, work permit and air ticket come with the approval. */
export function documentsHeld(status: Status): readonly DocumentName[] {
  const handedIn = ['jobLetter', 'lmia', 'visaForm'] as const;
  return outcomeOf(status) === 'positive' ? [...handedIn, 'visa', 'workPermit', 'airTicket'] : handedIn;
}
