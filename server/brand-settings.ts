/** The settings about the consultancy itself, and a warning about those that are missing. */
import { type Brand, type BrandPart, brandParts, hasBrandPart, type InLanguages } from '../contract/brand.ts';
import { defaultLanguage, inEachLanguage, otherLanguages } from '../contract/language.ts';
import type { ReadSetting, ReportProblem } from './setting-reader.ts';

export function readBrand(get: ReadSetting, report: ReportProblem): Brand {
  const educationUrl = get('EDUCATION_URL') ?? 'https://www.educanada.ca/';
  if (!isHttpsUrl(educationUrl)) report('EDUCATION_URL', 'must be an https address.');
  const licenceNumber = get('LICENCE_NUMBER');
  const licenceBody = readInLanguages('LICENCE_BODY', get, report);
  const licenceRegisterUrl = get('LICENCE_REGISTER_URL');
  if (licenceRegisterUrl && !isHttpsUrl(licenceRegisterUrl))
    report('LICENCE_REGISTER_URL', 'must be an https address.');
  if (!licenceNumber && (licenceBody || licenceRegisterUrl))
    report('LICENCE_NUMBER', 'must be set when LICENCE_BODY or LICENCE_REGISTER_URL is.');
  return {
    name: get('BRAND_NAME') ?? 'Maplegate',
    contactEmail: get('CONTACT_EMAIL') ?? 'help@maplegate.example',
    contactPhone: get('CONTACT_PHONE') ?? '+880 9600 000000',
    contactPerson: readInLanguages('CONTACT_PERSON', get, report),
    contactAddress: readInLanguages('CONTACT_ADDRESS', get, report),
    contactHours: readInLanguages('CONTACT_HOURS', get, report),
    educationUrl,
    licenceNumber,
    licenceBody,
    licenceRegisterUrl,
  };
}

/** Reads a text in each language. A language without a text of its own gets that of the first language. */
function readInLanguages(name: string, get: ReadSetting, report: ReportProblem): InLanguages | null {
  const first = get(name);
  for (const language of otherLanguages(defaultLanguage)) {
    const setting = `${name}_${language.toUpperCase()}`;
    if (!first && get(setting)) report(name, `must be set when ${setting} is.`);
  }
  return first
    ? inEachLanguage((language) =>
        language === defaultLanguage ? first : (get(`${name}_${language.toUpperCase()}`) ?? first),
      )
    : null;
}

const settingOf: Record<BrandPart, string> = {
  licence: 'LICENCE_NUMBER',
  person: 'CONTACT_PERSON',
  address: 'CONTACT_ADDRESS',
  hours: 'CONTACT_HOURS',
};

const wordsOf: Record<BrandPart, string> = {
  licence: 'the licence',
  person: 'a person to ask for',
  address: 'the address',
  hours: 'the office hours',
};

/**
 * A warning about facts that the pages cannot show because their settings are missing, for the person who starts the
 * product; null if nothing is missing.
 */
export function brandWarning(brand: Brand): string | null {
  const missing = brandParts.filter((part) => !hasBrandPart(brand, part));
  if (!missing.length) return null;
  const list = missing.map((part) => `${wordsOf[part]} (${settingOf[part]})`);
  return `The pages do not name ${new Intl.ListFormat('en').format(list)}: applicants cannot check whom they deal with.`;
}

function isHttpsUrl(text: string): boolean {
  return text.startsWith('https://') && URL.canParse(text);
}
