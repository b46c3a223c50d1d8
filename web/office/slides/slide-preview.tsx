/**
 * A preview of the slide on the home page. Each size is an iframe with the style sheets of the public site, so that
 * widths, fonts and colours are those of the page and not of the office.
 */
import { SegmentedControl } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Language } from '../../../contract/language.ts';
import { formatNumber } from '../../texts/numbers.ts';
import { useTexts } from '../../texts/office/slides.ts';
import { LanguageProvider } from '../../texts/texts.tsx';
import base from '../../ui/base.css?inline';
import sheet from '../../ui/card.module.css';
import fonts from '../../ui/fonts.css?inline';
import figure from '../../ui/slide-figure.module.css?inline';
import { SlideFigure, SlidePicture, UnstoredPicture } from '../../ui/slide-figure.tsx';
import { type SlideWords, slideLanguages } from '../../ui/slide-texts.ts';
import tokens from '../../ui/tokens.css?inline';
import hidden from '../../ui/visually-hidden.module.css?inline';
import section from '../form/form-section.module.css';
import { useObjectUrl } from '../form/object-url.ts';
import tone from '../frame/text.module.css';
import styles from './slide-preview.module.css';

interface SlidePreviewProps {
  words: SlideWords;
  file: File | null;
  /** The URL of the stored picture. */
  present: string | undefined;
}

const desktopPx = 1200;
const phonePx = 360;

export function SlidePreview({ words, file, present }: SlidePreviewProps) {
  const { t, language } = useTexts();
  const [shown, setShown] = useState<Language>(language);
  const url = useObjectUrl(file);
  const picture = present && !file ? <SlidePicture url={present} /> : <UnstoredPicture url={url} />;
  const slide = (
    <LanguageProvider value={shown}>
      <SlideFigure slide={{ ...words, thumbnail: words.thumbnail.trim() || '…' }} picture={picture} />
    </LanguageProvider>
  );
  const names = new Intl.DisplayNames(language, { type: 'language' });
  return (
    <aside className={`stack ${sheet.card} ${section.card} ${styles.preview}`} aria-label={t('preview')}>
      <div className={`spread ${styles.head}`}>
        <div>
          <h2>{t('preview')}</h2>
          <p className={tone.soft}>{t('previewLead')}</p>
        </div>
        <SegmentedControl
          aria-label={t('previewLanguage')}
          value={shown}
          onChange={(value) => setShown(value as Language)}
          data={slideLanguages.map((value) => ({ value, label: names.of(value) ?? value }))}
        />
      </div>
      {[
        { widthPx: desktopPx, name: 'desktop' as const },
        { widthPx: phonePx, name: 'phone' as const },
      ].map(({ widthPx, name }) => (
        <figure key={name} className={styles.figure}>
          <figcaption className={tone.note}>{t(name, { width: formatNumber(widthPx, language) })}</figcaption>
          <PageFrame widthPx={widthPx} language={shown} title={t(name, { width: formatNumber(widthPx, language) })}>
            {slide}
          </PageFrame>
        </figure>
      ))}
    </aside>
  );
}

interface PageFrameProps {
  widthPx: number;
  language: Language;
  title: string;
  children: ReactNode;
}

/** An inert page of the public site, scaled down if there is too little room. */
function PageFrame({ widthPx, language, title, children }: PageFrameProps) {
  const [body, setBody] = useState<HTMLElement | null>(null);
  const [heightPx, setHeight] = useState(0);
  const { ref, width } = useElementSize<HTMLDivElement>();
  const scale = width ? Math.min(1, width / widthPx) : 1;

  useEffect(() => {
    if (!body) return;
    body.ownerDocument.documentElement.lang = language;
  }, [body, language]);
  useEffect(() => {
    if (!body) return;
    const observer = new ResizeObserver(() => setHeight(Math.ceil(body.getBoundingClientRect().height)));
    observer.observe(body);
    return () => observer.disconnect();
  }, [body]);

  return (
    <div ref={ref} className={styles.frame} style={{ height: heightPx * scale }}>
      <iframe
        title={title}
        tabIndex={-1}
        srcDoc="<!doctype html>"
        style={{ width: widthPx, height: heightPx, transform: `scale(${scale})` }}
        onLoad={({ currentTarget: { contentDocument } }) => contentDocument && setBody(withSiteStyles(contentDocument))}
      />
      {body && createPortal(children, body)}
    </div>
  );
}

/** Adds the style sheets and attributes of the site to the empty document, and returns its body. */
function withSiteStyles({ defaultView, documentElement, body }: Document): HTMLElement | null {
  if (!defaultView) return null;
  const sheet = new (defaultView as unknown as typeof globalThis).CSSStyleSheet();
  sheet.replaceSync([fonts, tokens, base, figure, hidden].join('\n'));
  defaultView.document.adoptedStyleSheets = [sheet];
  documentElement.dataset.letters = '';
  body.inert = true;
  body.style.padding = 'var(--space-5) var(--gutter)';
  return body;
}
