import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parserCost } from '../../test/parser-cost.ts';
import { activePdfs, pdfWith, plainPdf, withObjectStream } from '../../test/pdf.ts';
import { isPlainPdf } from './pdf.ts';

describe('a PDF', () => {
  it.each([
    ['a page with a text', plainPdf],
    ['objects in an object stream', withObjectStream('<< /Type /Page /Parent 2 0 R >>')],
    ['the page to begin with', pdfWith('<< /Type /Catalog /OpenAction [3 0 R /XYZ null null 0] >>')],
    ['what a part of the page refers to', pdfWith('<< /S /Link /Ref [7 0 R] >>')],
    ['a link to a site', pdfWith('<< /Type /Annot /A << /S /URI /URI (https://example.com) >> >>')],
    ['two letters among compressed bytes', pdfWith('<< /Length 9 >> stream\n\x80\x01/JS \xff\xfe\x90\nendstream')],
    ['a name that begins like another', pdfWith('<< /LaunchPad 1 /JSX 2 /XFAlse 3 >>')],
  ])('with %s is plain', (_, pdf) => {
    expect(isPlainPdf(pdf)).toBe(true);
  });

  it.each(activePdfs)('with %s is not', (_, pdf) => {
    expect(isPlainPdf(pdf)).toBe(false);
  });

  it.each([
    ['packed twice', '/Filter [/FlateDecode /FlateDecode]'],
    ['packed otherwise', '/Filter /LZWDecode'],
    ['packed by what another object says', '/Filter 9 0 R'],
    ['predicted', '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>'],
    ['in another file', '/F (other.bin)'],
    ['without its type, packed otherwise', '/Filter /LZWDecode', '/First 4 /N 1'],
    ['behind what looks like the beginning of an object', '/X (9 0 obj) /Filter /LZWDecode'],
  ])('with an object stream that is %s is not', (_, keys, type = '/Type /ObjStm /First 4 /N 1') => {
    const pdf = pdfWith(`<< ${type} ${keys} /Length 3 >> stream\nabc\nendstream`);
    expect(isPlainPdf(pdf)).toBe(false);
  });

  it('with dictionaries that are nested as no program nests them is not', () => {
    const nested = (depth: number) => isPlainPdf(pdfWith('<< /A '.repeat(depth) + '>> '.repeat(depth)));
    expect([nested(500), nested(2_000)]).toEqual([true, false]);
  });

  it.each(['Launch', 'GoToE', 'OnInstantiate', 'Movie', 'Sound'])('that names /%s is not', (name) => {
    expect(isPlainPdf(pdfWith(`<< /${name} 1 0 R >>`))).toBe(false);
  });

  const packed = deflateSync(Buffer.from('10 0 << /S /JavaScript /JS (x) >>')).toString('latin1');
  const hiding = (dictionary: string) => pdfWith(`${dictionary}\nstream\n${packed}\nendstream`);
  // Without the type, which some readers do not ask for.
  const streamKeys = '/N 1 /First 5 /Filter /FlateDecode';
  it.each([
    ['behind a string', hiding(`<< ${streamKeys} /X (obj) >>`)],
    ['behind a string that breaks off a stream', hiding(`<< ${streamKeys} /X (stream) >>`)],
    ['behind a string that ends a stream', hiding(`<< ${streamKeys} /X (endstream) >>`)],
    ['within a string', hiding(`<< /X (9 0 obj << ${streamKeys} ) >>`)],
    ['half within a string', hiding('<< /X (9 0 obj << /Filter /LZWDecode /Y ) /N 1 /First 5 >>')],
    ['behind a string without a dictionary', hiding(`(9 0 obj <<) ${streamKeys} >>`)],
    ['behind the comment of another line', hiding(`(9 0 obj << /Filter /LZWDecode %) 8 0 obj << /N 1 /First 5 >>`)],
    ['within the data of another stream', hiding(`<< /Length 900 >> stream\n9 0 obj << ${streamKeys} >>`)],
    ['with its keys escaped', hiding('<< /#46irst 5 /#4e 1 /Filter /FlateDecode >>')],
    ['with its filter escaped', hiding('<< /N 1 /First 5 /F#69lter /FlateDecode >>')],
    ['with two filters to choose from', hiding(`<< ${streamKeys} /Filter /LZWDecode >>`)],
    ['behind a comment', hiding(`<< ${streamKeys} % >>\n/X 1 >>`)],
    ['with its data behind a comment', pdfWith(`<< ${streamKeys} >> % \nstream\n${packed}\nendstream`)],
  ])('with a script in an object stream that hides %s is not', (_, pdf) => {
    expect(isPlainPdf(pdf)).toBe(false);
  });

  it('with an object stream as office programs write it is plain', () => {
    const content = deflateSync(Buffer.from('10 0 << /Type /Outlines /First 11 0 R >>'));
    const data = `${content.toString('latin1')}\r\nendstream`;
    const dictionaries = [
      '<</Type/ObjStm/N 1/First 5/Filter/FlateDecode/Length 296>>\r\nstream\r\n',
      '<</Extends 7 0 R/Filter[/FlateDecode]/First 5/Length 12 0 R/N 1/Type/ObjStm>>stream\r\n',
    ];
    for (const dictionary of dictionaries) expect(isPlainPdf(pdfWith(dictionary + data))).toBe(true);
    expect(isPlainPdf(pdfWith('<< /Type /Outlines /First 11 0 R /Title (a \\) b) >>'))).toBe(true);
  });

  it.each([
    ['streams', 'stream '],
    ['streams with a dictionary', '<< >> stream '],
    ['dictionaries', '<< '],
    ['beginnings of texts', '('],
    ['beginnings of numbers', '<'],
    ['names of first objects', '<< /First '],
    ['object streams', '\n9 0 obj << /First 1 >> stream\nendstream '],
    ['escaped names', '/#4a#4a'],
    ['comments', '%'],
    ['spaces behind a name', '/AA        '],
  ])('of many %s costs work in proportion to its size', async (_, piece) => {
    const pdf = pdfWith(piece.repeat(Math.floor(700_000 / piece.length)));
    expect((await parserCost(async () => isPlainPdf(pdf))) / pdf.length).toBeLessThan(8);
  });

  it('with an object stream that unpacks to more than can be looked through is not', () => {
    const bomb = deflateSync(Buffer.alloc(65 * 1024 * 1024, ' '));
    const dictionary = `<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${bomb.length} >>`;
    expect(isPlainPdf(pdfWith(`${dictionary} stream\n${bomb.toString('latin1')}\nendstream`))).toBe(false);
  });
});
