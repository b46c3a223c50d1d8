/** Opens fonts and shapes texts with them, as a browser does. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Blob, Buffer, BufferContentType, Face, Font, shape } from 'harfbuzzjs';
import decompress from 'wawoff2/decompress.js';
import type { Weight } from './scripts.ts';

export interface OpenFont {
  /** The code points that the font has a glyph for. */
  letters: number[];
  /** The glyph ids of a shaped text, including the intermediate glyphs of shaping. */
  glyphs(text: string): Set<number>;
  /** Whether a character of the text has no glyph. */
  lacks(text: string): boolean;
  /** The outlines and positions of a shaped text, to compare two fonts whose glyph ids differ. */
  picture(text: string): string;
}

/** The full font as published, decompressed. */
export async function fullFont(script: string, weight: Weight): Promise<Uint8Array> {
  const name = `@fontsource/hind-siliguri/files/hind-siliguri-${script}-${weight}-normal.woff2`;
  return decompress(await readFile(fileURLToPath(import.meta.resolve(name))));
}

export function subsetFontFile(script: string, weight: Weight): string {
  return fileURLToPath(new URL(`hind-siliguri-${script}-${weight}.woff2`, import.meta.url));
}

export async function subsetFont(script: string, weight: Weight): Promise<Uint8Array> {
  return decompress(await readFile(subsetFontFile(script, weight)));
}

export function openFont(bytes: Uint8Array): OpenFont {
  const face = new Face(new Blob(Uint8Array.from(bytes).buffer));
  const font = new Font(face);
  const shapeText = (text: string, watch?: (buffer: Buffer) => void) => {
    const buffer = new Buffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    if (watch) {
      buffer.setMessageFunc((now) => {
        if (now.getContentType() === BufferContentType.GLYPHS) watch(now);
        return true;
      });
    }
    shape(font, buffer);
    return buffer.getGlyphInfosAndPositions();
  };
  const outlines = new Map<number, string>();
  const outline = (glyph: number) => {
    const known = outlines.get(glyph) ?? font.glyphToPath(glyph);
    outlines.set(glyph, known);
    return known;
  };
  return {
    letters: [...face.collectUnicodes()],
    glyphs(text) {
      const seen = new Set<number>();
      const watch = (buffer: Buffer) => {
        for (const { codepoint } of buffer.getGlyphInfos()) seen.add(codepoint);
      };
      shapeText(text, watch);
      return seen;
    },
    lacks: (text) => shapeText(text).some(({ codepoint }) => codepoint === 0),
    picture: (text) =>
      shapeText(text)
        .map(({ codepoint, xAdvance, xOffset, yOffset }) => [outline(codepoint), xAdvance, xOffset, yOffset].join(' '))
        .join('\n'),
  };
}
