/** The facts on which the six documents of an applicant must agree: dates, numbers, the employer. */
import { addDays } from '../../contract/dates.ts';
import type { DemoApplicant } from '../applicants.ts';
import { type Employer, employerNamed } from '../employers.ts';
import { purposes, randomFor } from '../random.ts';

export interface Facts {
  readonly applicant: DemoApplicant;
  readonly fullName: string;
  readonly employer: Employer;
  readonly appliedOn: string;
  readonly offeredOn: string;
  readonly assessedOn: string;
  /** The day of approval, or the day on which it could be expected. */
  readonly issuedOn: string;
  readonly expiresOn: string;
  readonly flightOn: string;
  readonly passportIssuedOn: string;
  readonly passportExpiresOn: string;
  readonly assessmentNumber: string;
  readonly permitNumber: string;
  readonly fileNumber: string;
  readonly bookingCode: string;
  readonly occupationCode: string;
}

export function factsOf(applicant: DemoApplicant): Facts {
  const random = randomFor(applicant.index, purposes.documents);
  const appliedOn = applicant.createdAt.slice(0, 10);
  const issuedOn = applicant.visaApproveDate ?? addDays(appliedOn, 30);
  const passportIssuedOn = addDays(appliedOn, -random.between(120, 1_400));
  return {
    applicant,
    fullName: `${applicant.givenName} ${applicant.surname}`,
    employer: employerNamed(applicant.company),
    appliedOn,
    offeredOn: addDays(appliedOn, -random.between(12, 30)),
    assessedOn: addDays(appliedOn, -random.between(34, 80)),
    issuedOn,
    expiresOn: addDays(issuedOn, 729),
    flightOn: addDays(issuedOn, random.between(14, 28)),
    passportIssuedOn,
    passportExpiresOn: addDays(passportIssuedOn, 3_651),
    assessmentNumber: `8${random.digits(6)}`,
    permitNumber: `U ${random.digits(3)} ${random.digits(3)} ${random.digits(3)}`,
    fileNumber: `W3${random.digits(8)}`,
    bookingCode: Array.from({ length: 6 }, () => 'ABCDEFGHJKLMNPRSTUVWXYZ23456789'.charAt(random.between(0, 30))).join(
      '',
    ),
    occupationCode: `${random.between(6, 9)}${random.digits(4)}`,
  };
}
