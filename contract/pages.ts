/** The addresses of the site that more than the router must know: the sitemap, robots, the page cache, the checks of pages. */
import type { Language } from './errors.ts';

export interface PublicPage extends Record<Language, string> {
  /** Whether search engines may have it. Such a page is the same for everybody, so it is rendered once for all. */
  isIndexed: boolean;
  /** Whether it asks for something personal: no browser may keep it, or "back" on a shared computer brings it up filled in. */
  isForm: boolean;
  /** Whether it has a form that is posted to the page itself. */
  takesPost: boolean;
}

/** Every public page under its path in each language. */
export const publicPages: readonly PublicPage[] = [
  { en: '/', bn: '/bn', isIndexed: true, isForm: false, takesPost: false },
  { en: '/enquiry', bn: '/bn/enquiry', isIndexed: true, isForm: true, takesPost: true },
  { en: '/about', bn: '/bn/about', isIndexed: true, isForm: false, takesPost: false },
  { en: '/terms', bn: '/bn/terms', isIndexed: true, isForm: false, takesPost: false },
  { en: '/fraud', bn: '/bn/fraud', isIndexed: true, isForm: false, takesPost: false },
  { en: '/view-one', bn: '/bn/view-one', isIndexed: false, isForm: false, takesPost: true },
];

const postedPaths = new Set(publicPages.filter(({ takesPost }) => takesPost).flatMap(({ en, bn }) => [en, bn]));

/** The methods of a page, as the header `Allow` names them. */
export function pageMethods(path: string): string {
  return postedPaths.has(path) ? 'GET, HEAD, POST' : 'GET, HEAD';
}
/** What a person gets who opens the address of a file without the right to read it; no page leads there. */
export const noFilePage = { en: '/no-file', bn: '/bn/no-file' } as const satisfies Record<Language, string>;

/** The screens of the office that decide by themselves who may see them. */
export const openScreens = ['login', 'newPassword', 'profile'] as const;

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
  'auditLog',
] as const;
