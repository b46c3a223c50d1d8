import type { RenderedPage } from '../web/page-context.ts';

/** A page as its rendering gives it to the server. */
export function renderedPage(html: string, { status = 200, headers = {} }: Partial<RenderedPage> = {}): RenderedPage {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, html };
}
