import { describe, expect, test } from 'vitest';
import { countryFinder } from './found-countries.ts';

describe('the countries that a typed text finds', () => {
  test.each([
    ['en', 'American', 'United States'],
    ['en', 'British', 'United Kingdom'],
    ['en', 'Indian ', 'India'],
    ['en', 'bd', 'Bangladesh'],
    ['en', 'Niger', 'Niger'],
    ['en', 'Holland', 'Netherlands'],
    ['bn', 'Indian', 'ভারত'],
    ['bn', 'French', 'ফ্রান্স'],
    ['bn', 'আমেরিকান', 'মার্কিন যুক্তরাষ্ট্র'],
    ['bn', 'মার্কিন', 'মার্কিন যুক্তরাষ্ট্র'],
    ['bn', 'ব্রিটিশ', 'যুক্তরাজ্য'],
  ] as const)('%s: %s has the country that it names first, for Enter to choose', (language, typed, country) => {
    const { names, isFirstMeant } = countryFinder(language)(typed);
    expect([names[0], isFirstMeant]).toEqual([country, true]);
  });

  test.each([
    ['en', 'Banglad', 'Bangladesh'],
    ['en', 'United Stat', ['United States', 'United States Outlying Islands']],
    ['en', 'Trinidad an', 'Trinidad and Tobago'],
    ['bn', 'Banglad', 'বাংলাদেশ'],
    ['bn', 'বাংলাদ', 'বাংলাদেশ'],
    ['en', 'Korean', ['North Korea', 'South Korea']],
    ['bn', 'Korean', ['উত্তর কোরিয়া', 'দক্ষিণ কোরিয়া']],
    ['bn', 'কোরিয়ান', ['উত্তর কোরিয়া', 'দক্ষিণ কোরিয়া']],
    ['en', 'Dominican', ['Dominica', 'Dominican Republic']],
    ['en', 'Americ', ['American Samoa', 'United States']],
    ['bn', 'Americ', ['আমেরিকান সামোয়া', 'মার্কিন যুক্তরাষ্ট্র']],
    ['en', 'Nigeri', ['Niger', 'Nigeria']],
  ] as const)(
    '%s: the beginning %s is meant for %s, and only one country is chosen by Enter',
    (language, typed, found) => {
      const { names, isFirstMeant } = countryFinder(language)(typed);
      const expected = [found].flat();
      expect(names.slice(0, expected.length)).toEqual(expected);
      expect(isFirstMeant).toBe(expected.length === 1);
    },
  );

  test.each(['', 'Ocean', 'Banglor'])('Enter chooses none for “%s”, with which no name begins', (typed) => {
    expect(countryFinder('en')(typed).isFirstMeant).toBe(false);
  });
});
