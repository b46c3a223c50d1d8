/** What search engines and shared links are told of a public page. The `<title>` is the page's own. */
import { useLocation } from 'react-router';
import { publicPages } from '../../contract/pages.ts';
import { englishPath, pathIn } from '../texts/language.ts';
import { useTexts } from '../texts/site.ts';
import { useSettings } from '../ui/page-title.tsx';
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
  const path = englishPath(useLocation().pathname);
  // The others, such as a document of a copy, are nobody's but their reader's.
  const page = publicPages.find(({ en }) => en === path) ?? { en: path, bn: pathIn('bn', path), isIndexed: false };
  if (!settings) return null;
  const { title, description } = texts[path as keyof typeof texts] ?? texts['/view-one'];
  const { publicUrl, brand } = settings;
  return (
    <>
      <meta name="description" content={t(description)} />
      <link rel="alternate" hrefLang="en" href={publicUrl + page.en} />
      <link rel="alternate" hrefLang="bn" href={publicUrl + page.bn} />
      <link rel="alternate" hrefLang="x-default" href={publicUrl + page.en} />
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
          <meta property="og:locale" content={language === 'bn' ? 'bn_BD' : 'en_CA'} />
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
