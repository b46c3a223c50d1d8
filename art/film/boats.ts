// The two boats that rhyme across the film: a nouka under its mat roof on the Padma, a canoe on the lake.
// Drawn in hundredths of a frame height, waterline at y = 0, sailing right; colours mean tone, rim and lamp.

import { type Cutout, cutout } from './picture.ts';

const paint = (tone: number, rim = 0, lamp = 0) => `rgb(${tone},${rim},${lamp})`;

const area = { left: -0.36, top: -0.34, right: 0.36, bottom: 0.05 };

function drawn(markup: string, scale: number, size: number): Promise<Cutout> {
  return cutout(`<g transform="scale(${0.01 * size})">${markup}</g>`, area, scale);
}

const hull = `
  <path fill="${paint(66)}" d="M-31.5 -10.6C-25 -5.2 -14 -2.9 0 -2.7C13 -2.6 24 -3.8 33.5 -8.6C29.5 -3 23.5 .4 18 1L-17 1C-23 .6 -28.4 -4.4 -32.2 -10.2Z"/>
  <path fill="${paint(40)}" d="M-30 -8.2C-23 -2.6 -12 -1.1 0 -1C12 -1 22 -1.8 31 -5.8C27 -2 22 .8 18 1.2L-17 1.2C-22 .8 -26.4 -3 -30 -8.2Z"/>
  <path fill="none" stroke="${paint(110, 255)}" stroke-width=".34" stroke-linecap="round" d="M-6 -2.65C8 -2.5 24 -3.6 33.5 -8.6"/>
  <path fill="none" stroke="${paint(90, 120)}" stroke-width=".28" stroke-linecap="round" d="M-31.7 -10.6C-25 -5.2 -14 -2.9 -6 -2.7"/>
  <path fill="none" stroke="${paint(26)}" stroke-width=".2" d="M-28 -6.4C-20 -1.6 -10 -.9 0 -.9C11 -.9 21 -1.6 29.6 -5"/>`;

const ribs = [-7.2, -5.4, -3.6, -1.8, 0, 1.8, 3.6, 5.4]
  .map((x) => `<path d="M${x} -2.4C${x - 0.5} -5 ${x - 0.4} -7 ${x + 0.2} -7.9"/>`)
  .join('');

const roof = `
  <path fill="${paint(48)}" d="M-9.4 -2.4C-9.7 -5 -9.3 -6.9 -8 -7.5C-4 -8.5 3.4 -8.5 6.8 -7.4C8.2 -6.8 8.9 -5 8.8 -2.4Z"/>
  <g fill="none" stroke="${paint(28)}" stroke-width=".2">${ribs}</g>
  <path fill="none" stroke="${paint(90, 190)}" stroke-width=".3" stroke-linecap="round" d="M-8.2 -7.5C-4 -8.5 3.4 -8.5 7 -7.3"/>
  <path fill="none" stroke="${paint(110, 255)}" stroke-width=".4" stroke-linecap="round" d="M7 -7.4C8.3 -6.7 8.9 -5 8.8 -2.7"/>
  <path fill="${paint(18)}" d="M7.2 -2.4C7.3 -5 7 -6.2 6.6 -7C7.9 -6.4 8.6 -4.8 8.5 -2.4Z"/>
  <path fill="none" stroke="${paint(40, 60)}" stroke-width=".2" d="M8.6 -6.2C9.8 -6.3 10.2 -5.7 10.2 -5"/>
  <rect x="9.8" y="-5" width=".85" height="1.25" rx=".25" fill="${paint(255, 0, 255)}"/>`;

/** He stands on (0, 0) with one foot forward and leans into the oar. */
const figure = `
  <path fill="${paint(30, 4)}" d="M-1.7 .1L-.9 -3.2L0 -3.2L-.8 .1ZM1.7 .1L1.3 -3.2L2.2 -3.2L2.6 .1Z"/>
  <path fill="${paint(46, 6)}" d="M-1.35 -2.5C-1.5 -4.6 -1 -6 -.3 -7L1.9 -6.8C2.5 -5.4 2.8 -4 2.75 -2.3C1.4 -2 -.1 -2.1 -1.35 -2.5Z"/>
  <path fill="${paint(32, 4)}" d="M-.35 -6.9C-.5 -8.3 .1 -9.9 1 -10.7C1.7 -11.1 2.7 -10.9 3.1 -10.4C3.4 -9.3 2.5 -7.9 1.9 -6.7Z"/>
  <path fill="${paint(32, 4)}" d="M1.9 -10.5L2.2 -11.9L3.1 -11.7L2.9 -10.3Z"/>
  <ellipse cx="2.85" cy="-12.3" rx=".8" ry="1" fill="${paint(32, 4)}"/>
  <path fill="${paint(60, 10)}" d="M1.9 -12.4C1.8 -13.5 2.7 -13.9 3.4 -13.6C3.9 -13.3 3.9 -12.9 3.8 -12.7C3.1 -12.9 2.5 -12.8 1.9 -12.4C1.8 -12.2 1.8 -12.2 1.9 -12.4Z"/>
  <g fill="none" stroke-linecap="round" stroke-linejoin="round" stroke="${paint(32, 4)}">
    <path stroke-width=".72" d="M2.5 -10.3L4.3 -8.8L5.9 -9.4"/><path stroke-width=".7" d="M1.8 -9.8L2.7 -7.9L4.2 -7.8"/>
  </g>
  <path fill="none" stroke="${paint(120, 255)}" stroke-width=".22" stroke-linecap="round" d="M3.75 -12.6C3.8 -12 3.6 -11.5 3.3 -11.3M3.15 -10.3C3.4 -9.3 2.6 -7.9 2.05 -6.8M2.2 -6C2.6 -5 2.8 -3.8 2.8 -2.5M4.5 -9.2L5.8 -9.7"/>`;

