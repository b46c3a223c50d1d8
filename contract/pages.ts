/** The paths that more than the router needs: the sitemap, robots.txt, the page cache, the budgets of pages. */
import { defaultLanguage, inEachLanguage, type Language, languageNames, pathIn } from './language.ts';

export interface PublicPage extends Record<Language, string> {
  /**
   * Whether search engines may list it. Such a page is the same for everybody, so it is rendered once for all readers.
   */
  isIndexed: boolean;
  /**
   * Whether it asks for personal data. No browser may cache it, or "back" would show the filled form to the next user
   * of a shared computer.
   */
  isForm: boolean;
  /** Whether it has a form that is posted to the page itself. */
  takesPost: boolean;
}

const page = (path: string, rules: Omit<PublicPage, Language>): PublicPage => ({
  ...inEachLanguage((language) => pathIn(language, path)),
  ...rules,
});

/** Every public page under its path in each language. */
export const publicPages: readonly PublicPage[] = [
  page('/', { isIndexed: true, isForm: false, takesPost: false }),
  page('/enquiry', { isIndexed: true, isForm: true, takesPost: true }),
  page('/about', { isIndexed: true, isForm: false, takesPost: false }),
  page('/terms', { isIndexed: true, isForm: false, takesPost: false }),
  page('/fraud', { isIndexed: true, isForm: false, takesPost: false }),
  page('/view-one', { isIndexed: false, isForm: false, takesPost: true }),
];

export function pathsOf(page: Record<Language, string>): string[] {
  return languageNames.map((language) => page[language]);
}

/**
 * The paths of a page by language, as search engines are told; the first one is the default for all other languages.
 */
export function alternatesOf(page: Record<Language, string>): [string, string][] {
  const paths = languageNames.map((language): [string, string] => [language, page[language]]);
  return [...paths, ['x-default', page[defaultLanguage]]];
}

/** The page for a person who opens the URL of a file without the right to read it; no link leads there. */
export const noFilePage = inEachLanguage((language) => pathIn(language, '/no-file'));

/** The office screens that decide by themselves who may see them. */
export const openScreens = ['login', 'newPassword', 'secondFactor', 'profile'] as const;

/** The office screens that need a session, as patterns of the router. */
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
  'import',
  'import/:id',
  'slider',
  'addSliders',
  'editSlider',
  'setting',
  'auditLog',
] as const;

const officeParts = new Set([...openScreens, ...officeScreens].map((path) => path.split('/', 1)[0]));

/** Whether the path begins like that of a screen of the office. */
export function isOfficePath(path: string): boolean {
  return officeParts.has(path.split('/', 2)[1]);
}
