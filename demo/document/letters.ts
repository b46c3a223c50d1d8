/** The employer's offer and the assessment of the labour market. */
import type { Facts } from './facts.ts';
import { guilloche, longDate, Page } from './page.ts';

export function jobLetter(facts: Facts): Promise<Buffer> {
  const { applicant, employer, fullName } = facts;
  const [main, light] = employer.colours;
  const page = new Page();
  page.box(0, 0, 1240, 22, { fill: main });
  page.draw(
    `<path d="M110 82 h96 v70 a48 48 0 0 1 -96 0z" fill="${main}"/><path d="M110 128 q24 -26 48 0 t48 0 v24 a48 48 0 0 1 -96 0z" fill="${light}" opacity=".55"/>`,
  );
  page.text(158, 130, employer.name.charAt(0), { size: 56, weight: 700, colour: '#ffffff', anchor: 'middle' });
  page.text(234, 126, employer.name, { size: 42, weight: 700, colour: main });
  page.text(234, 166, employer.tagline, { size: 22, colour: '#5b6470' });
  page.line(110, 226, 1130, 226, main, 3);
  const address = `${employer.street}, ${employer.city}, ${employer.province}  ${employer.postalCode}`;
  page.text(110, 262, address, { size: 19, colour: '#5b6470' });
  page.text(1130, 262, employer.phone, { size: 19, colour: '#5b6470', anchor: 'end' });

  page.text(110, 340, longDate(facts.offeredOn));
  page.text(1130, 340, `Ref. HR/${facts.assessmentNumber.slice(0, 4)}/${facts.offeredOn.slice(0, 4)}`, {
    anchor: 'end',
    colour: '#5b6470',
  });
  const title = applicant.sex === 'Male' ? 'Mr.' : 'Ms.';
  page.text(110, 400, `${title} ${fullName}`, { weight: 600 });
  page.text(110, 434, `${applicant.birthCity}, ${applicant.issuedCountry}`);
  page.text(110, 468, `Passport ${applicant.passport}`);
  page.text(110, 536, `Offer of full-time employment: ${applicant.jobTitle}`, { size: 29, weight: 700, colour: main });
  const ink = { size: 24 };
  let y = page.paragraph(110, 592, 1020, `Dear ${title} ${applicant.surname},`, ink) + 8;
  y =
    page.paragraph(
      110,
      y,
      1020,
      `Following your interview and the review of your references, ${employer.name} is pleased to offer you the position described below at our premises in ${employer.city}. The offer depends on a valid work permit and on proof of your qualifications.`,
      ink,
    ) + 22;
  y =
    page.rows(
      110,
      y,
      1020,
      [
        ['Position', applicant.jobTitle],
        ['Place of work', `${employer.city}, ${employer.province}, Canada`],
        ['Hours', applicant.dutyDuration],
        ['Wage', applicant.salary],
        ['Term', '24 months from the first working day'],
        ['Holidays', '10 paid working days a year and statutory holidays'],
        ['Assessment number', facts.assessmentNumber],
      ],
      { tint: light },
    ) + 50;
  y =
    page.paragraph(
      110,
      y,
      1020,
      'Overtime is paid at one and a half times the hourly wage. We provide safety equipment and training, register you for the provincial health plan, and pay the return airfare at the end of the term. No fee was or will be taken from you for this offer.',
      ink,
    ) + 14;
  y =
    page.paragraph(
      110,
      y,
      1020,
      'Please sign and return one copy within ten days. We look forward to welcoming you to our team.',
      ink,
    ) + 18;
  page.text(110, y, 'Sincerely,');
  page.signature(120, y + 82, employer.signatory);
  page.line(110, y + 118, 480, y + 118);
  page.text(110, y + 150, employer.signatory, { weight: 600 });
  page.text(110, y + 180, employer.signatoryTitle, { size: 21, colour: '#5b6470' });
  page.signature(730, y + 82, `${applicant.surname}${applicant.givenName}`, '#22262c');
  page.line(720, y + 118, 1130, y + 118);
  page.text(720, y + 150, `Accepted: ${fullName}`, { weight: 500, size: 22 });
  page.box(0, 1700, 1240, 54, { fill: main });
  page.text(620, 1735, `${employer.name}  ·  fictional company, made for demonstration`, {
    size: 18,
    colour: '#ffffff',
    anchor: 'middle',
  });
  return page.print();
}

