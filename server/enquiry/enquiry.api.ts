/** The status check over HTTP: its input, its cookies, and the answers to the applicant. */
import type { Answers } from '../../contract/answers.ts';
import { dhakaDay } from '../../contract/dates.ts';
import { enquiryRequest } from '../../contract/enquiry.ts';
import { defaultLanguage } from '../../contract/language.ts';
import { nationalityKey } from '../../contract/nationality.ts';
import { passportKey } from '../../contract/text.ts';
import { contractTexts } from '../../contract/texts.ts';
import { presentApplication, presentGranted } from '../applications/present.ts';
import { type Answer, json, noContent } from '../http/answer.ts';
import { accept, readJson, readQuery } from '../http/body.ts';
import { cookieOf, privateCookie } from '../http/cookies.ts';
import { requireOwnSite } from '../http/cross-site.ts';
import type { Call, Handlers } from '../http/routes.ts';
import { lookUp } from './enquiry.ts';
import {
  currentGrant,
  endGrant,
  endOfCopy,
  extendGrant,
  type GrantCookies,
  knownBrowser,
  type NewCookie,
  newGrant,
  readGranted,
  rememberFound,
} from './grants.ts';

export const enquiryHandlers = {
  enquiry: async (call: Call) => answer(call, await readJson(call.request)),

  enquiryByQuery: async (call: Call) => {
    // Checked like a write: a link or an image on another site could use up the reader's budget or plant a grant.
    requireOwnSite({ method: 'POST', headers: call.request.headers }, call.ctx.settings.publicUrl);
    return answer(call, readQuery(call.request.url));
  },

  granted: async (call: Call) => {
    const { ctx } = call;
    const cookies = grantCookiesOf(call);
    const grant = currentGrant(ctx, cookies);
    const records = grant ? await readGranted(ctx, grant) : [];
    const isOpen = grant !== null && records.length > 0;
    const body: Answers['granted'] = {
      applications: records.map(({ application, decisions }) => presentGranted(application, decisions)),
      expiresAt: isOpen ? grant.expiresAt : null,
      canExtend: isOpen && !grant.isExtended,
      ended: isOpen ? null : endOfCopy(ctx, cookies),
    };
    return json(body);
  },

  extendGrant: async (call: Call) => {
    const { expiresAt, cookies } = await extendGrant(call.ctx, grantCookiesOf(call));
    return json({ expiresAt } satisfies Answers['extendGrant'], { cookies: headersFor(call, cookies) });
  },

  endGrant: async (call: Call) => noContent(headersFor(call, await endGrant(call.ctx, grantCookiesOf(call)))),
} satisfies Partial<Handlers>;

function grantCookiesOf({ ctx: { settings }, cookies }: Call): GrantCookies {
  const cookie = (name: keyof GrantCookies) => cookieOf(cookies, name, settings);
  return { grant: cookie('grant'), copy: cookie('copy'), browser: cookie('browser') };
}

function headersFor({ ctx }: Call, cookies: readonly NewCookie[]): string[] {
  return cookies.map(({ name, value, lifeSeconds }) => privateCookie(name, value, lifeSeconds, ctx.settings));
}

/** A miss sets no cookie and always has the same bytes. */
async function answer(call: Call, input: unknown): Promise<Answer> {
  const { ctx, address } = call;
  const { search, search1, search2 } = accept(enquiryRequest(dhakaDay(ctx.now())), input);
  const values = { passportKey: passportKey(search), nationalityKey: nationalityKey(search1), birthDate: search2 };
  const cookies = grantCookiesOf(call);
  const browser = knownBrowser(ctx, cookies);
  const match = await lookUp(ctx, { values, address, browser });
  if (!match)
    return json({ applications: [], message: contractTexts[defaultLanguage].noMatch } satisfies Answers['enquiry']);
  return json({ applications: [presentApplication(match.row)] } satisfies Answers['enquiry'], {
    cookies: headersFor(call, [
      ...newGrant(ctx, match.row.id, currentGrant(ctx, cookies)),
      rememberFound(ctx, browser, match.passport),
    ]),
  });
}
