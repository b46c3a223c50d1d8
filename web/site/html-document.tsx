/** The document around every public page. */
import type { ReactNode } from 'react';
import { type Language, languages } from '../../contract/language.ts';
import { DocumentHead } from '../document-head.tsx';
import { LanguageProvider } from '../texts/texts.tsx';

interface HtmlDocumentProps {
  language: Language;
  style: ReactNode;
  children: ReactNode;
}

export function HtmlDocument({ language, style, children }: HtmlDocumentProps) {
  const { direction, hasLargeFont } = languages[language];
  return (
    <html lang={language} dir={direction} data-heavy-letters={hasLargeFont ? '' : undefined}>
      <head>
        <DocumentHead />
        {style}
      </head>
      <body>
        <LanguageProvider value={language}>{children}</LanguageProvider>
      </body>
    </html>
  );
}
