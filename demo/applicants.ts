/**
 * Invented applicants, generated from their index: a person does not depend on the number of applicants; only the
 * arrival and the decisions do.
 */
import type { sexes } from '../contract/application-form.ts';
import type { ApplicationDetails } from '../server/db/application-columns.ts';
import { dateOf, dayOf } from './calendar.ts';
import { type Progress, progressOf } from './decisions.ts';
import { employers, type JobTitle } from './employers.ts';
import { type PassportShape, passportOf } from './passports.ts';
import { purposes, type Random, randomFor } from './random.ts';
import {
  type Abroad,
  abroad,
  cities,
  duties,
  hillCities,
  hillNames,
  hinduNames,
  hourlyPay,
  marks,
  muslimNames,
} from './vocabulary.ts';

export type Sex = (typeof sexes)[number];

export interface DemoPerson extends Readonly<ApplicationDetails> {
  readonly index: number;
  readonly sex: Sex;
  readonly jobTitle: JobTitle;
}

export interface DemoApplicant extends DemoPerson, Progress {}

const bornFrom = dayOf('1974-01-01');
const bornUntil = dayOf('2003-12-31');

export function sexOf(index: number): Sex {
  return randomFor(index, purposes.sex).chance(0.66) ? 'Male' : 'Female';
}

/** Applicant `index` of `total`, up to ten million, in the order of arrival. `today` is the day in Dhaka. */
export function applicant(index: number, total: number, today: string): DemoApplicant {
  const progress = progressOf(index, total, today, randomFor(index, purposes.progress));
  return { ...person(index), ...progress };
}

export function person(index: number): DemoPerson {
  const random = randomFor(index, purposes.person);
  const sex = sexOf(index);
  const foreign = random.chance(0.06) ? random.pick(abroad) : null;
  const origin = foreign ? originAbroad(foreign, sex, random) : originAtHome(sex, random);
  const birthDate = dateOf(random.between(bornFrom, bornUntil));
  const employer = random.pick(employers);
  const jobTitle = random.pick(employer.trades);
  return {
    index,
    surname: origin.surname,
    givenName: origin.givenName,
    sex,
    birthDate,
    birthCity: origin.birthCity,
    nationality: origin.nationality,
    identification: random.pick(marks),
    nationalId: foreign ? leadingDigits(foreign.idDigits, random) : nationalIdOf(birthDate, random),
    company: employer.name,
    dutyDuration: random.pick(duties),
    jobTitle,
    salary: salaryOf(jobTitle, random),
    passport: passportOf(index, origin.shape),
    issuedCountry: origin.country,
    phone: `01${random.between(3, 9)}${random.digits(8)}`,
    email: emailOf(index, origin.givenName, origin.surname, random),
  };
}

interface Origin {
  readonly surname: string;
  readonly givenName: string;
  readonly birthCity: string;
  readonly nationality: string;
  readonly country: string;
  readonly shape: PassportShape;
}

function originAbroad(from: Abroad, sex: Sex, random: Random): Origin {
  const { given, surname } = from.names[sex];
  return {
    givenName: random.pick(given),
    surname: random.pick(surname),
    birthCity: random.pick(from.cities),
    nationality: random.pick(from.nationalities),
    country: from.country,
    shape: from.shape,
  };
}

function originAtHome(sex: Sex, random: Random): Origin {
  const community = random.next();
  const names = community < 0.87 ? muslimNames : community < 0.97 ? hinduNames : hillNames;
  const surname = random.pick(names[sex].surname);
  let givenName = random.pick(names[sex].given);
  if (names === muslimNames && random.chance(0.45)) givenName = `${honourOf(sex, random)} ${givenName}`;
  if (names === hinduNames && random.chance(0.3))
    givenName = `${givenName} ${random.pick(sex === 'Male' ? ['Kumar', 'Chandra'] : ['Rani', 'Prova'])}`;
  const spelling = random.next();
  return {
    givenName,
    surname,
    birthCity: random.pick(names === hillNames ? hillCities : cities),
    nationality: spelling < 0.68 ? 'Bangladeshi' : spelling < 0.93 ? 'Bangladesh' : 'বাংলাদেশ',
    country: 'Bangladesh',
    shape: random.chance(0.55) ? 'bangladesh-chip' : 'bangladesh',
  };
}

function honourOf(sex: Sex, random: Random): string {
  return sex === 'Male'
    ? random.pick(['Md', 'Md', 'Md', 'Mohammad', 'Mohammed', 'Sheikh', 'Syed', 'Kazi'])
    : random.pick(['Mst', 'Mst', 'Mosammat', 'Begum', 'Syeda', 'Kazi']);
}

function leadingDigits(count: number, random: Random): string {
  return `${random.between(1, 9)}${random.digits(count - 1)}`;
}

/** Smart cards carry 10 digits; older cards 13, written with the birth year before them since 2008. */
function nationalIdOf(birthDate: string, random: Random): string {
  const card = random.next();
  if (card < 0.6) return leadingDigits(10, random);
  const older = leadingDigits(13, random);
  return card < 0.7 ? older : birthDate.slice(0, 4) + older;
}

function salaryOf(jobTitle: JobTitle, random: Random): string {
  const [low, high] = hourlyPay[jobTitle];
  const hourly = Math.round((low + random.next() * (high - low)) * 4) / 4;
  if (!random.chance(jobTitle === 'Manager' ? 0.6 : 0.06)) return `CAD ${hourly.toFixed(2)} per hour`;
  const monthly = Math.round((hourly * 160) / 50) * 50;
  return `CAD ${Math.floor(monthly / 1000)},${String(monthly % 1000).padStart(3, '0')} per month`;
}

/** The trailing number differs for every index and the name has no digit, so no two addresses are alike. */
function emailOf(index: number, givenName: string, surname: string, random: Random): string {
  const given = givenName.slice(givenName.lastIndexOf(' ') + 1).toLowerCase();
  const family = surname.toLowerCase();
  const number = index + 11;
  const style = random.next();
  const name = style < 0.5 ? `${given}.${family}` : style < 0.8 ? given + family : `${family}.${given.charAt(0)}`;
  return `${name}${number}@${random.pick(['example.com', 'example.com', 'example.org', 'example.net'])}`;
}

/** The index of one of the first `drawn` people, whose pictures exist, with the sex of this person. */
export function pictureIndex(index: number, drawn: number): number {
  const sex = sexOf(index);
  for (let step = 0; step < drawn; step++) {
    const candidate = (index + step) % drawn;
    if (sexOf(candidate) === sex) return candidate;
  }
  return index % drawn;
}
