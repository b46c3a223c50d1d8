/** The status check over HTTP: its input, what the applicant may see, and its cookies. */
import type { EnquiryAnswer, ExtendedAnswer, GrantedAnswer } from '../../contract/answers.ts';
import { dhakaDay } from '../../contract/dates.ts';
import { enquiryRequest, noMatch } from '../../contract/enquiry.ts';
import { nationalityKey } from '../../contract/nationality.ts';
import { passportKey } from '../../contract/text.ts';
import { presentApplication, presentGranted } from '../applications/present.ts';
import { type Answer, json, noContent } from '../http/answer.ts';
import { accept, readJson, readQuery } from '../http/body.ts';
import { cookieOf, privateCookie } from '../http/cookies.ts';
import { requireOwnSite } from '../http/cross-site.ts';
import type { Call, Handlers } from '../http/routes.ts';
import { lookUp } from './enquiry.ts';
import {
  endHeldGrant,
  endOfCopy,
  extendHeldGrant,
  type Given,
  heldGrant,
  knownBrowser,
  newGrant,
  readGranted,
  rememberFound,
  type Shown,
} from './grants.ts';

export const enquiryHandlers = {
  enquiry: async (call: Call) => answer(call, await readJson(call.request)),

  enquiryByQuery: async (call: Call) => {
    // As if it were a write: a link or an image on another site could use up the reader's budget or plant a grant.
    requireOwnSite({ method: 'POST', headers: call.request.headers }, call.ctx.settings.publicUrl);
    return answer(call, readQuery(call.request.url));
  },

  granted: async (call: Call) => {
    const { ctx } = call;
    const shown = shownBy(call);
    const grant = heldGrant(ctx, shown);
    const records = grant ? await readGranted(ctx, grant) : [];
    const isOpen = grant !== null && records.length > 0;
    const body: GrantedAnswer = {
      applications: records.map(({ application, decisions }) => presentGranted(application, decisions)),
      expiresAt: isOpen ? grant.expiresAt : null,
      canExtend: isOpen && !grant.isExtended,
      ended: isOpen ? null : endOfCopy(ctx, shown),
    };
    return json(body);
  },

  extendGrant: async (call: Call) => {
    const { expiresAt, given } = await extendHeldGrant(call.ctx, shownBy(call));
    return json({ expiresAt } satisfies ExtendedAnswer, { cookies: cookiesFor(call, given) });
  },

  endGrant: async (call: Call) => noContent(cookiesFor(call, await endHeldGrant(call.ctx, shownBy(call)))),
} satisfies Handlers;

function shownBy({ ctx: { settings }, cookies }: Call): Shown {
  const shown = (name: keyof Shown) => cookieOf(cookies, name, settings);
  return { grant: shown('grant'), copy: shown('copy'), browser: shown('browser') };
}

function cookiesFor({ ctx }: Call, given: readonly Given[]): string[] {
  return given.map(({ name, value, lifeSeconds }) => privateCookie(name, value, lifeSeconds, ctx.settings));
}

/** A miss sets no cookie and always has the same bytes. */
async function answer(call: Call, input: unknown): Promise<Answer> {
  const { ctx, address } = call;
  const { search, search1, search2 } = accept(enquiryRequest(dhakaDay(ctx.now())), input);
  const triple = { passportKey: passportKey(search), nationalityKey: nationalityKey(search1), birthDate: search2 };
  const shown = shownBy(call);
  const browser = knownBrowser(ctx, shown);
  const found = await lookUp(ctx, { triple, address, browser });
  if (!found) return json({ applications: [], message: noMatch.en } satisfies EnquiryAnswer);
  return json({ applications: [presentApplication(found.row)] } satisfies EnquiryAnswer, {
    cookies: cookiesFor(call, [
      ...newGrant(ctx, [found.row.id], heldGrant(ctx, shown)),
      rememberFound(ctx, browser, found.passport),
    ]),
  });
}
