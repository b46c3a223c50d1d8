/**
 * The description of the API over HTTP. It is loaded and made at the first call, and then cached with its compressed
 * forms.
 */
import { answerCached, cacheBody } from '../http/cached-body.ts';
import type { Handlers } from '../http/routes.ts';
import type { Settings } from '../settings.ts';

// It is for authors of clients, and no result of a search engine.
const always = { 'cache-control': 'public, max-age=0, must-revalidate', 'x-robots-tag': 'noindex' };

export function openApiHandlers(settings: Settings): Pick<Handlers, 'openapi'> {
  const document = once(async () => {
    const { openApiDocument } = await import('./document.ts');
    const text = JSON.stringify(openApiDocument(settings));
    return cacheBody(text, { ...always, 'content-type': 'application/json' });
  });
  return {
    openapi: async ({ request }) => answerCached(await document(), request.headers),
  };
}

/** The result of the first call, for all later ones too; a failure is not kept. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}
