/** The status check over HTTP: what is asked, what an applicant gets to see, and the cookies that go with it. */
import type { EnquiryAnswer, ExtendedAnswer, GrantedAnswer } from '../../contract/answers.ts';
import { dhakaDay } from '../../contract/dates.ts';
import { enquiryRequest, noMatch } from '../../contract/enquiry.ts';
import { nationalityKey } from '../../contract/nationality.ts';
import { passportKey } from '../../contract/text.ts';
import { readForApplicant } from '../applications/applications.ts';
import { presentApplication, presentGranted } from '../applications/present.ts';
import { type Answer, json, noContent } from '../http/answer.ts';
import { accept, readJson, readQuery } from '../http/body.ts';
import type { Call, Handlers } from '../http/routes.ts';
import { Refusal } from '../refusal.ts';
import { lookUp } from './enquiry.ts';
import {
  browserCookie,
  endHeldGrant,
  endOfCopy,
  extendHeldGrant,
  grantCookies,
  grantedIds,
  heldGrant,
  knownBrowser,
} from './grants.ts';

export const enquiryHandlers = {
  enquiry: async (call: Call) => answer(call, await readJson(call.request)),

  enquiryByQuery: async (call: Call) => {
    // A link or an image on another site would spend the reader's budget.
    if (call.request.headers.get('sec-fetch-site') === 'cross-site') throw new Refusal('cross_site');
    return answer(call, readQuery(call.request.url));
  },

  granted: async ({ ctx, cookies }: Call) => {
    const ids = await grantedIds(ctx, cookies);
    const records = ids.length ? await readForApplicant(ctx, ids) : [];
    const grant = records.length ? heldGrant(ctx, cookies) : null;
    const body: GrantedAnswer = {
      applications: records.map(({ application, decisions }) => presentGranted(application, decisions)),
      expiresAt: grant?.expiresAt ?? null,
      canExtend: grant !== null && !grant.isExtended,
      ended: records.length ? null : endOfCopy(ctx, cookies),
    };
    return json(body);
  },

  extendGrant: async ({ ctx, cookies }: Call) => {
    const { expiresAt, cookies: given } = await extendHeldGrant(ctx, cookies);
    return json({ expiresAt } satisfies ExtendedAnswer, { cookies: given });
  },

  endGrant: async ({ ctx, cookies }: Call) => noContent(await endHeldGrant(ctx, cookies)),
} satisfies Handlers;

/** A miss carries no cookie and always the same bytes. */
async function answer({ ctx, cookies, address }: Call, input: unknown): Promise<Answer> {
  const { search, search1, search2 } = accept(enquiryRequest(dhakaDay(ctx.now())), input);
  const triple = { passportKey: passportKey(search), nationalityKey: nationalityKey(search1), birthDate: search2 };
  const browser = knownBrowser(ctx, cookies);
  const found = await lookUp(ctx, { triple, address, browser });
  if (!found) return json({ applications: [], message: noMatch.en } satisfies EnquiryAnswer);
  return json({ applications: [presentApplication(found.row)] } satisfies EnquiryAnswer, {
    cookies: [
      ...grantCookies(ctx, [found.row.id], heldGrant(ctx, cookies)),
      browserCookie(ctx, browser, found.passport),
    ],
  });
}
