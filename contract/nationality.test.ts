import { describe, expect, test } from 'vitest';
import { countries } from './countries.ts';
import { nationalityKey } from './nationality.ts';

function keysOf(texts: string[]): string[] {
  return [...new Set(texts.map(nationalityKey))];
}

describe('a known country', () => {
  test('is one nationality in both languages, as name, demonym and code', () => {
    expect(keysOf(['Bangladesh', 'Bangladeshi', 'বাংলাদেশ', 'BD', 'BGD', 'বাংলাদেশি', 'বাংলাদেশী'])).toEqual(['bd']);
  });

  test('is found whatever the case, spacing, punctuation and invisible characters', () => {
    const spellings = [
      ' bAnGlAdEsHi ',
      'BANGLADESH.',
      'Bangla\u200Bdesh',
      'B.D.',
      '\uFEFFBD',
      'বাংলা\u200Cদেশ',
      'ＢＤ',
      '(Bangladesh)',
    ];
    const long = [
      "People's Republic of Bangladesh",
      'Bangladesh, People’s Republic of',
      'THE PEOPLES  REPUBLIC\tOF BANGLADESH',
    ];
    expect(keysOf([...spellings, ...long, 'বাঙলাদেশ', 'বাংলাদেশ।'])).toEqual(['bd']);
  });

  test('does not depend on how Bangla letters are encoded or which vowel sign is chosen', () => {
    expect(keysOf(['মালয়েশিয়া', 'মাল\u09DFেশি\u09DFা', 'মাল\u09AF\u09BCেশি\u09AF\u09BCা', 'মালযেশিযা'])).toEqual(['my']);
    expect(keysOf(['পাকিস্তানি', 'পাকিস্তানী', 'PK'])).toEqual(['pk']);
    expect(
      keysOf(['কোট ডি‘আইভোর', 'ক\u09C7\u09BEট ডি‘আইভোর', "Cote d'Ivoire", 'Côte d’Ivoire', 'Ivory Coast']),
    ).toEqual(['ci']);
    expect(keysOf(['শ্রীলঙ্কা', 'শ্রিলংকা', 'Srilanka'])).toEqual(['lk']);
    expect(keysOf(['চীন', 'চিন'])).toEqual(['cn']);
  });

  test.each([
    ['gb', ['UK', 'U.K.', 'England', 'British', 'Great Britain', 'GBN', 'যুক্তরাজ্য', 'ব্রিটিশ']],
    ['us', ['USA', 'U.S.A.', 'United States', 'the United States of America', 'American', 'আমেরিকা', 'মার্কিন']],
    ['mm', ['Burma', 'Myanmar', 'Burmese', 'বার্মা', 'মায়ানমার']],
    ['ae', ['UAE', 'Emirati', 'আরব আমিরাত']],
    ['kr', ['South Korea', 'Republic of Korea', 'Korea, Republic of', 'KOR']],
    ['kp', ['North Korean', 'DPRK']],
    ['cd', ['DR Congo', 'Congo, Democratic Republic of the', 'COD']],
    ['cg', ['Republic of the Congo', 'COG']],
    ['tt', ['Trinidad & Tobago', 'Trinidad and Tobago']],
    ['lc', ['St. Lucia', 'Saint Lucia']],
    ['de', ['D<<', 'Germany']],
    ['ad', ['AND']],
    ['st', ['ST']],
    ['tr', ['Turkey', 'Türkiye', 'TÜRKİYE']],
    ['tw', ['Taiwanese', 'Republic of China']],
    ['cn', ['PRC', 'China']],
  ])('%s is found by %j', (key, texts) => {
    expect(keysOf(texts)).toEqual([key]);
  });

  test('every name and code of the table leads to its own country', () => {
    for (const { code, alpha3, name } of countries) {
      expect(keysOf([code, alpha3, code.toLowerCase(), name.en, name.bn]), name.en).toEqual([code.toLowerCase()]);
    }
  });
});

