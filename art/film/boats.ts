// The two boats that rhyme across the film: a nouka under its mat roof on the Padma, a canoe on the lake.
// Both lie at rest, with nobody aboard. Drawn in hundredths of a frame height, waterline at y = 0, bow to the right;
// colours mean tone, rim and lamp.

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

/** A bamboo driven into the shallows, and the line that keeps the boat at it. */
const mooring = `
  <path fill="none" stroke="${paint(44, 40)}" stroke-width=".62" stroke-linecap="round" d="M36.4 -20.5L35.3 4"/>
  <path fill="none" stroke="${paint(120, 255)}" stroke-width=".2" stroke-linecap="round" d="M36.7 -20.3L35.8 -1"/>
  <path fill="none" stroke="${paint(24)}" stroke-width=".72" d="M36.05 -15.2L36.02 -14.6M35.85 -10.2L35.82 -9.6M35.6 -5.2L35.58 -4.6"/>
  <path fill="none" stroke="${paint(40, 60)}" stroke-width=".22" stroke-linecap="round" d="M31.6 -7.7C33 -6.4 34.6 -7 35.9 -9.9M35.3 -9.6L36.5 -10M35.3 -10L36.5 -9.5"/>`;

const canoe = `
  <path fill="${paint(52, 6)}" d="M-20 -5.6C-18.8 -3.4 -15 -2.8 -8 -2.7L8 -2.7C15 -2.8 18.8 -3.4 20 -5.6C20.9 -3 19.4 -.4 16.6 .8L-16.6 .8C-19.4 -.4 -20.9 -3 -20 -5.6Z"/>
  <path fill="${paint(46)}" d="M-20 -3C-14 -1 14 -1 20 -3C19.4 -.8 18.4 .3 16.6 1L-16.6 1C-18.4 .3 -19.4 -.8 -20 -3Z"/>
  <path fill="none" stroke="${paint(150, 255)}" stroke-width=".36" stroke-linecap="round" d="M-20 -5.5C-18.8 -3.3 -15 -2.7 -8 -2.6L8 -2.6C15 -2.7 18.8 -3.3 20 -5.5"/>`;

/** It lies across the seats, its blade over the side. */
const paddle = `
  <path fill="none" stroke="${paint(70, 130)}" stroke-width=".42" stroke-linecap="round" d="M8.4 -2.9L-6.6 -5.5"/>
  <path fill="${paint(60, 90)}" d="M-6.2 -5.1C-7.6 -4.9 -9.8 -5.2 -10.9 -5.9C-10.7 -6.7 -8.2 -6.5 -6.2 -5.8Z"/>
  <path fill="none" stroke="${paint(150, 255)}" stroke-width=".2" stroke-linecap="round" d="M-10.7 -6.2C-9.6 -6.6 -7.6 -6.3 -6.2 -5.85L4 -4"/>`;

/** Hundredths of the drawing to hundredths of a frame height. */
export const noukaSize = 0.78;

export interface Boats {
  nouka: Cutout;
  canoe: Cutout;
}

export async function drawBoats(scale: number): Promise<Boats> {
  return {
    nouka: await drawn(mooring + hull + roof, scale, noukaSize),
    canoe: await drawn(paddle + canoe, scale, 0.7),
  };
}
