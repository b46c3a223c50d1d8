/** The itinerary of an invented airline, from Dhaka by way of Istanbul. */
import { addDays } from '../../contract/dates.ts';
import { purposes, randomFor } from '../random.ts';
import type { Facts } from './facts.ts';
import { longDate, Page } from './page.ts';

const gateways: Readonly<Record<string, readonly [string, string, string]>> = {
  BC: ['YVR', 'Vancouver', '16:55'],
  AB: ['YYC', 'Calgary', '17:20'],
  SK: ['YYC', 'Calgary', '17:20'],
  MB: ['YYC', 'Calgary', '17:20'],
  QC: ['YUL', 'Montréal', '18:05'],
  NS: ['YUL', 'Montréal', '18:05'],
  NB: ['YUL', 'Montréal', '18:05'],
};
const toronto = ['YYZ', 'Toronto', '18:40'] as const;

export function airTicket(facts: Facts): Promise<Buffer> {
  const { applicant, fullName } = facts;
  const random = randomFor(applicant.index, purposes.ticket);
  const [code, city, arrival] = gateways[facts.employer.province] ?? toronto;
  const main = '#12395b';
  const warm = '#e58a2e';
  const page = new Page();
  page.box(0, 0, 1240, 210, { fill: main });
  page.draw(
    `<path d="M0 176 C300 110 620 240 1240 130 V210 H0Z" fill="${warm}" opacity=".9"/><path d="M0 196 C340 140 700 250 1240 160 V210 H0Z" fill="#f4c27a"/>`,
  );
  page.draw('<path d="M104 108 C128 68 176 62 216 78 C188 80 170 92 160 112 C142 98 122 98 104 108Z" fill="#f4c27a"/>');
  page.text(236, 104, 'Monsoon Wings', { size: 48, weight: 700, colour: '#ffffff' });
  page.text(1130, 84, 'Electronic ticket', { size: 27, weight: 600, colour: '#ffffff', anchor: 'end' });
  page.text(1130, 118, 'Itinerary and receipt', { size: 21, colour: '#cfdcea', anchor: 'end' });

  const card = (x: number, width: number, label: string, value: string) => {
    page.text(x, 276, label, { size: 18, colour: '#5b6470' });
    page.text(x, 314, value, { size: width < 260 ? 27 : 29, weight: 600 });
  };
  card(
    110,
    460,
    'Passenger',
    `${applicant.surname}/${applicant.givenName} ${applicant.sex === 'Male' ? 'MR' : 'MS'}`.toUpperCase(),
  );
  card(760, 180, 'Booking', facts.bookingCode);
  card(930, 200, 'Passport', applicant.passport);
  page.text(
    110,
    372,
    `Ticket 999-${random.digits(10)}   ·   issued ${longDate(addDays(facts.flightOn, -9))}   ·   Dhaka`,
    { size: 21, colour: '#3d444d' },
  );

  const leg = (
    y: number,
    flight: string,
    date: string,
    from: readonly [string, string, string],
    to: readonly [string, string, string],
    duration: string,
    seat: string,
  ) => {
    page.box(110, y, 1020, 290, { fill: '#f5f8fb', stroke: '#c6d1dc', radius: 16 });
    page.box(110, y, 1020, 56, { fill: '#dde7f0', radius: 16 });
    page.text(140, y + 38, `${longDate(date)}`, { size: 24, weight: 600, colour: main });
    page.text(1100, y + 38, `Flight ${flight}`, { size: 24, weight: 600, colour: main, anchor: 'end' });
    page.text(160, y + 142, from[0], { size: 64, weight: 700, colour: main });
    page.text(160, y + 180, from[1], { size: 22, colour: '#5b6470' });
    page.text(340, y + 142, from[2], { size: 40, weight: 500 });
    page.text(1080, y + 142, to[0], { size: 64, weight: 700, colour: main, anchor: 'end' });
    page.text(1080, y + 180, to[1], { size: 22, colour: '#5b6470', anchor: 'end' });
    page.text(900, y + 142, to[2], { size: 40, weight: 500, anchor: 'end' });
    page.draw(
      `<path d="M500 ${y + 128} H740" stroke="${warm}" stroke-width="4" stroke-dasharray="2 12" stroke-linecap="round"/><path d="M604 ${y + 128} l-14 -26 h12 l26 22 h26 q10 4 0 8 h-26 l-26 22 h-12z" fill="${main}"/>`,
    );
    page.text(620, y + 180, duration, { size: 20, colour: '#5b6470', anchor: 'middle' });
    page.line(140, y + 206, 1100, y + 206, '#d5dde5');
    const detail = (x: number, label: string, value: string) => {
      page.text(x, y + 236, label, { size: 16, colour: '#5b6470' });
      page.text(x, y + 266, value, { size: 23, weight: 500 });
    };
    detail(140, 'Class', 'Economy (Q)');
    detail(360, 'Seat', seat);
    detail(520, 'Baggage', '2 × 23 kg');
    detail(720, 'Meal', 'Standard');
    detail(940, 'Status', 'Confirmed');
  };
  const seat = `${random.between(18, 44)}${random.pick(['A', 'C', 'D', 'F', 'H', 'K'])}`;
  leg(
    410,
    `MW ${random.between(201, 289)}`,
    facts.flightOn,
    ['DAC', 'Dhaka', '05:45'],
    ['IST', 'Istanbul', '12:10'],
    '9 h 25 min, non-stop',
    seat,
  );
  page.text(620, 736, 'Change of planes in Istanbul', { size: 20, colour: '#5b6470', anchor: 'middle' });
  leg(
    762,
    `MW ${random.between(610, 689)}`,
    facts.flightOn,
    ['IST', 'Istanbul', '15:15'],
    [code, city, arrival],
    'non-stop, same calendar day',
    seat,
  );

  const fare = random.between(780, 990);
  const taxes = random.between(160, 215);
  page.text(110, 1118, 'Fare', { size: 26, weight: 700, colour: main });
  page.rows(
    110,
    1138,
    490,
    [
      ['Fare', `USD ${fare}.00`],
      ['Taxes and charges', `USD ${taxes}.00`],
      ['Total paid', `USD ${(fare + taxes).toLocaleString('en-US')}.00`],
    ],
    { label: 270 },
  );
  page.text(650, 1118, 'Before you fly', { size: 26, weight: 700, colour: main });
  let y = 1160;
  for (const hint of [
    'Be at the counter three hours before departure.',
    'Have the passport, the visa and the letter of the employer in your hand luggage.',
    'Times are local times of each airport.',
  ]) {
    page.draw(`<circle cx="660" cy="${y - 7}" r="5" fill="${warm}"/>`);
    y = page.paragraph(682, y, 448, hint, { size: 21 }, 1.4) + 10;
  }
  page.line(110, 1400, 1130, 1400, '#c6d1dc');
  let bars = '';
  for (let x = 110; x < 760; ) {
    const bar = random.between(2, 9);
    bars += `<rect x="${x}" y="1440" width="${bar}" height="120" fill="#15181c"/>`;
    x += bar + random.between(3, 9);
  }
  page.draw(bars);
  page.text(110, 1592, `${facts.bookingCode} ${applicant.passport} DAC${code} ${facts.flightOn.replaceAll('-', '')}`, {
    size: 20,
    tracking: 3,
  });
  page.text(1130, 1480, fullName, { size: 24, weight: 600, anchor: 'end' });
  page.text(1130, 1514, `Dhaka to ${city}`, { size: 22, anchor: 'end', colour: '#5b6470' });
  page.text(620, 1700, 'Monsoon Wings is a fictional airline; this ticket cannot be used to travel.', {
    size: 18,
    colour: '#7a828d',
    anchor: 'middle',
  });
  return page.print();
}