describe('words that several countries could claim', () => {
  test('exactly these name no country, and each still equals itself', () => {
    const shared = new Set<string>();
    for (const { code, name, demonym, aliases } of countries) {
      for (const text of [name.en, name.bn, ...Object.values(demonym), ...aliases]) {
        const key = nationalityKey(text);
        if (key !== code.toLowerCase()) shared.add(text);
        if (key !== code.toLowerCase()) expect(key).toMatch(/^text:/);
      }
    }
    expect([...shared].sort()).toEqual(
      ['Congo', 'Congolese', 'Dominican', 'Korea', 'Korean', 'Virgin Islander', 'Virgin Islands']
        .concat(['কঙ্গো', 'কঙ্গোলিজ', 'কোরিয়া', 'কোরিয়ান', 'কোরীয়', 'ডোমিনিকান'].map((text) => text.normalize('NFC')))
        .sort(),
    );
    expect(nationalityKey('DOMINICAN')).toBe(nationalityKey('dominican '));
  });

  test.each([
    ['Dominica', 'Dominican Republic'],
    ['Niger', 'Nigeria'],
    ['Nigerien', 'Nigerian'],
    ['নাইজারীয়', 'নাইজেরীয়'],
    ['Guinea', 'Guinea-Bissau'],
    ['Guinean', 'Equatorial Guinean'],
    ['Guinean', 'Papua New Guinean'],
    ['Indian', 'Indiana'],
    ['India', 'Indonesia'],
    ['Samoa', 'American Samoa'],
    ['Sudanese', 'South Sudanese'],
    ['Austrian', 'Australian'],
    ['Mauritian', 'Mauritanian'],
    ['Georgia', 'South Georgia'],
    ['Irish', 'Northern Irish'],
    ['Slovak', 'Slovene'],
    ['Swiss', 'Swazi'],
    ['ইরান', 'ইরাক'],
    ['China', 'Republic of China'],
  ])('%s is not %s', (one, other) => {
    expect(nationalityKey(one)).not.toBe(nationalityKey(other));
  });

  test('a people or a city is no country', () => {
    for (const text of ['Bengali', 'বাঙালি', 'Indiana', 'Dubai', 'Bangladesh India'])
      expect(nationalityKey(text)).toMatch(/^text:/);
  });
});

describe('any other text', () => {
  test('is compared without case, accents, spacing and punctuation', () => {
    expect(keysOf(['Stateless', ' STATELESS ', 'state\u00ADless', 'Státeless.'])).toEqual(['text:stateless']);
    expect(keysOf(['Rohingya refugee', 'rohingya   REFUGEE', 'Rohingya-refugee'])).toEqual(['text:rohingya refugee']);
    expect(keysOf(['Weißland', 'WEISSLAND'])).toEqual(['text:weissland']);
    expect(keysOf([`${'𠀀'.repeat(100)}1`, `${'𠀀'.repeat(100)}2`])).toEqual([`text:${'𠀀'.repeat(100)}`]);
  });

  test('counts Bangla digits as 0 to 9, mixed with Latin too', () => {
    expect(keysOf(['Zone ১২ক', 'zone 1২ক', 'ZONE 12ক'])).toEqual(['text:zone 12ক']);
  });

  test('stays apart when it differs', () => {
    expect(nationalityKey('Atlantis')).not.toBe(nationalityKey('Atlantic'));
    expect(nationalityKey('---')).not.toBe(nationalityKey('...'));
    expect(nationalityKey('???')).not.toBe(nationalityKey(''));
  });

  test.each([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    ' ',
    '\u0000',
    '\uD800',
    'text:bd',
    '🇧🇩',
    'null',
  ])('hostile or odd input %j is text', (text) => {
    expect(nationalityKey(text)).toMatch(/^text:/);
  });

  test('the work for a text of a megabyte is proportional to its length', () => {
    // Processor time does not depend on other load, but the host of a virtual machine adds to it, so it is measured
    // again.
    const work = (text: string) => {
      const before = process.cpuUsage();
      nationalityKey(text);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const part = 62_500;
    // Sixteen times as much text: proportional work grows sixteen times, quadratic work 256 times.
    const times = 16;
    const inProportion = 4 * times;
    const looks = 8;
    for (const unit of ['a', ' ', 'a ', '.', 'ী', '\u0316\u0301', '\u09CD\u09BC', 'ক্ষ', '\uD800', '🇧', 'st the ']) {
      const [small, large] = [unit.repeat(part / unit.length), unit.repeat((times * part) / unit.length)];
      // The first run is not measured, because it includes compiling.
      work(small);
      let ofSmall = work(small);
      let ofLarge = Number.POSITIVE_INFINITY;
      for (let look = 0; look < looks && ofLarge >= inProportion * ofSmall; look++) {
        ofSmall = Math.min(ofSmall, work(small), work(small));
        ofLarge = Math.min(ofLarge, work(large));
      }
      expect(ofLarge / ofSmall, JSON.stringify(unit)).toBeLessThan(inProportion);
    }
  });
});

test('Bangla names are those of the country itself, and what the lists of devices say is understood', () => {
  const deviceNames = new Intl.DisplayNames('bn', { type: 'region' });
  // The lists of devices call the Seychelles Sicily, which is no country; the others are two names in one.
  const wrong = new Set(['SC', 'HK', 'MO', 'PS', 'MM', 'CG', 'CD']);
  for (const { code, name } of countries) {
    if (!wrong.has(code))
      expect([code, nationalityKey(deviceNames.of(code) ?? '')]).toEqual([code, code.toLowerCase()]);
    if (code === 'SC') expect(name.bn).toBe('সেশেলস');
  }
  expect(nationalityKey('সিসিলি')).toMatch(/^text:/);
});
