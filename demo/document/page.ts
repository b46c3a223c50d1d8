/**
 * A sheet of paper to draw on. Letters become outlines of the packaged font, so a page looks the same on a machine
 * without fonts.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkitten';
import sharp from 'sharp';

/** The units in which a page is drawn: an A4 sheet at 150 dots an inch. */
const sheet = { width: 1240, height: 1754 } as const;
/** In pixels, as few as the small print allows, because a demo draws hundreds of pages. */
export const pageSize = { width: 827, height: 1170 } as const;

export type Weight = 400 | 500 | 600 | 700;

export interface Ink {
  readonly size?: number;
  readonly weight?: Weight;
  readonly colour?: string;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly tracking?: number;
}

interface Glyph {
  readonly id: string;
  readonly outline: string;
  readonly advance: number;
}

const locate = createRequire(import.meta.url);
const fonts = new Map<Weight, Font>();
const glyphs = new Map<string, Glyph>();

function fontOf(weight: Weight): Font {
  let font = fonts.get(weight);
  if (!font) {
    const file = locate.resolve(`@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-${weight}-normal.woff`);
    const opened = create(readFileSync(file));
    if (!('glyphForCodePoint' in opened)) throw new Error(`${file} is a collection of fonts; one font was expected.`);
    font = opened;
    fonts.set(weight, font);
  }
  return font;
}

function glyphOf(character: string, weight: Weight): Glyph {
  const key = `${weight}${character}`;
  let glyph = glyphs.get(key);
  if (!glyph) {
    const drawn = fontOf(weight).glyphForCodePoint(character.codePointAt(0) ?? 32);
    glyph = { id: `g${weight}-${drawn.id}`, outline: drawn.path.toSVG(), advance: drawn.advanceWidth };
    glyphs.set(key, glyph);
  }
  return glyph;
}

export class Page {
  readonly #shapes: string[] = [];
  readonly #used = new Map<string, string>();

  draw(svg: string): void {
    this.#shapes.push(svg);
  }

  box(
    x: number,
    y: number,
    width: number,
    height: number,
    look: { fill?: string; stroke?: string; radius?: number; weight?: number } = {},
  ): void {
    const { fill = 'none', stroke = 'none', radius = 0, weight = 2 } = look;
    this.draw(
      `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}" stroke="${stroke}" stroke-width="${weight}"/>`,
    );
  }

  line(x1: number, y1: number, x2: number, y2: number, colour = '#b9bec6', weight = 2): void {
    this.draw(`<path d="M${x1} ${y1} L${x2} ${y2}" stroke="${colour}" stroke-width="${weight}"/>`);
  }

  widthOf(text: string, { size = 24, weight = 400, tracking = 0 }: Ink = {}): number {
    const scale = size / fontOf(weight).unitsPerEm;
    let width = 0;
    for (const character of text) width += glyphOf(character, weight).advance * scale + tracking;
    return width;
  }

  /** Writes one line with its base at y. */
  text(x: number, y: number, text: string, ink: Ink = {}): void {
    const { size = 24, weight = 400, colour = '#22262c', anchor = 'start', tracking = 0 } = ink;
    const scale = size / fontOf(weight).unitsPerEm;
    const shift = anchor === 'start' ? 0 : this.widthOf(text, ink) * (anchor === 'end' ? 1 : 0.5);
    let at = 0;
    let uses = '';
    for (const character of text) {
      const glyph = glyphOf(character, weight);
      if (glyph.outline) {
        this.#used.set(glyph.id, glyph.outline);
        uses += `<use href="#${glyph.id}" x="${at.toFixed(0)}"/>`;
      }
      at += glyph.advance + tracking / scale;
    }
    this.draw(
      `<g fill="${colour}" transform="translate(${(x - shift).toFixed(2)} ${y}) scale(${scale} ${-scale})">${uses}</g>`,
    );
  }

