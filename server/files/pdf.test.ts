import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { activePdfs, pdfWith, plainPdf, withObjectStream } from '../../test/pdf.ts';
import { isPlainPdf } from './pdf.ts';

describe('a PDF', () => {
  it.each([
    ['a page with a text', plainPdf],
    ['objects in an object stream', withObjectStream('<< /Type /Page /Parent 2 0 R >>')],
    ['the page to begin with', pdfWith('<< /Type /Catalog /OpenAction [3 0 R /XYZ null null 0] >>')],
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

  it('with an object stream that unpacks to more than can be looked through is not', () => {
    const bomb = deflateSync(Buffer.alloc(65 * 1024 * 1024, ' '));
    const dictionary = `<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${bomb.length} >>`;
    expect(isPlainPdf(pdfWith(`${dictionary} stream\n${bomb.toString('latin1')}\nendstream`))).toBe(false);
  });
});
