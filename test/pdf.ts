/** PDFs made for tests: a harmless one, and one for each way of doing more than showing pages. */
import { deflateSync } from 'node:zlib';

/** A PDF of one page and this object, each of whose characters is one byte. */
export function pdfWith(object: string): Buffer {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'];
  objects.push('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>', object);
  const body = objects.map((text, at) => `${at + 1} 0 obj\n${text}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.7\n%\xe2\xe3\xcf\xd3\n${body}trailer\n<< /Root 1 0 R >>\n%%EOF\n`, 'latin1');
}

const stream = (keys: string, data: Buffer) =>
  `<< ${keys} /Length ${data.length} >>\nstream\n${data.toString('latin1')}\nendstream`;

export const plainPdf = pdfWith(stream('/Filter /FlateDecode', deflateSync(Buffer.from('BT (A letter /JS) Tj ET'))));

export function withObjectStream(object: string, type = '/Type /ObjStm'): Buffer {
  return pdfWith(stream(`${type} /N 1 /First 5 /Filter /FlateDecode`, deflateSync(Buffer.from(`10 0 ${object}`))));
}

const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';

export const activePdfs: [string, Buffer][] = [
  ['a script', pdfWith(script)],
  ['a script whose names are escaped', pdfWith('<< /S /J#61va#53cript /#4a#53 (app.alert\\(1\\)) >>')],
  ['a script in an object stream', withObjectStream(script)],
  ['a script in an object stream whose type is escaped', withObjectStream(script, '/Type /Obj#53tm')],
  ['a script in an object stream without a type', withObjectStream(script, '')],
  ['an escaped script in an object stream', withObjectStream('<< /S /#4AavaScript /J#53 (x) >>')],
  ['a script inside of what claims to be a picture', pdfWith(`<< /Length 60 >>\nstream\n9 0 obj ${script}\nendstream`)],
  ['a program to launch', pdfWith('<< /S /Launch /F (calc.exe) >>')],
  ['an embedded file', pdfWith(stream('/Type /EmbeddedFile', Buffer.from('MZ')))],
  ['a list of embedded files', pdfWith('<< /Names << /EmbeddedFiles 9 0 R >> >>')],
  ['a form of another language', pdfWith('<< /AcroForm << /XFA 9 0 R >> >>')],
  [
    'an action that begins by itself',
    pdfWith('<< /Type /Catalog /OpenAction << /S /URI /URI (https://a.example) >> >>'),
  ],
  ['an action that begins by itself, elsewhere', pdfWith('<< /Type /Catalog /OpenAction 9 0 R >>')],
  ['actions of a page', pdfWith('<< /Type /Page /AA << /O 9 0 R >> >>')],
  [
    'actions of a page, behind a comment',
    pdfWith('<< /Type /Page /AA%\x80\n<< /O << /S /URI /URI (https://a.example) >> >> >>'),
  ],
  ['a file attached to a page', pdfWith('<< /Type /Annot /Subtype /FileAttachment /FS 9 0 R >>')],
  ['a file without a type', pdfWith('<< /Type /Filespec /F (a.exe) /EF << /F 9 0 R >> >>')],
  ['a page of another file', pdfWith('<< /S /GoToR /F (\\\\a.example\\b.pdf) /D [0 /Fit] >>')],
  ['actions of a page, by a number with a sign', pdfWith('<< /Type /Page /AA +4 0 R >>')],
  ['a file behind a number with a sign', pdfWith('<< /Type /Filespec /F (a.exe) /EF +5 0 R >>')],
  ['an action that begins by itself, in a list', pdfWith('<< /OpenAction [<< /S /URI /URI (https://a.example) >>] >>')],
  ['a picture of another site', pdfWith('<< /Length 0 /F << /FS /URL /F (https://a.example/x) >> >>')],
  ['a page of another file to show', pdfWith('<< /Subtype /Form /Ref << /F (\\\\a.example\\b.pdf) /Page 0 >> >>')],
  ['encryption', pdfWith('<< /Encrypt 9 0 R >>')],
  ['a script in a later version', Buffer.concat([plainPdf, Buffer.from(`9 0 obj\n${script}\nendobj\n%%EOF\n`)])],
  ['a form that is sent', pdfWith('<< /S /SubmitForm /F (https://a.example) >>')],
];
