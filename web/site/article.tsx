/** The page of a long text: a summary, the table of contents, numbered sections and the contact. */
import type { ReactNode } from 'react';
import { brandParts, hasBrandPart } from '../../contract/brand.ts';
import { pathIn } from '../../contract/language.ts';
import { limits } from '../../contract/limits.ts';
import { statuses } from '../../contract/status.ts';
import { type ArticleName, articles, type Block } from '../texts/articles/articles.ts';
import { onlySetParts } from '../texts/articles/set-parts.ts';
import { useNumber } from '../texts/numbers.ts';
import { useTexts } from '../texts/site.ts';
import { useStatusTexts } from '../texts/status.ts';
import buttons from '../ui/button.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { useSettings } from '../ui/settings.ts';
import styles from './article.module.css';
import { ContactList, EmailLink, PhoneLink } from './contact-list.tsx';
import { Licence, LicenceText } from './licence.tsx';

export function Article({ name }: { name: ArticleName }) {
  const { t, language } = useTexts();
  const brand = useSettings()?.brand;
  const setParts = new Set<string>(brandParts.filter((part) => brand && hasBrandPart(brand, part)));
  const { lead, changed, short, sections } = onlySetParts(articles[name][language], (part) => setParts.has(part));
  return (
    <article className={styles.article}>
      <PageTitle text={t(`${name}.title`)} />
      <header className={styles.head}>
        <h1>{t(`${name}.title`)}</h1>
        <p className={styles.lead}>
          <Text text={lead} />
        </p>
        {changed && <p className={styles.changed}>{changed}</p>}
      </header>

      {short && (
        <section className={styles.short} aria-labelledby="in-short">
          <h2 id="in-short">{short.title}</h2>
          <BlockView block={{ list: short.points }} />
        </section>
      )}

      <nav className={styles.contents} data-screen-only="" aria-labelledby="contents">
        <h2 id="contents">{t('article.contents')}</h2>
        <ol>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>

      <div className={styles.sections}>
        {sections.map(({ id, title, blocks }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{title}</h2>
            {blocks.map((block) => (
              <BlockView key={JSON.stringify(block)} block={block} />
            ))}
            {id === 'licence' && <Licence />}
            {id === 'contact' && (
              <>
                <ContactList />
                <a className={buttons.primary} href={pathIn(language, '/enquiry')}>
                  {t('site.checkStatus')}
                </a>
              </>
            )}
          </section>
        ))}
      </div>
    </article>
  );
}

function BlockView({ block }: { block: Block }) {
  if (typeof block === 'string') {
    return (
      <p>
        <Text text={block} />
      </p>
    );
  }
  if ('statuses' in block) return <Statuses />;
  if ('pairs' in block) return <Pairs pairs={block.pairs} />;
  const [kind, items]: [string, string[]] = Object.entries(block)[0] ?? ['list', []];
  const List = kind === 'steps' ? 'ol' : 'ul';
  return (
    <List data-kind={kind}>
      {items.map((text) => (
        <li key={text}>
          <Text text={text} />
        </li>
      ))}
    </List>
  );
}

function Pairs({ pairs }: { pairs: { term: string; text: string }[] }) {
  return (
    <dl>
      {pairs.map(({ term, text }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <Text text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Statuses() {
  const { t } = useStatusTexts();
  return <Pairs pairs={statuses.map((status) => ({ term: t(`${status}.word`), text: t(`${status}.terms`) }))} />;
}

const marks = /\[([^\]]+)\]\(([^)\s]+)\)|\{\{(\w+)\}\}/g;

/** A text with its links and values. Addresses of the site itself lead to the reader's language. */
function Text({ text }: { text: string }) {
  const { language } = useTexts();
  const values = useValues();
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: mark, 1: label, 2: href, 3: value, index } of text.matchAll(marks)) {
    parts.push(whole(text.slice(end, index)));
    parts.push(
      href ? (
        <a key={index} href={href.startsWith('/') ? pathIn(language, href) : href}>
          {label}
        </a>
      ) : (
        <span key={index}>{values[value as keyof typeof values]}</span>
      ),
    );
    end = index + mark.length;
  }
  return [...parts, whole(text.slice(end))];
}

/** Prevents a line break between a foreign word and its Bangla suffix, as in IRCC-র. */
const whole = (text: string) => text.replace(/-(?=[\u0980-\u09FF])/g, '-\u2060');

function useValues() {
  const { language } = useTexts();
  const settings = useSettings();
  const number = useNumber();
  return {
    brand: settings?.brand.name,
    site: settings?.publicUrl,
    email: <EmailLink />,
    phone: <PhoneLink />,
    address: settings?.brand.contactAddress?.[language],
    licence: <LicenceText />,
    minutes: number(limits.grantMinutes),
    restoreDays: number(limits.restoreDays),
    weeksMin: number(limits.processingWeeksMin),
    weeksMax: number(limits.processingWeeksMax),
    deliveryDays: number(limits.collectAfterBusinessDays),
  };
}
