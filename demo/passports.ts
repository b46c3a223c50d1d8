/**
 * Passport numbers in the shapes of their countries, a different one for each index. The step is coprime with the
 * number of possibilities, so that no number occurs twice; two rounds of a Feistel cipher hide the step.
 */
const shapes = {
  'bangladesh-chip': { prefixes: ['A'], digits: 8, step: 61_803_399 },
  bangladesh: {
    prefixes: ['BK', 'BM', 'BN', 'BP', 'BR', 'BT', 'BW', 'BX', 'BY', 'EA', 'EB', 'EC', 'EE', 'EF', 'EG', 'EH', 'EJ'],
    digits: 7,
    step: 105_065_777,
  },
  india: { prefixes: ['J', 'K', 'L', 'M', 'P', 'R', 'S', 'T', 'U', 'V', 'W', 'Z'], digits: 7, step: 74_164_079 },
  nepal: { prefixes: ['PA'], digits: 7, step: 6_180_341 },
  'sri-lanka': { prefixes: ['N'], digits: 7, step: 6_180_341 },
} as const;

export type PassportShape = keyof typeof shapes;

/** The narrowest shape has this many numbers. */
const indexMax = 9_999_999;

export function passportOf(index: number, shape: PassportShape): string {
  if (!Number.isInteger(index) || index < 0 || index > indexMax) {
    throw new RangeError(`No passport number is left for index ${index}; indexes run from 0 to ${indexMax}.`);
  }
  const { prefixes, digits, step } = shapes[shape];
  const perPrefix = 10 ** digits;
  const place = (index * step + 4_271_963) % (prefixes.length * perPrefix);
  const half = 10 ** (digits - 4);
  let high = Math.floor((place % perPrefix) / 10_000);
  let low = place % 10_000;
  low = (low + high * high * 37 + high * 911) % 10_000;
  high = (high + low * low * 53 + low * 677) % half;
  const number = high * 10_000 + low;
  return `${prefixes[Math.floor(place / perPrefix)]}${String(number).padStart(digits, '0')}`;
}
