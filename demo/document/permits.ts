/** The visa and the work permit: papers with a portrait, waves and machine-readable lines. */
import { portraitDrawing } from '../portrait.ts';
import type { Facts } from './facts.ts';
import { guilloche, longDate, Page, type Weight } from './page.ts';

function photo(page: Page, index: number, x: number, y: number, width: number): void {
  const height = (width * 9) / 7;
  page.draw(
    `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 700 900">${portraitDrawing(index)}</svg>`,
  );
  page.box(x, y, width, height, { stroke: '#59616c' });
}

function field(page: Page, x: number, y: number, label: string, value: string, size = 27, weight: Weight = 600): void {
  page.text(x, y, label, { size: 16, colour: '#5a6470' });
  page.text(x, y + size + 8, value, { size, weight });
}

/** The two machine-readable lines at the foot, padded with their filler. */
function machineLines(page: Page, x: number, y: number, facts: Facts): void {
  const { applicant } = facts;
  const letters = (text: string) => text.toUpperCase().replace(/[^A-Z]+/g, '<');
  const short = (date: string) => date.slice(2).replaceAll('-', '');
  const lines = [
    `V<XXX${letters(applicant.surname)}<<${letters(applicant.givenName)}`.padEnd(44, '<').slice(0, 44),
    `${applicant.passport.padEnd(9, '<')}0XXX${short(applicant.birthDate)}0${applicant.sex.charAt(0)}${short(facts.expiresOn)}0SPECIMEN`
      .padEnd(44, '<')
      .slice(0, 44),
  ];
  lines.forEach((line, row) => {
    [...line].forEach((character, at) => {
      page.text(x + at * 22.2, y + row * 42, character, { size: 28, weight: 500, anchor: 'middle', colour: '#15181c' });
    });
  });
}

export function visa(facts: Facts): Promise<Buffer> {
  const { applicant } = facts;
  const main = '#2d5f5d';
  const page = new Page();
  page.text(110, 130, 'Visa counterfoil', { size: 40, weight: 700, colour: main });
  page.text(110, 168, 'Copy for the applicant’s file', { size: 23, colour: '#5b6470' });
  page.line(110, 196, 1130, 196, main, 3);

  page.draw(
    `<linearGradient id="sheet" x1="0" x2="1" y1="0" y2="1"><stop offset="0" stop-color="#e3f0ea"/><stop offset=".5" stop-color="#f6efe0"/><stop offset="1" stop-color="#e4e9f4"/></linearGradient>`,
  );
  page.box(100, 240, 1040, 720, { fill: 'url(#sheet)', stroke: '#8ba39e', radius: 18, weight: 3 });
  page.draw(guilloche(104, 244, 1032, 586, main, 0.24));
  page.draw(
    `<g transform="translate(900 640)" fill="none" stroke="#b5762e" opacity=".3" stroke-width="1.6">${Array.from({ length: 18 }, (_, turn) => `<ellipse rx="150" ry="52" transform="rotate(${turn * 10})"/>`).join('')}</g>`,
  );
  page.text(410, 312, 'VISA', { size: 54, weight: 700, colour: main, tracking: 8 });
  page.text(1100, 312, `No. ${facts.fileNumber}`, { size: 30, weight: 600, colour: '#a32638', anchor: 'end' });
  photo(page, applicant.index, 140, 290, 238);
  field(page, 410, 362, 'Category', 'W-1  Work');
  field(page, 690, 362, 'Entries', 'MULTIPLE');
  field(page, 890, 362, 'Issued at', 'DHAKA');
  field(page, 410, 452, 'Issue date', longDate(facts.issuedOn));
  field(page, 770, 452, 'Expiry date', longDate(facts.expiresOn));
  field(page, 410, 542, 'Surname', applicant.surname.toUpperCase());
  field(page, 410, 632, 'Given name', applicant.givenName.toUpperCase());
  field(page, 140, 632, 'Passport', applicant.passport);
  field(page, 410, 722, 'Date of birth', longDate(applicant.birthDate));
  field(page, 770, 722, 'Citizenship', applicant.issuedCountry.toUpperCase());
  field(page, 140, 722, 'Sex', applicant.sex.charAt(0));
  page.box(102, 830, 1036, 128, { fill: '#ffffff', radius: 12 });
  machineLines(page, 142, 886, facts);

  page.text(110, 1050, 'Remarks', { size: 27, weight: 700, colour: main });
  const end = page.rows(110, 1076, 1020, [
    ['Purpose', `Employment as ${applicant.jobTitle}`],
    ['Employer', applicant.company],
    ['Destination', `${facts.employer.city}, ${facts.employer.province}`],
    ['Passport valid until', longDate(facts.passportExpiresOn)],
    ['To be collected from', applicant.visaCollectDate ? longDate(applicant.visaCollectDate) : 'not yet fixed'],
  ]);
  page.paragraph(
    110,
    end + 54,
    1020,
    'A visa lets its holder travel to a port of entry; the officer there decides about admission. Carry the offer of employment, the assessment and proof of funds in the hand luggage. Check the spelling of the name before leaving the application centre.',
    { size: 22, colour: '#3d444d' },
  );
  page.signature(130, 1600, 'Consular Section');
  page.line(110, 1630, 500, 1630);
  page.text(110, 1660, 'Issuing officer', { size: 20, colour: '#5b6470' });
  page.stamp(980, 1580, 'ISSUED', longDate(facts.issuedOn).toUpperCase(), '#1f5a8a');
  return page.print();
}

