/**
 * Whether a browser requests a document to show in a tab of its own (by Fetch Metadata, or by `Accept` where that is
 * missing).
 */
export function isNavigation(method: string | undefined, headers: Pick<Headers, 'get'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const destination = headers.get('sec-fetch-dest') ?? 'document';
  return destination === 'document' && (headers.get('accept') ?? '').includes('text/html');
}