  /** Writes words over as many lines as they need and returns the base of the line after. */
  paragraph(x: number, y: number, width: number, text: string, ink: Ink = {}, leading = 1.5): number {
    const step = (ink.size ?? 24) * leading;
    let line = '';
    let base = y;
    for (const word of text.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && this.widthOf(longer, ink) > width) {
        this.text(x, base, line, ink);
        base += step;
        line = word;
      } else line = longer;
    }
    this.text(x, base, line, ink);
    return base + step;
  }

  /** Draws a ruled table of labels and values; returns its lower edge. */
  rows(
    x: number,
    y: number,
    width: number,
    rows: readonly (readonly [string, string])[],
    look: { label?: number; height?: number; tint?: string } = {},
  ): number {
    const { label = 330, height = 50, tint = '#f4f6f8' } = look;
    rows.forEach(([name, value], index) => {
      const top = y + index * height;
      if (index % 2 === 0) this.box(x, top, width, height, { fill: tint });
      this.text(x + 20, top + height * 0.64, name, { size: 21, colour: '#5b6470' });
      this.text(x + label, top + height * 0.64, value, { size: 23, weight: 500 });
    });
    const end = y + rows.length * height;
    this.line(x, y, x + width, y, '#9aa3ae');
    this.line(x, end, x + width, end, '#9aa3ae');
    return end;
  }

  /** A pen stroke that differs with the name. */
  signature(x: number, y: number, name: string, colour = '#1d3b86'): void {
    const letters = [...name.replace(/[^A-Za-z]/g, '')].slice(0, 11);
    const sum = letters.reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 9973, 7);
    const step = 15 + (sum % 11);
    let path = `M${x} ${y - 20} C${x + 10} ${y - 80} ${x + 44} ${y - 70} ${x + 26} ${y + 8} S${x - 14} ${y + 6} ${x + 40} ${y - 14}`;
    let at = x + 40;
    for (const letter of letters) {
      const code = letter.charCodeAt(0) + sum;
      const tall = code % 6 === 0 ? 52 : 6 + (code % 13);
      const low = code % 7 === 0 ? 34 : 2;
      const width = step * (0.5 + (code % 5) / 4);
      path += ` C${at + width * 0.2} ${y - tall} ${at + width * 0.9} ${y - tall} ${at + width * 0.6} ${y - 2} S${at + width * 0.8} ${y + low} ${at + width} ${y - 4 - (code % 6)}`;
      at += width;
    }
    path += ` C${at + 20} ${y - 26} ${at + 50} ${y + 10} ${at + 70 + (sum % 30)} ${y - 24}`;
    if (sum % 3 !== 0) path += ` M${x + 20} ${y + 22} C${x + 90} ${y + 2} ${at - 20} ${y + 20} ${at + 30} ${y + 2}`;
    this.draw(
      `<path transform="translate(${x} ${y}) skewX(${-6 - (sum % 15)}) translate(${-x} ${-y})" d="${path}" fill="none" stroke="${colour}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" stroke-opacity=".88"/>`,
    );
  }

  /** A round rubber stamp with two lines in its middle. */
  stamp(x: number, y: number, upper: string, lower: string, colour: string): void {
    this.draw(
      `<g transform="translate(${x} ${y}) rotate(-11)" fill="none" stroke="${colour}" stroke-opacity=".72"><circle r="92" stroke-width="6"/><circle r="80" stroke-width="2"/><path d="M-66 -26 H66 M-66 30 H66" stroke-width="2"/></g><g transform="translate(${x} ${y}) rotate(-11)" fill-opacity=".72">`,
    );
    this.text(0, -40, 'SPECIMEN', { size: 17, weight: 600, colour, anchor: 'middle', tracking: 2 });
    this.text(0, 1, upper, { size: 21, weight: 700, colour, anchor: 'middle' });
    this.text(0, 22, lower, { size: 15, weight: 500, colour, anchor: 'middle' });
    this.text(0, 54, 'NO LEGAL FORCE', { size: 12, weight: 600, colour, anchor: 'middle' });
    this.draw('</g>');
  }

  /** The page as a JPEG, marked SPECIMEN from corner to corner. */
  async print(paper = '#ffffff'): Promise<Buffer> {
    for (const y of [430, 960, 1490]) {
      this.draw(`<g transform="translate(620 ${y}) rotate(-32)" fill-opacity=".13">`);
      this.text(0, 60, 'SPECIMEN', { size: 190, weight: 700, colour: '#c0182b', anchor: 'middle', tracking: 14 });
      this.draw('</g>');
    }
    const outlines = [...this.#used].map(([id, outline]) => `<path id="${id}" d="${outline}"/>`).join('');
    const { width, height } = sheet;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${pageSize.width}" height="${pageSize.height}" viewBox="0 0 ${width} ${height}"><defs>${outlines}</defs><rect width="${width}" height="${height}" fill="${paper}"/>${this.#shapes.join('')}</svg>`;
    // The product encodes it again.
    return sharp(Buffer.from(svg)).jpeg({ quality: 82, optimizeCoding: false }).toBuffer();
  }
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** `2025-03-09` as `9 March 2025`. */
export function longDate(date: string): string {
  return `${Number(date.slice(8))} ${months[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;
}

/** Fine waves as on banknotes, inside a rectangle. */
export function guilloche(x: number, y: number, width: number, height: number, colour: string, opacity = 0.3): string {
  const id = `w${x}-${y}`;
  const waves: string[] = [];
  for (let row = -2; row * 14 < height + 28; row++) {
    const base = y + row * 14;
    let wave = `M${x} ${base}`;
    for (let at = 0; at < width; at += 80) wave += ` q20 ${row % 2 ? -26 : 26} 40 0 t40 0`;
    waves.push(wave);
  }
  return `<clipPath id="${id}"><rect x="${x}" y="${y}" width="${width}" height="${height}"/></clipPath><path clip-path="url(#${id})" d="${waves.join(' ')}" fill="none" stroke="${colour}" stroke-width="1.4" stroke-opacity="${opacity}"/>`;
}