export function workPermit(facts: Facts): Promise<Buffer> {
  const { applicant, employer } = facts;
  const main = '#7a2637';
  const page = new Page();
  page.draw(guilloche(40, 40, 1160, 192, main, 0.16));
  page.box(40, 40, 1160, 1674, { stroke: main, weight: 4 });
  page.box(54, 54, 1132, 1646, { stroke: main, weight: 1.5 });
  page.draw(
    `<g transform="translate(150 150)" fill="none" stroke="${main}" stroke-width="3">${Array.from({ length: 12 }, (_, turn) => `<ellipse rx="52" ry="18" transform="rotate(${turn * 15})"/>`).join('')}</g>`,
  );
  page.text(240, 146, 'WORK PERMIT', { size: 54, weight: 700, colour: main, tracking: 3 });
  page.text(240, 188, 'Sample Permit Registry · Temporary residence', { size: 23, colour: '#5b6470' });
  page.text(1130, 138, facts.permitNumber, { size: 34, weight: 700, anchor: 'end' });
  page.text(1130, 172, `File ${facts.fileNumber}`, { size: 20, anchor: 'end', colour: '#5b6470' });
  page.line(110, 232, 1130, 232, main, 3);

  photo(page, applicant.index, 110, 272, 260);
  field(page, 420, 300, 'Surname', applicant.surname.toUpperCase(), 32);
  field(page, 420, 388, 'Given name', applicant.givenName.toUpperCase(), 32);
  field(page, 420, 476, 'Date of birth', longDate(applicant.birthDate));
  field(page, 800, 476, 'Sex', applicant.sex);
  field(page, 420, 556, 'Place of birth', applicant.birthCity);
  field(page, 800, 556, 'Citizenship', applicant.issuedCountry);

  const heading = (y: number, text: string) => {
    page.text(110, y, text, { size: 24, weight: 700, colour: main });
    return y + 20;
  };
  let y = page.rows(
    110,
    heading(690, 'Travel document'),
    1020,
    [
      ['Passport', applicant.passport],
      ['Issued by', applicant.issuedCountry],
      ['Valid', `${longDate(facts.passportIssuedOn)} to ${longDate(facts.passportExpiresOn)}`],
    ],
    { height: 46, tint: '#f8f0f1' },
  );
  y = page.rows(
    110,
    heading(y + 58, 'Permit'),
    1020,
    [
      ['Case type', 'Employer-specific, closed'],
      ['Employer', employer.name],
      ['Location', `${employer.street}, ${employer.city}, ${employer.province}`],
      ['Occupation', `${applicant.jobTitle}  (${facts.occupationCode})`],
      ['Assessment number', facts.assessmentNumber],
      ['Issued', longDate(facts.issuedOn)],
      ['Expires', longDate(facts.expiresOn)],
    ],
    { height: 46, tint: '#f8f0f1' },
  );
  y = heading(y + 58, 'Conditions') + 18;
  for (const condition of [
    '1.  Unless authorised, prohibited from working for an employer, or at a place, other than stated.',
    '2.  Unless authorised, prohibited from attending any educational institution.',
    '3.  Must leave the country by the date of expiry, or hold a new permit by then.',
  ]) {
    page.text(110, y, condition, { size: 21 });
    y += 36;
  }
  page.signature(120, y + 84, applicant.surname + applicant.givenName, '#22262c');
  page.line(110, y + 112, 470, y + 112);
  page.text(110, y + 140, 'Holder', { size: 19, colour: '#5b6470' });
  page.signature(570, y + 84, 'Registrar Holm');
  page.line(560, y + 112, 860, y + 112);
  page.text(560, y + 140, 'For the registry', { size: 19, colour: '#5b6470' });
  page.stamp(1010, y + 70, 'PERMIT', longDate(facts.issuedOn).toUpperCase(), '#7a2637');
  return page.print('#fffdf9');
}
