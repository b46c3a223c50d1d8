/**
 * What a page may ask of the server while it is rendered: the API on behalf of the very caller of the page, and what
 * every page shows of the consultancy.
 */
import { createContext } from 'react-router';
import type { Brand } from '../contract/brand.ts';
import type { Client } from '../contract/client.ts';

/** What the server hands in with each request for a page. */
export interface PageDoor {
  /** With the caller's address, cookies, origin and request id; the cookies that it sets go out with the page. */
  api: Client;
  /** For inline scripts and styles; empty where the page is shared and has none. */
  nonce: string;
  settings: { publicUrl: string; brand: Brand; attachmentsAllowPdf: boolean };
  /** Puts an error of rendering into the log. */
  reportError: (error: unknown) => void;
  /** Lets a style that stands in the page through the content security policy, by its hash. */
  allowStyle: (hash: string) => void;
}

export const pageContext = createContext<PageDoor>();
