// The colours of the one journey, from the Padma at dawn to a lake under the Rockies at dusk, and their mixing.
// Mixing happens in linear light: a mix of two sRGB numbers is darker and greyer than the light it stands for.

export const palette = {
  ink: '#10222b',
  night: '#0b2530',
  deep: '#0f4a4f',
  lake: '#1f7a78',
  mist: '#bfe0d8',
  apricot: '#f7b27a',
  peach: '#fbd9b5',
  rose: '#e98b78',
  sun: '#ffe2a8',
  amber: '#ffc44d',
  maple: '#c8431f',
  gold: '#f2a33a',
  ivory: '#fbf3e6',
} as const;

/** Red, green and blue in linear light, 1 being paper white. */
export type Light = readonly [number, number, number];

export function light(hex: string): Light {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

export function hex([red, green, blue]: Light): string {
  const channel = (value: number) => {
    const bounded = Math.min(1, Math.max(0, value));
    const coded = bounded <= 0.0031308 ? bounded * 12.92 : 1.055 * bounded ** (1 / 2.4) - 0.055;
    return Math.round(coded * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(red)}${channel(green)}${channel(blue)}`;
}

export function mix(from: Light, to: Light, share: number): Light {
  const part = (a: number, b: number) => a + (b - a) * share;
  return [part(from[0], to[0]), part(from[1], to[1]), part(from[2], to[2])];
}
