/**
 * Regenerates the font subsets: `npm run fonts`. Words are subset by glyphs, not by characters, which would include
 * every conjunct that they can form. Hinting is removed, since current screens and renderers do not need it.
 */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import compress from 'wawoff2/compress.js';
import { lettersOf, scriptNames, weights } from './scripts.ts';
import { fullFont, openFont, subsetFontFile } from './shape.ts';

// The constants of hb-subset.h. Without layout closure, glyphs that are reached only through layout rules are omitted.
const flagNoHinting = 0x1;
const flagNoLayoutClosure = 0x200;
const setsLayoutFeatureTag = 6;
const memoryModeReadOnly = 1;

type Harfbuzz = Record<string, (...numbers: number[]) => number> & { memory: WebAssembly.Memory };

const code = readFileSync(fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')));
const harfbuzz = new WebAssembly.Instance(new WebAssembly.Module(code)).exports as unknown as Harfbuzz;
harfbuzz._initialize?.();

function call(name: string, ...numbers: number[]): number {
  const result = harfbuzz[name]?.(...numbers);
  if (result === 0 && name.endsWith('_or_fail')) throw new Error(`${name} failed.`);
  return result ?? 0;
}

function subset(font: Uint8Array, letters: Iterable<number>, glyphs: Iterable<number>): Uint8Array {
  const place = call('malloc', font.length);
  new Uint8Array(harfbuzz.memory.buffer).set(font, place);
  const face = call('hb_face_create', call('hb_blob_create', place, font.length, memoryModeReadOnly, 0, 0), 0);
  const input = call('hb_subset_input_create_or_fail');
  const features = call('hb_subset_input_set', input, setsLayoutFeatureTag);
  call('hb_set_clear', features);
  call('hb_set_invert', features);
  for (const letter of letters) call('hb_set_add', call('hb_subset_input_unicode_set', input), letter);
  for (const glyph of glyphs) call('hb_set_add', call('hb_subset_input_glyph_set', input), glyph);
  call('hb_subset_input_set_flags', input, flagNoHinting | flagNoLayoutClosure);
  const outcome = call('hb_face_reference_blob', call('hb_subset_or_fail', face, input));
  const start = call('hb_blob_get_data', outcome, 0);
  return new Uint8Array(harfbuzz.memory.buffer).slice(start, start + call('hb_blob_get_length', outcome));
}

for (const script of scriptNames) {
  const letters = await lettersOf(script);
  const words = [...letters.words(), ...letters.syllables()];
  const codePoints = [...(words.join('') + letters.characters())].flatMap((letter) => letter.codePointAt(0) ?? []);
  for (const weight of weights) {
    const full = await fullFont(script, weight);
    const { glyphs } = openFont(full);
    const font = await compress(subset(full, codePoints, new Set(words.flatMap((word) => [...glyphs(word)]))));
    await writeFile(subsetFontFile(script, weight), font);
    process.stdout.write(`${script} ${weight}: ${font.length} bytes\n`);
  }
}
