import './ui/fonts.css';
import './ui/tokens.css';
import './ui/base.css';
import { ColorSchemeScript } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Links,
  type LoaderFunctionArgs,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from 'react-router';
import { errorText, isErrorCode } from '../contract/errors.ts';
import { firstLanguage, homePath, languageOfCookie, languageOfPath, languages } from '../contract/language.ts';
import { pageContext } from './page.ts';
import { LanguageProvider } from './texts/texts.tsx';
import { useUiTexts } from './texts/ui.ts';
import { PageTitle } from './ui/page-title.tsx';

export function loader({ request, context }: LoaderFunctionArgs) {
  const { nonce, settings } = context.get(pageContext);
  const { publicUrl, brand, attachmentsAllowPdf, retentionYears } = settings;
  const { name, contactEmail, contactPhone, contactPerson, contactAddress, contactHours, educationUrl } = brand;
  const { licenceNumber, licenceBody, licenceRegisterUrl } = brand;
  return {
    publicUrl,
    attachmentsAllowPdf,
    retentionYears,
    // The fields are listed one by one because this is sent to the browser.
    brand: {
      name,
      contactEmail,
      contactPhone,
      contactPerson,
      contactAddress,
      contactHours,
      educationUrl,
      licenceNumber,
      licenceBody,
      licenceRegisterUrl,
    },
    cookieLanguage: languageOfCookie(request.headers.get('cookie')),
    nonce,
  };
}

export const shouldRevalidate = () => false;

/** A route that needs React in the browser says so in its `handle`; all other pages are sent without it. */
export interface Handle {
  scripts: true;
}

export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const hasScripts = useMatches().some((match) => (match.handle as Handle | undefined)?.scripts);
  const root = useRouteLoaderData<typeof loader>('root');
  const language = hasScripts ? (root?.cookieLanguage ?? firstLanguage) : languageOfPath(pathname);
  const { direction, hasHeavyLetters } = languages[language];
  return (
    <html
      lang={language}
      dir={direction}
      data-heavy-letters={hasHeavyLetters && !hasScripts ? '' : undefined}
      data-letters={hasScripts ? '' : undefined}
      data-mantine-color-scheme={hasScripts ? 'light' : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0b2530" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {/* During development Vite's client reads the nonce for injected styles from here. */}
        {import.meta.env.DEV && <meta property="csp-nonce" nonce={root?.nonce} />}
        {/* Style sheets of the same origin need no nonce, and hydration would not find one, since browsers hide it. */}
        <Links nonce="" />
        {hasScripts && <ColorSchemeScript nonce={root?.nonce} defaultColorScheme="auto" suppressHydrationWarning />}
      </head>
      <body>
        <LanguageProvider value={language}>{children}</LanguageProvider>
        {hasScripts && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const { t, language } = useUiTexts();
  const error = useRouteError();
  const code: unknown = isRouteErrorResponse(error) ? error.data : null;
  return (
    <main className="page">
      <PageTitle text={t('failure.title')} />
      <h1>{t('failure.title')}</h1>
      <p>{isErrorCode(code) && code !== 'internal_error' ? errorText(code, language) : t('failure.text')}</p>
      <p>
        <a href={homePath(language)}>{t('failure.home')}</a>
      </p>
    </main>
  );
}
