/**
 * What a page may ask of the server while it is rendered: the API in process on behalf
 * of the very caller of the page, and what every page shows of the consultancy.
 */
import { createContext } from 'react-router';
import { type Client, createClient, type Fetch } from '../contract/client.ts';

/** What pages say of the consultancy; nothing secret. */
export interface Brand {
  name: string;
  contactEmail: string;
  contactPhone: string;
  contactAddress: string;
  educationUrl: string;
}

/** What the server hands in with each request for a page. */
export interface PageDoor {
  /** The API in process; it knows the caller's address and the request's id. */
  fetch: Fetch;
  nonce: string;
  settings: { publicUrl: string; brand: Brand };
  reportError: (error: unknown) => void;
}

export interface Page extends Omit<PageDoor, 'fetch'> {
  api: Client;
}

export const pageContext = createContext<Page>();

/** By these the API tells who calls, and a write from another site from one of our own. */
const handedOn = ['cookie', 'origin', 'sec-fetch-site', 'user-agent'];

/** `keepCookie` receives each cookie that the API sets, for the page's own answer. */
export function openPage(request: Request, door: PageDoor, keepCookie: (cookie: string) => void): Page {
  const { fetch, ...rest } = door;
  const api = createClient(async (path, init) => {
    const headers = new Headers(init.headers);
    for (const name of handedOn) {
      const value = request.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    const response = await fetch(path, { ...init, headers });
    response.headers.getSetCookie().forEach(keepCookie);
    return response;
  });
  return { ...rest, api };
}
