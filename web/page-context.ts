/** What the server passes to the rendering of a page, and what that returns. */
import { createContext } from 'react-router';
import type { Slide } from '../contract/answers.ts';
import type { Brand } from '../contract/brand.ts';
import type { Client } from '../contract/client.ts';

/** The settings that pages show or follow. */
export interface PageSettings {
  publicUrl: string;
  brand: Brand;
  attachmentsAllowPdf: boolean;
  retentionYears: number | null;
}

export interface PageContext {
  /**
   * Calls use the address, cookies, origin and request id of the page's caller; cookies that they set are sent with the
   * page.
   */
  api: Client;
  /** As they were within the last second. */
  publishedSlides: () => Promise<Slide[]>;
  /** The nonce for inline scripts and styles; empty for a page that is rendered once for everybody and has none. */
  nonce: string;
  settings: PageSettings;
  /** Logs an error of rendering. */
  reportError: (error: unknown) => void;
}

export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  /** Empty for a redirect. */
  html: string;
  /** The hash of an inline style, which the content security policy must allow. */
  styleHash?: string | undefined;
}

export const pageContext = createContext<PageContext>();
