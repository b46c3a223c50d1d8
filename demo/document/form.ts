/** The visa form as the applicant filled it in, by pen into boxes. */
import { portraitDrawing } from '../portrait.ts';
import type { Facts } from './facts.ts';
import { longDate, Page } from './page.ts';

const pen = '#1c3f94';
const frame = '#8d97a5';

export function visaForm(facts: Facts): Promise<Buffer> {
  const { applicant, employer } = facts;
  const page = new Page();
  page.text(90, 122, 'Application for a temporary resident visa', { size: 40, weight: 700 });
  page.text(90, 162, 'Form MG 1295 (sample)  ·  Please write in capital letters, one answer a box', {
    size: 21,
    colour: '#5b6470',
  });
  page.box(956, 70, 194, 249, { stroke: frame });
  page.draw(
    `<svg x="958" y="72" width="190" height="245" viewBox="0 0 700 900">${portraitDrawing(applicant.index)}</svg>`,
  );

  const answer = (x: number, y: number, width: number, label: string, value: string) => {
    page.box(x, y, width, 74, { fill: '#ffffff', stroke: frame });
    page.text(x + 12, y + 22, label, { size: 15, colour: '#5b6470' });
    page.text(x + 14, y + 58, value.toUpperCase(), {
      size: width < 300 && value.length > 18 ? 20 : 24,
      weight: 500,
      colour: pen,
    });
  };
  const section = (y: number, letter: string, title: string) => {
    page.box(90, y, 1060, 40, { fill: '#e3e8ef' });
    page.box(90, y, 44, 40, { fill: '#33425a' });
    page.text(112, y + 29, letter, { size: 23, weight: 700, colour: '#ffffff', anchor: 'middle' });
    page.text(150, y + 28, title, { size: 22, weight: 600 });
    return y + 48;
  };
  const tick = (x: number, y: number, label: string, on: boolean) => {
    page.box(x, y, 28, 28, { stroke: frame });
    if (on)
      page.draw(
        `<path d="M${x + 4} ${y + 14} l8 10 l16 -26" fill="none" stroke="${pen}" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round"/>`,
      );
    page.text(x + 40, y + 23, label, { size: 21 });
  };

  answer(90, 206, 400, 'File number (office)', facts.fileNumber);
  answer(506, 206, 420, 'Date received', longDate(facts.appliedOn));

  let y = section(346, 'A', 'Personal particulars');
  answer(90, y, 522, 'Surname (as in passport)', applicant.surname);
  answer(628, y, 522, 'Given name', applicant.givenName);
  y += 86;
  answer(90, y, 522, 'Date of birth', longDate(applicant.birthDate));
  answer(628, y, 522, 'City of birth', applicant.birthCity);
  y += 86;
  answer(90, y, 522, 'Citizenship', applicant.issuedCountry);
  answer(628, y, 522, 'National identity number', applicant.nationalId);
  y += 86;
  answer(90, y, 1060, 'Visible identification marks', applicant.identification);
  y += 92;
  page.text(90, y + 23, 'Sex', { size: 21, weight: 600 });
  tick(180, y, 'Male', applicant.sex === 'Male');
  tick(330, y, 'Female', applicant.sex === 'Female');
  page.text(628, y + 23, 'Purpose', { size: 21, weight: 600 });
  tick(760, y, 'Work', true);
  tick(890, y, 'Visit', false);
  tick(1010, y, 'Study', false);

  y = section(y + 50, 'B', 'Company details');
  answer(90, y, 700, 'Employer', employer.name);
  answer(806, y, 344, 'Job title', applicant.jobTitle);
  y += 86;
  answer(90, y, 700, 'Duty duration', applicant.dutyDuration);
  answer(806, y, 344, 'Salary', applicant.salary);

  y = section(y + 96, 'C', 'Passport details');
  answer(90, y, 344, 'Passport number', applicant.passport);
  answer(448, y, 344, 'Issued', longDate(facts.passportIssuedOn));
  answer(806, y, 344, 'Expires', longDate(facts.passportExpiresOn));
  y = section(y + 96, 'D', 'Contact details');
  answer(90, y, 344, 'Telephone', applicant.phone);
  page.box(448, y, 702, 74, { fill: '#ffffff', stroke: frame });
  page.text(460, y + 22, 'E-mail', { size: 15, colour: '#5b6470' });
  page.text(462, y + 58, applicant.email, { size: 24, weight: 500, colour: pen });

  y = section(y + 96, 'E', 'Declaration');
  for (const line of [
    'The answers above are true and complete.',
    'I agree that they are checked with my employer and with the passport office.',
    'I know that nobody can promise me a visa.',
  ]) {
    tick(90, y + 4, line, true);
    y += 42;
  }
  page.signature(110, y + 74, applicant.surname + applicant.givenName, pen);
  page.line(90, y + 96, 520, y + 96, frame);
  page.text(90, y + 122, 'Signature of the applicant', { size: 17, colour: '#5b6470' });
  page.text(640, y + 84, longDate(facts.appliedOn).toUpperCase(), { size: 24, weight: 500, colour: pen });
  page.line(628, y + 96, 900, y + 96, frame);
  page.text(628, y + 122, 'Date', { size: 17, colour: '#5b6470' });
  page.text(1150, 1722, 'Page 1 of 1', { size: 17, colour: '#7a828d', anchor: 'end' });
  return page.print();
}
