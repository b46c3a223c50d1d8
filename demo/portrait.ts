/** A passport photograph of a demo applicant, drawn as a flat illustration by code. */
import sharp from 'sharp';
import { person } from './applicants.ts';
import { clothes } from './portrait/clothes.ts';
import { features, head, neck } from './portrait/face.ts';
import { hairBehind, hairOver } from './portrait/hair.ts';
import { darker, lighter } from './portrait/palette.ts';
import { traitsOf } from './portrait/traits.ts';

/** The ratio of a passport photograph, 35 by 45 mm. */
export const portraitSize = { width: 700, height: 900 } as const;

export function portrait(index: number): Promise<Buffer> {
  const { width, height } = portraitSize;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${portraitDrawing(index)}</svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: '#ffffff' }).jpeg({ quality: 86 }).toBuffer();
}

/** The shapes of the portrait on a canvas of 700 by 900, to be set into an SVG. */
export function portraitDrawing(index: number): string {
  const traits = traitsOf(person(index));
  return `<radialGradient id="wall" cx=".45" cy=".38" r=".8"><stop offset="0" stop-color="${lighter(traits.background, 0.6)}"/><stop offset="1" stop-color="${darker(traits.background, 0.07)}"/></radialGradient>
    <rect width="700" height="900" fill="url(#wall)"/>
    <g transform="translate(350 450) scale(1.24) translate(-350 -490)">
    ${hairBehind(traits)}<g transform="translate(0 -30)">${neck(traits)}${clothes(traits)}</g>${head(traits)}${features(traits)}${hairOver(traits)}
    </g>`;
}
