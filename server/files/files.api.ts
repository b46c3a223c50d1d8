/** Serves files: with fixed types, without ranges, and with personal files excluded from every cache. */
import { logView } from '../audit/reading-log.ts';
import { grantedIds } from '../enquiry/grants.ts';
import type { Answer } from '../http/answer.ts';
import { isUnchanged } from '../http/conditional.ts';
import { cookieOf } from '../http/cookies.ts';
import type { Call, Handlers } from '../http/routes.ts';
import { Refusal } from '../refusal.ts';
import { findReadable, type ReadableFile } from './reading.ts';

// The bytes of a name never change, so a browser may cache a slide; shared caches revalidate every minute.
const publicCaching = 'public, max-age=31536000, immutable, s-maxage=60';
const basePolicy = "base-uri 'none'; form-action 'none'";
// A browser wraps a picture in a page of its own, which has inline styles.
const imagePolicy = `default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox; ${basePolicy}`;
// Chromium shows no PDF under `sandbox`, and its viewer is an object; the pages of this site show a PDF in a frame.
const pdfPolicy = `default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; ${basePolicy}`;

export const fileHandlers = {
  file: async ({ ctx, request, params, cookies }: Call<'file'>): Promise<Answer> => {
    const findFile = () =>
      findReadable(ctx, params.name, () => grantedIds(ctx, { grant: cookieOf(cookies, 'grant', ctx.settings) }));
    const file = await findFile();
    const headers = headersOf(file);
    const answer = { status: 200, headers, cookies: [], body: null };
    if (headers.etag && isUnchanged(request.headers.get('if-none-match'), headers.etag)) {
      const { 'content-length': _, ...unchanged } = headers;
      return { ...answer, status: 304, headers: unchanged };
    }
    if (request.method === 'HEAD') return answer;
    const body = await ctx.storage.get(file.key);
    // The file was replaced between the two reads.
    if (!body) throw new Refusal('not_found');
    if (file.view) logView(ctx, 'file.viewed', file.view.record, file.view.place);
    // An applicant on a slow line may have the rest of a document that the copy was still open for.
    if (!ctx.actor) return { ...answer, body: { stored: body } };
    const recheck = async () => {
      await request.recheckPermission?.();
      await findFile();
    };
    return { ...answer, body: { stored: body, recheck } };
  },
} satisfies Partial<Handlers>;

function headersOf({ key, contentType, sizeBytes, sha256, isPublic }: ReadableFile): Record<string, string> {
  return {
    'content-type': contentType,
    'content-length': String(sizeBytes),
    // The file name of a document is set by the link that downloads it.
    'content-disposition': isPublic ? `inline; filename="${key}"` : 'inline',
    'content-security-policy': contentType === 'application/pdf' ? pdfPolicy : imagePolicy,
    ...(contentType === 'application/pdf' && { 'x-frame-options': 'SAMEORIGIN' }),
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'none',
    'cache-control': isPublic ? publicCaching : 'private, no-store',
    ...(isPublic && { etag: `"${sha256.slice(0, 32)}"` }),
  };
}
