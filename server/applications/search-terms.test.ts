import { expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { parserCost } from '../../test/parser-cost.ts';
import { nameKeys } from './name-key.ts';
import { searchTermsOf } from './search-terms.ts';

const keyOf = (name: string) => nameKeys(name.normalize('NFKC')).join(' ');

test.each([
  'Rahman, Rohman, Rahaman, Rehman, RAHMAN, রহমান',
  'Mohammad, Md, Md., Mohammed, Muhammad, Mohamed, Mohd, মোঃ, মো., মোহাম্মদ, মুহাম্মদ, মোহাম্মাদ, মোহাঃ',
  'Mosammat, Mst, Musammat, মোছাঃ, মোছাম্মৎ, মোসাম্মাৎ',
  'Chowdhury, Choudhury, Chaudhuri, Chowdhuri, Choudhori, চৌধুরী',
  'Hossain, Hussain, Hossen, Hosen, Husain, হোসেন, হোসাইন, হুসাইন',
  'Begum, Begom, বেগম',
  'Jahan, Zahan, জাহান',
  'Akter, Akhter, Aktar, Akhtar, আক্তার, আখতার',
  'Islam, Eslam, ইসলাম',
  'Ahmed, Ahmad, Ahammed, আহমেদ, আহম্মেদ, আহমদ',
  'Abdul, Abdur, Abdus, আব্দুল, আবদুল, আব্দুর',
  'Abdullah, Abdulla, আব্দুল্লাহ, আবদুল্লাহ',
  'Bhuiyan, Bhuiya, Bhuyan, ভূঁইয়া, ভূইয়া',
  'Miah, Mia, Miya, মিয়া, মিঞা',
  'Ali, Aly, আলী, আলি',
  'Ullah, Ulla, উল্লাহ',
  'Sheikh, Shaikh, Sk, শেখ',
  'Kazi, Quazi, Qazi, কাজী',
  'Syed, Sayed, Saiyed, সৈয়দ',
  'Khatun, Khatoon, খাতুন',
  'Haque, Hoque, Haq, হক',
  'Yasmin, Yeasmin, Easmin, ইয়াসমিন',
  'Yusuf, Yousuf, Eusuf, ইউসুফ',
  'Wahid, Ohid, ওয়াহিদ',
  'Shafiqul, Safikul, শফিকুল',
  'Fatema, Fatima, Phatema, ফাতেমা, ফাতিমা',
  'Mahmud, Mahmood, মাহমুদ',
  'Hasan, Hassan, হাসান',
  'Biswas, Bishwas, বিশ্বাস',
  'Chakraborty, Chakrabarti, চক্রবর্তী',
  'Lakshmi, Laxmi, লক্ষ্মী',
  'Sanjoy, Sanjay, সঞ্জয়',
  'Jahangir, জাহাঙ্গীর',
  'Tanchangya, তঞ্চঙ্গ্যা',
  'Hridoy, হৃদয়',
  'Opu, Apu, অপু',
  'José, Jose',
  'Md. Abdur Rahman, মোঃ আব্দুর রহমান, Mohammad Abdul Rohman',
])('these spellings have one key: %s', (names) => {
  expect(new Set(names.split(', ').map(keyOf)).size).toBe(1);
});

test.each([
  ['Hasan', 'Hossain'],
  ['Mohammad', 'Mahmud'],
  ['Islam', 'Aslam'],
  ['Ali', 'Alam'],
  ['Ali', 'Ullah'],
  ['Abdul', 'Abu'],
  ['Abdul', 'Abdullah'],
  ['Akter', 'Akbar'],
  ['Begum', 'Bagha'],
  ['Khan', 'Khatun'],
  ['Rahman', 'Rahim'],
  ['Mamun', 'Munna'],
  ['Karim', 'Kabir'],
  ['মোঃ', 'মিয়া'],
  ['জাহান', 'জাহানারা'],
])('%s and %s have different keys', (one, other) => {
  expect(keyOf(one)).not.toBe(keyOf(other));
});

test('the work of the longest text that is read stays small, whatever it is made of', async () => {
  const parts = ['ক', '্ব', 'h', 'ch', 'a ', 'ab ', 'ম্', '\u0301', '১', '- ', '😀', 'রহমান ', 'mohammad ', 'ng'];
  for (const part of parts) {
    const text = part.repeat(limits.textLengthMax).slice(0, limits.textLengthMax);
    const work = await parserCost(async () => searchTermsOf(text));
    expect([part, work < limits.textLengthMax * 200]).toEqual([part, true]);
  }
});
