/** Colours of the portraits and the mixing of their shades. */
export const skins = ['#8c5c40', '#9e6c4a', '#b07b55', '#bb8760', '#c6946b', '#d0a079', '#dbb08b'] as const;
export const hairs = ['#17131a', '#1d1714', '#241a16', '#120f12'] as const;
export const grey = '#77716f';
export const backgrounds = ['#eef3f6', '#f3f2ee', '#e9f0f3', '#f1eff4', '#eef3ee', '#e6eef6'] as const;
export const shirts = [
  '#f4f6f8',
  '#cfe0ee',
  '#3f5f86',
  '#7c9cb8',
  '#b5483f',
  '#5f7f63',
  '#e7dcc6',
  '#8a6d8f',
  '#d6e3d3',
  '#3c4656',
] as const;
export const suits = ['#2b3444', '#3a3f47', '#27414a', '#4b3f3a', '#1f2733'] as const;
export const ties = ['#8c2f39', '#1f4e79', '#3d6b52', '#6a4a86', '#b3742c'] as const;
export const panjabis = ['#f3eee3', '#dfe7e3', '#3e6a63', '#7a3b47', '#c9a063', '#41507a', '#8fa58a'] as const;
/** Cloth and the colour of its border or scarf. */
export const saris = [
  ['#a62c3f', '#e0b24f'],
  ['#1f6f6b', '#e6c67a'],
  ['#5b3a79', '#d9a7c7'],
  ['#d9823b', '#7a2f2a'],
  ['#2f5d94', '#e9d7a8'],
  ['#c2527a', '#f3d9c2'],
  ['#4d7a3f', '#e8d277'],
] as const;
export const kameezes = [
  ['#c65b6d', '#f2c9c4'],
  ['#3f7d8c', '#cfe7e6'],
  ['#7b5ea7', '#dccdf0'],
  ['#d99a4e', '#fbe6c4'],
  ['#4f7f58', '#d9ecd0'],
  ['#b0413e', '#f0d6b8'],
  ['#35507f', '#c8d6ee'],
] as const;
export const scarves = [
  '#2f3a4c',
  '#7d5a6d',
  '#2f6b66',
  '#b9897e',
  '#8b3a4a',
  '#c9b79c',
  '#5a6f9a',
  '#4e5f45',
  '#d3a5a5',
  '#1f1f26',
  '#87789f',
] as const;

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** The colour between two, `share` of the way to the second. */
export function mix(from: string, to: string, share: number): string {
  const target = channels(to);
  const parts = channels(from).map((value, at) => Math.round(value + ((target[at] ?? value) - value) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
export const darker = (colour: string, share = 0.18) => mix(colour, '#1c0f1a', share);
export const lighter = (colour: string, share = 0.18) => mix(colour, '#fffaf2', share);
