/** The short name of a browser and its system in the list of sessions. */

const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdgA?(iOS)?\//],
  ['Opera', /\b(OPR|Opera Mini|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['UC Browser', /\bUCBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+ .*Safari\//],
  ['curl', /^curl\//],
];
const systems: readonly (readonly [string, RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows NT\b/],
  ['Mac', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

const phones = new Set(['iPhone', 'Android']);
const joint = ' on ';

/** No browser sends more characters, and the time that some patterns take grows with the square of the length. */
const userAgentLengthMax = 500;

/** A name such as `Chrome on Android`, which consists only of fixed words, whatever the caller sent. */
export function describeUserAgent(userAgent: string | null): string {
  const sent = (userAgent ?? '').slice(0, userAgentLengthMax);
  const name = (table: typeof browsers) => table.find(([, shape]) => shape.test(sent))?.[0];
  const browser = name(browsers);
  const system = name(systems);
  return [browser, system].filter(Boolean).join(joint) || 'Unknown device';
}

/** The parts of such a name. */
export function userAgentParts(name: string): { browser: string | null; system: string | null; phone: boolean } {
  const words = name.split(joint);
  const partOf = (table: typeof browsers) => table.find(([part]) => words.includes(part))?.[0] ?? null;
  const system = partOf(systems);
  return { browser: partOf(browsers), system, phone: system !== null && phones.has(system) };
}
