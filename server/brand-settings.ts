/** What the environment says of the consultancy, and what it leaves out. */
import { type Brand, type BrandPart, brandParts, type InLanguages, saysPart } from '../contract/brand.ts';

type Get = (name: string) => string | null;
type Say = (name: string, problem: string) => void;

export function readBrand(get: Get, say: Say): Brand {
  const educationUrl = get('EDUCATION_URL') ?? 'https://www.educanada.ca/';
  if (!isHttpsUrl(educationUrl)) say('EDUCATION_URL', 'must be an https address.');
  const licenceNumber = get('LICENCE_NUMBER');
  const licenceBody = get('LICENCE_BODY');
  const licenceRegisterUrl = get('LICENCE_REGISTER_URL');
  if (licenceRegisterUrl && !isHttpsUrl(licenceRegisterUrl)) say('LICENCE_REGISTER_URL', 'must be an https address.');
  if (!licenceNumber && (licenceBody || licenceRegisterUrl))
    say('LICENCE_NUMBER', 'must be set when LICENCE_BODY or LICENCE_REGISTER_URL is.');
  return {
    name: get('BRAND_NAME') ?? 'Maplegate',
    contactEmail: get('CONTACT_EMAIL') ?? 'help@maplegate.example',
    contactPhone: get('CONTACT_PHONE') ?? '+880 9600 000000',
    contactPerson: readInLanguages('CONTACT_PERSON', get, say),
    contactAddress: readInLanguages('CONTACT_ADDRESS', get, say),
    contactHours: readInLanguages('CONTACT_HOURS', get, say),
    educationUrl,
    licenceNumber,
    licenceBody,
    licenceRegisterUrl,
  };
}

/** Without a Bangla text the other stands on both. */
function readInLanguages(name: string, get: Get, say: Say): InLanguages | null {
  const en = get(name);
  const bn = get(`${name}_BN`);
  if (!en && bn) say(name, `must be set when ${name}_BN is.`);
  return en ? { en, bn: bn ?? en } : null;
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

/** One sentence for whoever starts the product, or null where the pages say it all. */
export function unsaidOfBrand(brand: Brand): string | null {
  const unsaid = brandParts.filter((part) => !saysPart(brand, part));
  if (!unsaid.length) return null;
  const list = unsaid.map((part) => `${wordsOf[part]} (${settingOf[part]})`);
  return `The pages do not name ${new Intl.ListFormat('en').format(list)}: applicants cannot check whom they deal with.`;
}

function isHttpsUrl(text: string): boolean {
  return text.startsWith('https://') && URL.canParse(text);
}
