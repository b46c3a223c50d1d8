/** Every state of every public page as a browser gets it, from the real product, in both languages. */
import type { Application } from '../../contract/answers.ts';
import { type Language, pathIn } from '../../contract/language.ts';
import { limits } from '../../contract/limits.ts';
import { publicPages } from '../../contract/pages.ts';
import type { DemoApplicant } from '../../demo/applicants.ts';
import { addApplicant } from '../browser/applicant.ts';
import { type Product, startProduct } from '../product.ts';

export interface Visit {
  /** The state of the page, as a file name. */
  name: string;
  language: Language;
  path: string;
  status: number;
  html: string;
}

/** The product trusts the addresses in the visitors' headers, so that one over the budget does not block the others. */
export const settingsForVisitors = { TRUSTED_PROXIES: '127.0.0.0/8,::1/128' };
export const startProductForVisitors = (): Promise<Product> => startProduct(settingsForVisitors);

type Visited = Pick<Product, 'origin' | 'staff'>;

type Applicants = Record<'pending' | 'approved' | 'rejected', DemoApplicant>;

/** Adds three applicants: with all documents, with some and with none. */
export async function addThreeApplicants(product: Visited): Promise<Applicants> {
  const staff = await product.staff();
  const decide = async (name: 'approve' | 'reject', { _id }: Application) => {
    const decided = await staff.call(name, { params: { id: _id } });
    if (!decided.ok) throw new Error(`The decision was refused: ${decided.error.message}`);
  };
  const pending = await addApplicant(staff, 3);
  const approved = await addApplicant(staff, 4, ['jobLetter', 'visa']);
  const rejected = await addApplicant(staff, 5, []);
  await decide('approve', approved.application);
  await decide('reject', rejected.application);
  return { pending: pending.person, approved: approved.person, rejected: rejected.person };
}

/** A browser without script: it keeps its cookies and calls from an address of its own. */
class Visitor {
  static #visitors = 0;
  readonly #cookies = new Map<string, string>();
  readonly #address = `203.0.113.${++Visitor.#visitors}`;
  readonly #origin: string;
  readonly #language: Language;

  constructor({ origin }: Visited, language: Language) {
    this.#origin = origin;
    this.#language = language;
  }

  get cookies(): string {
    return [...this.#cookies].map((pair) => pair.join('=')).join('; ');
  }

  async request(page: string, init: RequestInit = {}): Promise<Response> {
    const { pathname, search } = new URL(page, this.#origin);
    const path = pathIn(this.#language, pathname) + search;
    const headers = { cookie: this.cookies, origin: this.#origin, 'x-forwarded-for': this.#address };
    const response = await fetch(this.#origin + path, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }

  /** Removes a cookie, as a browser does after its expiry. */
  forget(cookie: string): void {
    this.#cookies.delete(cookie);
  }

  enquire(typed: Record<string, string>): Promise<Response> {
    return this.request('/enquiry', { method: 'POST', body: new URLSearchParams(typed) });
  }

  /** An enquiry that finds its applicant. */
  async find({ passport, nationality, birthDate }: DemoApplicant): Promise<void> {
    const { status } = await this.enquire(typedOf(passport, nationality, birthDate));
    if (status !== 303) throw new Error(`The enquiry of an applicant was answered with ${status}.`);
  }
}

function typedOf(passport: string, nationality: string, birthDate: string): Record<string, string> {
  const [year = '', month = '', day = ''] = birthDate.split('-');
  return { passport, nationality, 'birthDate-day': day, 'birthDate-month': month, 'birthDate-year': year };
}

/** The cookies of a visitor who has found this applicant and opened the copy in that language. */
export async function grantedCookies(product: Visited, person: DemoApplicant, language: Language): Promise<string> {
  const visitor = new Visitor(product, language);
  await visitor.find(person);
  await visitor.request('/view-one');
  return visitor.cookies;
}

async function visitIn(language: Language, product: Visited, applicants: Applicants): Promise<Visit[]> {
  const visits: Visit[] = [];
  const record = async (name: string, response: Response) => {
    const { pathname, search } = new URL(response.url);
    visits.push({ name, language, path: pathname + search, status: response.status, html: await response.text() });
  };
  // Another passport for each language, since its budget is shared.
  const unknown = typedOf(language === 'en' ? 'ZZ0000001' : 'ZZ0000002', 'Bangladeshi', '1990-03-27');

  const plain = new Visitor(product, language);
  for (const { en } of publicPages) await record(en.slice(1) || 'home', await plain.request(en));
  await record('enquiry-empty', await plain.enquire({}));
  const wrong = { passport: 'ab 1 <b>', nationality: 'Bangladeshi', 'birthDate-day': '31/02/1990' };
  await record('enquiry-impossible', await plain.enquire(wrong));
  await record('enquiry-no-match', await plain.enquire(unknown));
  for (let miss = 0; miss < limits.enquiryMissesPerPassport; miss++) await plain.enquire(unknown);
  await record('enquiry-over-budget', await plain.enquire(unknown));
  await record('enquiry-too-long', await plain.enquire({ passport: 'a'.repeat(limits.jsonBodyBytesMax) }));

  for (const [status, person] of Object.entries(applicants)) {
    const applicant = new Visitor(product, language);
    await applicant.find(person);
    await record(`view-one-${status}`, await applicant.request('/view-one'));
    await record(`document-${status}`, await applicant.request('/view-one/jobLetter'));
    if (status === 'pending') continue;
    if (status === 'approved') await applicant.request('/view-one', { method: 'POST' });
    else applicant.forget('grant');
    await record(`view-one-after-${status}`, await applicant.request('/view-one'));
  }
  await record('no-file', await plain.request('/no-file'));
  return visits;
}

export async function visitAll(product: Visited): Promise<Visit[]> {
  const applicants = await addThreeApplicants(product);
  return [...(await visitIn('en', product, applicants)), ...(await visitIn('bn', product, applicants))];
}
