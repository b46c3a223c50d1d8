import type { OpenApiDocument } from './openapi.ts';

export function renderDocs(document: OpenApiDocument): { html: string; policy: string } {
  return { html: document.info.title, policy: "default-src 'none'" };
}