const oar = `
  <path fill="none" stroke="${paint(40, 60)}" stroke-width=".36" stroke-linecap="round" d="M7.6 -10.9L-8.6 4"/>
  <path fill="${paint(34, 10)}" d="M-7.4 2.2L-8 1.8L-11.2 4.6L-11.2 6L-10 5.9Z"/>`;

const canoe = `
  <path fill="${paint(52, 6)}" d="M-20 -5.6C-18.8 -3.4 -15 -2.8 -8 -2.7L8 -2.7C15 -2.8 18.8 -3.4 20 -5.6C20.9 -3 19.4 -.4 16.6 .8L-16.6 .8C-19.4 -.4 -20.9 -3 -20 -5.6Z"/>
  <path fill="${paint(46)}" d="M-20 -3C-14 -1 14 -1 20 -3C19.4 -.8 18.4 .3 16.6 1L-16.6 1C-18.4 .3 -19.4 -.8 -20 -3Z"/>
  <path fill="none" stroke="${paint(150, 255)}" stroke-width=".36" stroke-linecap="round" d="M-20 -5.5C-18.8 -3.3 -15 -2.7 -8 -2.6L8 -2.6C15 -2.7 18.8 -3.3 20 -5.5"/>`;

const paddler = `
  <path fill="${paint(40, 5)}" d="M-5 -2C-5.5 -4.4 -5.2 -6.5 -4.1 -7.6C-3.4 -8.3 -2.3 -8.5 -1.5 -8.1C-.9 -7.4 -1.4 -5 -1.7 -2Z"/>
  <path fill="${paint(32, 4)}" d="M-2.6 -2.2C-1 -3.6 1.4 -3.6 3 -2.4L3 -2Z"/>
  <path fill="${paint(32, 4)}" d="M-2.7 -8L-2.4 -9.6L-1.4 -9.4L-1.5 -7.9Z"/>
  <ellipse cx="-1.6" cy="-10" rx=".78" ry=".98" fill="${paint(32, 4)}"/>
  <path fill="${paint(62, 8)}" d="M-2.5 -10.1C-2.6 -11.3 -1.9 -11.7 -1.2 -11.5C-.7 -11.3 -.6 -10.8 -.7 -10.4Z"/>
  <g fill="none" stroke-linecap="round" stroke-linejoin="round" stroke="${paint(36, 4)}">
    <path stroke-width=".8" d="M-2.2 -7.7L.2 -7.5L1.9 -8.7"/><path stroke-width=".75" d="M-2.9 -7L-.6 -5L2.4 -5.2"/>
  </g>
  <path fill="none" stroke="${paint(40, 60)}" stroke-width=".34" stroke-linecap="round" d="M1.6 -9.6L4.2 .2"/>
  <path fill="${paint(34, 30)}" d="M3.6 -1L4.5 -1.2C5.2 .8 5.4 2.2 5 3C4.3 3 3.8 1.2 3.6 -1Z"/>
  <path fill="none" stroke="${paint(120, 255)}" stroke-width=".22" stroke-linecap="round" d="M-.8 -10.3C-.7 -9.8 -.8 -9.4 -1.1 -9.1M-1.3 -7.9C-1 -7 -1.3 -4.6 -1.5 -2.6M-.6 -7.8L.3 -7.9L1.7 -8.9"/>`;

/** Hundredths of the drawing to hundredths of a frame height. */
export const noukaSize = 0.78;

export interface Boats {
  nouka: Cutout;
  boatman: Cutout;
  oar: Cutout;
  canoe: Cutout;
}

/** The boatman stands on (-21.5, -4.4) units of the nouka; the paddler sits in his canoe. */
export async function drawBoats(scale: number): Promise<Boats> {
  return {
    nouka: await drawn(hull + roof, scale, noukaSize),
    boatman: await drawn(figure, scale, noukaSize),
    oar: await drawn(oar, scale, noukaSize),
    canoe: await drawn(canoe + paddler, scale, 0.7),
  };
}
