/**
 * Reads the size, the text and the pictures of each page of a PDF that Chromium's printer (Skia) wrote. It does not
 * read every PDF: it knows no object streams, no encryption, and one kind of font.
 */
import { inflateSync } from 'node:zlib';

export interface PdfPage {
  /** In millimetres. */
  widthMm: number;
  heightMm: number;
  /** Without white space, as the lines of a page break anywhere. */
  text: string;
  /** In pixels. */
  pictures: { width: number; height: number }[];
}

export function pagesOf(pdf: Buffer): PdfPage[] {
  const file = new PdfFile(pdf);
  const root = [...file.objects.values()].find((body) => /\/Type\s*\/Catalog/.test(body)) ?? '';
  return file.leaves(referenceIn(root, 'Pages')).map((page) => {
    const [, , right = 0, top = 0] = (/\/MediaBox\s*\[([^\]]*)\]/.exec(page)?.[1] ?? '')
      .trim()
      .split(/\s+/)
      .map(Number);
    const shown: Shown = { text: '', pictures: [] };
    file.show(file.streamOf(referenceIn(page, 'Contents')), page, shown);
    const mm = (points: number) => Math.round((points / 72) * 25.4);
    return { ...shown, text: withoutSpaces(shown.text), widthMm: mm(right), heightMm: mm(top) };
  });
}

/** A text as `PdfPage.text` has it. */
export function withoutSpaces(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, '');
}

type Shown = Pick<PdfPage, 'text' | 'pictures'>;

function referenceIn(body: string, name: string): string {
  return new RegExp(`/${name}\\s+(\\d+) 0 R`).exec(body)?.[1] ?? '';
}

/** UTF-16BE in hexadecimal. */
function unicode(hex: string): string {
  return (hex.replace(/^FEFF/i, '').match(/.{4}/g) ?? [])
    .map((unit) => String.fromCharCode(Number.parseInt(unit, 16)))
    .join('');
}

class PdfFile {
  readonly objects = new Map<string, string>();
  readonly #streams = new Map<string, Buffer>();
  readonly #alphabets = new Map<string, Map<number, string>>();

  constructor(pdf: Buffer) {
    const text = pdf.toString('latin1');
    for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
      const start = match.index + match[0].length;
      const stream = text.indexOf('stream\n', start);
      const end = text.indexOf('endobj', start);
      const id = match[1] ?? '';
      const hasStream = stream !== -1 && stream < end;
      const body = text.slice(start, hasStream ? stream : end);
      this.objects.set(id, body);
      if (!hasStream) continue;
      const length = Number(/\/Length (\d+)/.exec(body)?.[1]);
      const bytes = pdf.subarray(stream + 7, stream + 7 + length);
      this.#streams.set(id, /\/FlateDecode/.test(body) ? inflateSync(bytes) : bytes);
    }
  }

  streamOf(id: string): string {
    return this.#streams.get(id)?.toString('latin1') ?? '';
  }

  /** The pages below a node of the page tree, in order. */
  leaves(id: string): string[] {
    const body = this.objects.get(id) ?? '';
    const kids = /\/Kids\s*\[([^\]]*)\]/.exec(body)?.[1];
    if (kids === undefined) return [body];
    return [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, kid = '']) => this.leaves(kid));
  }

  /** Walks the operators of a page; `owner` names the resources. */
  show(content: string, owner: string, shown: Shown): void {
    let alphabet = new Map<number, string>();
    // A span with a text of its own, such as one of joined letters, has it once for all its glyphs.
    let replaced = 0;
    const spans: boolean[] = [];
    const operators =
      /\/ActualText\s*<([0-9A-Fa-f]*)>[^\n]*?BDC|\b(BMC|BDC|EMC)\b|\/(\w+) [\d.-]+ Tf|<([0-9A-Fa-f]+)>|\/(\w+) Do\b/g;
    for (const [, actual, mark, font, glyphs, object] of content.matchAll(operators)) {
      if (actual !== undefined) {
        if (!replaced) shown.text += unicode(actual);
        replaced++;
        spans.push(true);
      } else if (mark === 'EMC') {
        if (spans.pop()) replaced--;
      } else if (mark) spans.push(false);
      else if (font) alphabet = this.#alphabet(referenceIn(owner, font));
      else if (glyphs && !replaced) {
        shown.text += (glyphs.match(/.{4}/g) ?? [])
          .map((glyph) => alphabet.get(Number.parseInt(glyph, 16)) ?? '')
          .join('');
      } else if (object) this.#draw(referenceIn(owner, object), shown);
    }
  }

  #draw(id: string, shown: Shown): void {
    const body = this.objects.get(id) ?? '';
    const size = (name: string) => Number(new RegExp(`/${name} (\\d+)`).exec(body)?.[1]);
    if (/\/Subtype\s*\/Image/.test(body)) shown.pictures.push({ width: size('Width'), height: size('Height') });
    else if (/\/Subtype\s*\/Form/.test(body)) this.show(this.streamOf(id), body, shown);
  }

  /** What each glyph of a font means, by its `ToUnicode` table. */
  #alphabet(id: string): Map<number, string> {
    const known = this.#alphabets.get(id);
    if (known) return known;
    const alphabet = new Map<number, string>();
    const table = this.streamOf(referenceIn(this.objects.get(id) ?? '', 'ToUnicode'));
    for (const [, lines = ''] of table.matchAll(/beginbfchar\n([\s\S]*?)endbfchar/g)) {
      for (const [, glyph = '', text = ''] of lines.matchAll(/<(\w+)>\s*<(\w+)>/g)) {
        alphabet.set(Number.parseInt(glyph, 16), unicode(text));
      }
    }
    for (const [, lines = ''] of table.matchAll(/beginbfrange\n([\s\S]*?)endbfrange/g)) {
      for (const [, first = '', last = '', text = ''] of lines.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g)) {
        const from = Number.parseInt(first, 16);
        const base = Number.parseInt(text, 16);
        for (let glyph = from; glyph <= Number.parseInt(last, 16); glyph++) {
          alphabet.set(glyph, String.fromCharCode(base + glyph - from));
        }
      }
    }
    this.#alphabets.set(id, alphabet);
    return alphabet;
  }
}
