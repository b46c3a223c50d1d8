/** The addresses of the site that more than the router must know: the sitemap, robots, the page cache, the checks of pages. */
import type { Language } from './errors.ts';

export interface PublicPage extends Record<Language, string> {
  /** Whether search engines may have it: everything but what is somebody's own. */
  isIndexed: boolean;
}

/** Every public page under its path in each language. */
export const publicPages: readonly PublicPage[] = [
  { en: '/', bn: '/bn', isIndexed: true },
  { en: '/enquiry', bn: '/bn/enquiry', isIndexed: true },
  { en: '/about', bn: '/bn/about', isIndexed: true },
  { en: '/terms', bn: '/bn/terms', isIndexed: true },
  { en: '/fraud', bn: '/bn/fraud', isIndexed: true },
  { en: '/view-one', bn: '/bn/view-one', isIndexed: false },
];

/** The screens of the office that ask for a session, as patterns of the router. */
export const officeScreens = [
  'dashboard',
  'userManagement',
  'addUserManagement',
  'editUserManagement',
  'application',
  'addUserApplication',
  'editApplication',
  'userView',
  'updateApplicationView/:id',
  'slider',
  'addSliders',
  'editSlider',
  'setting',
] as const;
