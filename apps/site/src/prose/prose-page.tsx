import type { Page } from '@redress/contract/settlement';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { valueOn } from '../dates/as-of.ts';
import { PhoneLink } from '../layout/phone-link.tsx';
import { layoutMessages } from '../messages/layout-messages.ts';
import { KeyDates, keyDatesOn } from './key-dates.tsx';
import { LinkCards, proseComponents, type ProseContext } from './prose-components.tsx';
import { indexHeadings, PageIndex } from './page-index.tsx';
import type { ProseModule } from './prose-module.ts';
import { Timeline } from './timeline.tsx';

interface Props extends Omit<ProseContext, 'language' | 'keyDates'> {
  readonly page: Page;
  readonly text: ProseModule;
  /** Follows the prose. */
  readonly children?: ReactNode;
}

/** Heading and link cards, an aside with key dates and index, then the text. */
export function ProsePage({ site, page, text, when, documents, children }: Props) {
  const language = page.language ?? 'en';
  const messages = layoutMessages(language);
  const lead = valueOn(text.lead, when);
  const linkCards = valueOn(text.linkCards, when);
  const dates = keyDatesOn(text.dates ?? [], when, messages);
  const keyDates = dates.length > 0 && <KeyDates dates={dates} language={language} />;
  const { html, headings } = renderProse(text, { site, language, when, documents, keyDates });
  // One or two days need none.
  const hasTimeline = new Set(dates.map(({ date }) => date)).size >= 3;
  const hasAside = dates.length > 0 || headings.length > 0;
  return (
    <div className={hasAside ? 'prose-page' : 'prose-page alone'}>
      <div className="opening">
        <h1>{valueOn(text.heading, when) ?? page.title}</h1>
        {lead !== undefined && <p className="lead">{lead}</p>}
        {linkCards && <LinkCards items={linkCards} />}
        {hasTimeline && <Timeline dates={dates} language={language} />}
      </div>
      {hasAside && (
        <div className="page-aside">
          {keyDates && (
            <aside aria-label={messages.keyDates} className={text.placesDates ? 'desktop' : undefined}>
              {keyDates}
              <section className="help">
                <h2>{messages.help}</h2>
                <p>
                  {messages.helpCall} <PhoneLink phone={site.phone} />
                </p>
              </section>
            </aside>
          )}
          {headings.length > 0 && <PageIndex headings={headings} language={language} />}
        </div>
      )}
      <div className="prose">
        {/* React rendered this HTML in renderProse. */}
        {/* oxlint-disable-next-line react/no-danger */}
        <div dangerouslySetInnerHTML={{ __html: html }} />
        {children}
      </div>
    </div>
  );
}

/** The text as HTML and its headings for the index, which comes before the text. */
function renderProse({ default: Text, hasIndex }: ProseModule, context: ProseContext) {
  const html = renderToStaticMarkup(<Text components={proseComponents(context)} when={context.when} />);
  return hasIndex ? indexHeadings(html) : { html, headings: [] };
}
