/** The fields that are recognised in a text from a message, a mail or a spreadsheet. */
import { expect, test } from 'vitest';
import { formFieldNames, jobTitles } from '../../../../contract/application-form.ts';
import { limits } from '../../../../contract/limits.ts';
import { buildFields } from '../../../../test/build.ts';
import bn from '../../../texts/application.bn.json' with { type: 'json' };
import en from '../../../texts/application.en.json' with { type: 'json' };
import { readPastedText } from './pasted-text.ts';

const shown = (of: Record<string, string>) => Object.entries(of).map(([value, label]) => [label, value] as const);
const words = {
  sex: [...shown(en.sex), ...shown(bn.sex)],
  jobTitle: [...shown(en.jobTitle), ...shown(bn.jobTitle)],
};
const read = (text: string) => {
  const { values, unrecognised } = readPastedText(text, '2026-11-21', words);
  return { values, unrecognised };
};

const rahman = {
  surname: 'RAHMAN',
  givenN: 'MD KARIM',
  sex: 'Male',
  dob: '1990-03-12',
  passport: 'EB1234567',
  phone: '01712345678',
  email: 'karim@example.com',
};

test.each([
  [
    'a message in English',
    `Surname: RAHMAN
Given name: MD KARIM
Gender: M
Passport No: EB1234567
Date of birth: 12 March 1990
Mobile: +88 01712-345678
E-mail: karim@example.com`,
  ],
  [
    'a message in Bangla',
    `বংশগত নাম: RAHMAN
প্রদত্ত নাম: MD KARIM
লিঙ্গ: পুরুষ
পাসপোর্ট নম্বর: EB1234567
জন্মতারিখ: ১২/০৩/১৯৯০
মোবাইল: ০১৭১২৩৪৫৬৭৮
ইমেইল: karim@example.com`,
  ],
  [
    'numbers, stars and dashes, as messages have them',
    `*1. Last name* - RAHMAN
2) First name – MD KARIM
৩। Sex = male

• Passport no. : EB1234567
5. DOB: 12th March 1990
Phone number\t8801712345678
   EMAIL ADDRESS:   karim@example.com  `,
  ],
  [
    'labels above their values',
    'Surname\nRAHMAN\nGiven names\nMD KARIM\nSex\nMale\nPassport number\nEB1234567\nBirth date\n1990-03-12\nPhone\n01712345678\nEmail\nkarim@example.com',
  ],
  [
    'one line',
    'Surname: RAHMAN, Given name: MD KARIM; Sex: Male | Passport: EB1234567, DOB: 12.03.1990, Phone: 01712345678, Email: karim@example.com',
  ],
  [
    'a row of a spreadsheet with its headings, in any order',
    'Email\tPassport No\tSurname\tGiven name\tSex\tDate of birth\tMobile No\nkarim@example.com\tEB1234567\tRAHMAN\tMD KARIM\tMale\t12/03/1990\t01712345678',
  ],
  [
    'two columns of a spreadsheet',
    'Surname\tRAHMAN\r\nGiven name\tMD KARIM\r\nSex\tMale\r\nPassport number\tEB1234567\r\nDate of birth\t12-Mar-1990\r\nPhone number\t01712345678\r\nEmail\tkarim@example.com',
  ],
])('%s fills the fields', (_, text) => {
  expect(read(text)).toEqual({ values: rahman, unrecognised: [] });
});

test.each(['\t', '\n'])('all values in the order of the form need no labels: between %j', (between) => {
  const fields = { ...buildFields(), jobTitle: 'Cook', email: 'x@example.org' };
  const row = formFieldNames.map((name) => fields[name as keyof typeof fields]);
  expect(read(row.join(between)).values).toEqual(fields);
  // An export has further columns.
  expect(read([...row, 'Pending', '', ''].join('\t'))).toEqual({ values: fields, unrecognised: ['Pending'] });
  expect(read([...row].reverse().join(between)).values).toEqual({});
});

test('what is not recognised is returned in its order, and no field gets what it cannot have', () => {
  const text = `Dear office,
Surname: RAHMAN
Father's name: ABDUL
Date of birth: 31/02/1990
Sex: unknown
Job: astronaut
Surname: KHAN
Salary: CAD 1,200 per month
Address: 12, Station Road
Passport:`;
  expect(read(text)).toEqual({
    values: { surname: 'RAHMAN', salary: 'CAD 1,200 per month' },
    unrecognised: [
      'Dear office,',
      "Father's name: ABDUL",
      'Date of birth: 31/02/1990',
      'Sex: unknown',
      'Job: astronaut',
      'Surname: KHAN',
      'Address: 12, Station Road',
      'Passport:',
    ],
  });
  const several = read('Surname\tPassport no\tShoe size\nRAHMAN\tEB1234567\t42\nKHAN\tEB7654321\t41');
  expect(several).toEqual({
    values: { surname: 'RAHMAN', passport: 'EB1234567' },
    unrecognised: ['42', 'KHAN\tEB7654321\t41'],
  });
});

test('every job title is understood in both languages and any case', () => {
  for (const title of jobTitles) {
    expect(read(`Position: ${title.toUpperCase()}`).values).toEqual({ jobTitle: title });
    expect(read(`পদের নাম: ${bn.jobTitle[title]}`).values).toEqual({ jobTitle: title });
  }
});

test.each([
  ['nothing', ''],
  ['a name', 'RAHMAN'],
  ['prose with colons', 'He said: no. She said: yes; they left, and: so on.'],
  ['signs', ':::\n===\n\t\t\t\n---'],
  ['names of properties', 'constructor: x\n__proto__: y\ntoString\tz'],
  ['spaces', `a${' '.repeat(19_000)}b`],
  ['separators', ',;|'.repeat(6_000)],
  ['markup', '<script>alert(1)</script>\n<b>Surname</b>'],
  ['one megabyte', 'x: y\n'.repeat(200_000)],
  ['one megabyte of labels', 'Surname: A\n'.repeat(100_000)],
])(
  'nonsense fills nothing and takes no time: %s',
  (_, text) => {
    expect(read(text).values).toEqual({});
  },
  1_000,
);

test('a value that is too long for its field fills nothing', () => {
  const long = 'x'.repeat(limits.textLengthMax + 1);
  expect(read(`Company: ${long}\nSalary: 1`)).toEqual({ values: { salary: '1' }, unrecognised: [`Company: ${long}`] });
});
