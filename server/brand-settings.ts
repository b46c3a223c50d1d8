/** The settings about the consultancy itself, and a warning about those that are missing. */
import { type Brand, type BrandPart, brandParts, hasBrandPart, type InLanguages } from '../contract/brand.ts';
import { defaultLanguage, inEachLanguage, otherLanguages } from '../contract/language.ts';
import { isEmailAddress, type ReadSetting, type ReportProblem } from './setting-reader.ts';

/** What the pages show of an example where the setting is missing; it reaches nobody. */
const exampleContacts = { CONTACT_PHONE: '+880 9600 000000', CONTACT_EMAIL: 'help@maplegate.example' };
export type Contact = keyof typeof exampleContacts;
/** For the name, which is in the title of every page, and for the number of the licence. */
const textLengthMax = 60;

export function readBrand(get: ReadSetting, report: ReportProblem): Brand {
  const contactEmail = get('CONTACT_EMAIL') ?? exampleContacts.CONTACT_EMAIL;
  if (!isEmailAddress(contactEmail)) report('CONTACT_EMAIL', 'must be an e-mail address.');
  const contactPhone = get('CONTACT_PHONE') ?? exampleContacts.CONTACT_PHONE;
  if (!/^\+?(?:[ ().-]*\d){3,15}$/.test(contactPhone)) {
    const example = exampleContacts.CONTACT_PHONE;
    report('CONTACT_PHONE', `must be a telephone number in the digits 0 to 9, such as ${example}.`);
  }
  const educationUrl = get('EDUCATION_URL') ?? 'https://www.educanada.ca/';
  if (!isHttpsUrl(educationUrl)) report('EDUCATION_URL', 'must be an https address.');
  for (const setting of ['BRAND_NAME', 'LICENCE_NUMBER']) {
    if ((get(setting)?.length ?? 0) > textLengthMax) report(setting, `must have at most ${textLengthMax} characters.`);
  }
  const licenceNumber = get('LICENCE_NUMBER');
  const licenceBody = readInLanguages('LICENCE_BODY', get, report);
  const licenceRegisterUrl = get('LICENCE_REGISTER_URL');
  if (licenceRegisterUrl && !isHttpsUrl(licenceRegisterUrl))
    report('LICENCE_REGISTER_URL', 'must be an https address.');
  if (!licenceNumber && (licenceBody || licenceRegisterUrl))
    report('LICENCE_NUMBER', 'must be set when LICENCE_BODY or LICENCE_REGISTER_URL is.');
  return {
    name: get('BRAND_NAME') ?? 'Maplegate',
    contactEmail,
    contactPhone,
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

interface BrandSettings {
  brand: Brand;
  unsetContacts: readonly Contact[];
}

/** The contacts that are not set, so that the pages show those of an example. */
export function unsetContactsOf(get: ReadSetting): Contact[] {
  return (Object.keys(exampleContacts) as Contact[]).filter((name) => !get(name));
}

/**
 * A warning about facts that the pages cannot show, or show of an example, because their settings are missing. It is for
 * the person who starts the product; null if nothing is missing.
 */
export function brandWarning({ brand, unsetContacts }: BrandSettings): string | null {
  const listed = (names: readonly string[]) => new Intl.ListFormat('en').format(names);
  const sentences: string[] = [];
  const missing = brandParts.filter((part) => !hasBrandPart(brand, part));
  if (missing.length) {
    const facts = listed(missing.map((part) => `${wordsOf[part]} (${settingOf[part]})`));
    sentences.push(`The pages do not name ${facts}: applicants cannot check whom they deal with.`);
  }
  if (unsetContacts.length)
    sentences.push(`Without ${listed(unsetContacts)} they show contacts of an example, which reach nobody.`);
  return sentences.join(' ') || null;
}

function isHttpsUrl(text: string): boolean {
  return text.startsWith('https://') && URL.canParse(text);
}