export function lmia(facts: Facts): Promise<Buffer> {
  const { applicant, employer, fullName } = facts;
  const main = '#274b73';
  const page = new Page();
  page.draw(guilloche(0, 0, 1240, 200, main, 0.12));
  page.draw(
    `<g transform="translate(160 112)" fill="none" stroke="${main}" stroke-width="6"><circle r="52"/><circle r="40" stroke-width="2"/><path d="M-24 14 L0 -22 L24 14 M-24 28 L0 -8 L24 28" stroke-linejoin="round"/></g>`,
  );
  page.text(240, 100, 'Employment Assessment Office', { size: 38, weight: 700, colour: main });
  page.text(240, 140, 'Foreign Worker Section · sample authority, not a government body', {
    size: 21,
    colour: '#5b6470',
  });
  page.line(110, 200, 1130, 200, main, 4);
  page.text(110, 272, 'Labour Market Impact Assessment', { size: 40, weight: 700 });
  page.text(110, 312, 'Notice of decision to the employer', { size: 24, colour: '#5b6470' });
  page.box(830, 232, 300, 96, { fill: '#e4f1e6', stroke: '#2f7a43', radius: 8 });
  page.text(980, 270, 'Decision', { size: 19, colour: '#2f7a43', anchor: 'middle' });
  page.text(980, 308, 'POSITIVE', { size: 34, weight: 700, colour: '#2f7a43', anchor: 'middle', tracking: 2 });

  const heading = (y: number, text: string) => {
    page.box(110, y, 1020, 42, { fill: main });
    page.text(130, y + 29, text, { size: 22, weight: 600, colour: '#ffffff' });
    return y + 42;
  };
  let y = page.rows(
    110,
    heading(368, '1   Decision'),
    1020,
    [
      ['Assessment number', facts.assessmentNumber],
      ['Date of decision', longDate(facts.assessedOn)],
      ['Stream', applicant.salary.includes('month') ? 'High-wage' : 'Low-wage'],
      ['Valid for permit applications', '18 months from the date of decision'],
    ],
    { label: 380, height: 46 },
  );
  y = page.rows(
    110,
    heading(y + 28, '2   Employer'),
    1020,
    [
      ['Legal name', employer.name],
      ['Business address', `${employer.street}, ${employer.city}, ${employer.province}`],
      ['Postal code, telephone', `${employer.postalCode},  ${employer.phone}`],
      ['Contact', `${employer.signatory}, ${employer.signatoryTitle}`],
    ],
    { label: 380, height: 46 },
  );
  y = page.rows(
    110,
    heading(y + 28, '3   Position'),
    1020,
    [
      ['Job title', applicant.jobTitle],
      ['Occupation code', facts.occupationCode],
      ['Wage', applicant.salary],
      ['Hours', applicant.dutyDuration],
      ['Duration of employment', '24 months'],
    ],
    { label: 380, height: 46 },
  );
  y = page.rows(
    110,
    heading(y + 28, '4   Foreign national named'),
    1020,
    [
      ['Name', fullName],
      ['Date of birth', longDate(applicant.birthDate)],
      ['Citizenship', applicant.issuedCountry],
      ['Passport', applicant.passport],
    ],
    { label: 380, height: 46 },
  );
  y = page.paragraph(
    110,
    y + 44,
    1020,
    'The employer has shown that no worker in the region was available for this position on the terms offered. The wage and the conditions must be those stated above; any change needs a new assessment. This notice gives no right to work: the person named must hold a valid permit.',
    { size: 20, colour: '#3d444d' },
  );
  page.signature(120, y + 66, 'Elena Marchetti');
  page.line(110, y + 92, 470, y + 92);
  page.text(110, y + 120, 'Assessment officer', { size: 20, colour: '#5b6470' });
  page.stamp(970, y + 60, 'ASSESSED', longDate(facts.assessedOn).toUpperCase(), '#9b2335');
  page.text(620, 1722, `Notice ${facts.assessmentNumber}  ·  page 1 of 1`, {
    size: 18,
    colour: '#7a828d',
    anchor: 'middle',
  });
  return page.print();
}
