import './ui/fonts.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/layout.css';
import { ColorSchemeScript } from '@mantine/core';
import type { ReactNode } from 'react';
import { Links, type LoaderFunctionArgs, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router';
import { cookieLanguage, defaultLanguage, languages } from '../contract/language.ts';
import { DocumentHead } from './document-head.tsx';
import { Failure } from './failure.tsx';
import { displayOfCookie } from './office/applications/list-display.ts';
import { pageContext } from './page-context.ts';
import { LanguageProvider } from './texts/texts.tsx';

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
    cookieLanguage: cookieLanguage(request.headers.get('cookie')) ?? defaultLanguage,
    listDisplay: displayOfCookie(request.headers.get('cookie')),
    nonce,
  };
}

export const shouldRevalidate = () => false;

/** The document of the office; a public page has another (`site/html-document.tsx`). */
export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root');
  const language = root?.cookieLanguage ?? defaultLanguage;
  return (
    <html
      lang={language}
      dir={languages[language].direction}
      data-letters=""
      data-mantine-color-scheme="light"
      suppressHydrationWarning
    >
      <head>
        <DocumentHead />
        {/* During development Vite's client reads the nonce for injected styles from here. */}
        {import.meta.env.DEV && <meta property="csp-nonce" nonce={root?.nonce} />}
        {/* Style sheets of the same origin need no nonce, and hydration would not find one, since browsers hide it. */}
        <Links nonce="" />
        <ColorSchemeScript nonce={root?.nonce} defaultColorScheme="auto" suppressHydrationWarning />
      </head>
      <body>
        <LanguageProvider value={language}>{children}</LanguageProvider>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export const ErrorBoundary = Failure;
