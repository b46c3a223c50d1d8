/** The metadata of a public page for search engines and shared links. Each page sets its own `<title>`. */
import { useLocation } from 'react-router';
import { defaultLanguage, defaultLanguagePath, inEachLanguage, languages, pathIn } from '../../contract/language.ts';
import { alternatesOf, publicPages } from '../../contract/pages.ts';
import { useTexts } from '../texts/site.ts';
import { useSettings } from '../ui/settings.ts';
import shareCard from './media/share-card.jpg?url';

const texts = {
  '/': { title: 'home.title', description: 'site.descriptionHome' },
  '/enquiry': { title: 'enquiry.title', description: 'site.descriptionEnquiry' },
  '/about': { title: 'about.title', description: 'site.descriptionAbout' },
  '/terms': { title: 'terms.title', description: 'site.descriptionTerms' },
  '/fraud': { title: 'fraud.title', description: 'site.descriptionFraud' },
  '/view-one': { title: 'copy.title', description: 'site.descriptionCopy' },
} as const;

export function PageHead() {
  const { t, language } = useTexts();
  const settings = useSettings();
  const path = defaultLanguagePath(useLocation().pathname);
  // All other pages, such as a document of a copy, are private and not indexed.
  const page = publicPages.find((each) => each[defaultLanguage] === path) ?? {
    ...inEachLanguage((each) => pathIn(each, path)),
    isIndexed: false,
  };
  if (!settings) return null;
  const { title, description } = texts[path as keyof typeof texts] ?? texts['/view-one'];
  const { publicUrl, brand } = settings;
  return (
    <>
      <meta name="description" content={t(description)} />
      {alternatesOf(page).map(([name, path]) => (
        <link key={name} rel="alternate" hrefLang={name} href={publicUrl + path} />
      ))}
      {!page.isIndexed && <meta name="robots" content="noindex, nofollow" />}
      {page.isIndexed && (
        <>
          <link rel="canonical" href={publicUrl + page[language]} />
          {/* The Open Graph protocol (ogp.me), which messengers read. */}
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={brand.name} />
          <meta property="og:title" content={t(title)} />
          <meta property="og:description" content={t(description)} />
          <meta property="og:url" content={publicUrl + page[language]} />
          <meta property="og:locale" content={languages[language].socialLocale} />
          <meta property="og:image" content={publicUrl + shareCard} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={t('site.shareCard')} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  );
}
