/** All pages and the file of each. */
import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes';
import { homePath, type Language, languageNames, pathIn } from '../contract/language.ts';
import { noFilePage, officeScreens } from '../contract/pages.ts';
import { screens } from './office/screens.ts';

const page = (path: string, file: string, id: string): RouteConfigEntry =>
  route(path, file, { id, caseSensitive: true });

/** The public pages, once for each language. */
const site = (language: Language): RouteConfigEntry => {
  const at = (path: string, file: string, id: string) =>
    page(pathIn(language, path).slice(1), file, `${language}/${id}`);
  const home = homePath(language).slice(1);
  return layout('site/layout.tsx', { id: `${language}/site` }, [
    home ? page(home, 'site/home.tsx', `${language}/home`) : index('site/home.tsx', { id: `${language}/home` }),
    at('/terms', 'site/terms.tsx', 'terms'),
    at('/about', 'site/about.tsx', 'about'),
    at('/fraud', 'site/fraud.tsx', 'fraud'),
    at('/enquiry', 'site/enquiry.tsx', 'enquiry'),
    at('/view-one', 'site/view-one.tsx', 'view-one'),
    at('/view-one/:document', 'site/view-one-document.tsx', 'document'),
    page(noFilePage[language].slice(1), 'site/no-file.tsx', `${language}/no-file`),
  ]);
};

export default [
  ...languageNames.map(site),
  layout('office/office.tsx', { id: 'office' }, [
    page('login', 'office/session/login.tsx', 'office/login'),
    layout('office/layout.tsx', { id: 'office/frame' }, [
      page('newPassword', 'office/session/new-password.tsx', 'office/newPassword'),
      page('secondFactor', 'office/two-step/second-factor.tsx', 'office/secondFactor'),
      page('profile', 'office/profile/profile.tsx', 'office/profile'),
      layout(
        'office/session/guard.tsx',
        { id: 'office/guard' },
        officeScreens.map((path) => page(path, screens[path].file, `office/${path}`)),
      ),
    ]),
  ]),
  route('*', 'site/not-found.ts'),
] satisfies RouteConfig;
