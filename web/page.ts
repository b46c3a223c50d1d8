/**
 * What a page may ask of the server while it is rendered: the API in process on behalf
 * of the very caller of the page, and what every page shows of the consultancy.
 */
import { createContext } from 'react-router';
import type { Brand } from '../contract/brand.ts';
import { type Client, createClient, type Fetch } from '../contract/client.ts';

/** What the server hands in with each request for a page. */
export interface PageDoor {
  /** The API in process; hands on the caller's address, cookies, origin and request id. */
  fetch: Fetch;
  nonce: string;
  settings: { publicUrl: string; brand: Brand; attachmentsAllowPdf: boolean };
  reportError: (error: unknown) => void;
  /** Lets a style that stands in the page through the content security policy, by its hash. */
  allowStyle: (hash: string) => void;
}

export interface Page extends Omit<PageDoor, 'fetch'> {
  api: Client;
}

export const pageContext = createContext<Page>();

/** `keepCookie` receives each cookie that the API sets, for the page's own answer. */
export function openPage({ fetch, ...rest }: PageDoor, keepCookie: (cookie: string) => void): Page {
  const api = createClient(async (path, init) => {
    const response = await fetch(path, init);
    response.headers.getSetCookie().forEach(keepCookie);
    return response;
  });
  return { ...rest, api };
}
