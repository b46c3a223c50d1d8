/** The whole site map. */
import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes';
import { noFilePage, officeScreens } from '../contract/pages.ts';
import { screenFiles } from './office/screens.ts';

const page = (path: string, file: string, id: string): RouteConfigEntry =>
  route(path, file, { id, caseSensitive: true });

/** The public pages, once for each language. */
const site = (language: 'en' | 'bn', base: '' | 'bn/'): RouteConfigEntry =>
  layout('site/layout.tsx', { id: `${language}/site` }, [
    base === '' ? index('site/home.tsx', { id: 'en/home' }) : page('bn', 'site/home.tsx', 'bn/home'),
    page(`${base}terms`, 'site/terms.tsx', `${language}/terms`),
    page(`${base}about`, 'site/about.tsx', `${language}/about`),
    page(`${base}fraud`, 'site/fraud.tsx', `${language}/fraud`),
    page(`${base}enquiry`, 'site/enquiry.tsx', `${language}/enquiry`),
    page(`${base}view-one`, 'site/view-one.tsx', `${language}/view-one`),
    page(`${base}view-one/:document`, 'site/view-one-document.tsx', `${language}/document`),
    page(noFilePage[language].slice(1), 'site/no-file.tsx', `${language}/no-file`),
  ]);

export default [
  site('en', ''),
  site('bn', 'bn/'),
  layout('office/office.tsx', { id: 'office' }, [
    page('login', 'office/session/login.tsx', 'office/login'),
    layout('office/layout.tsx', { id: 'office/frame' }, [
      page('newPassword', 'office/session/new-password.tsx', 'office/newPassword'),
      page('profile', 'office/profile/profile.tsx', 'office/profile'),
      layout(
        'office/session/guard.tsx',
        { id: 'office/guard' },
        officeScreens.map((path) => page(path, screenFiles[path], `office/${path}`)),
      ),
    ]),
  ]),
  route('*', 'site/unknown.ts'),
] satisfies RouteConfig;
