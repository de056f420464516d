import type { Page } from '@redress/contract/manifest';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { valueOn } from '../dates/as-of.ts';
import { PhoneLink } from '../layout/phone-link.tsx';
import { layoutMessages } from '../messages/layout-messages.ts';
import type { DatedStop } from './dated-stops.ts';
import { stopsOn } from './dated-stops.ts';
import { LinkCards } from './link-cards.tsx';
import { indexHeadings } from './heading-index.ts';
import { KeyDates } from './key-dates.tsx';
import { PageIndex } from './page-index.tsx';
import type { ProseContext } from './prose-components.tsx';
import { proseComponents } from './prose-components.tsx';
import type { TextModule } from './text-module.ts';
import { Timeline } from './timeline.tsx';

interface Props extends Omit<ProseContext, 'language' | 'keyDates'> {
  readonly page: Page;
  readonly text: TextModule;
  /** What follows the prose. */
  readonly children?: ReactNode;
}

/** A page of prose: its heading and linkCards first, dates and index in a margin of their own, then the text. */
export function ProsePage({ site, page, text, when, documents, children }: Props) {
  const language = page.language ?? 'en';
  const messages = layoutMessages(language);
  const lead = valueOn(text.lead, when);
  const linkCards = valueOn(text.linkCards, when);
  const stops = stopsOn(text.dates ?? [], when, messages);
  const keyDates = stops.length > 0 && <KeyDates stops={stops} language={language} />;
  const { html, headings } = renderProse(text, { site, language, when, documents, keyDates });
  const hasMargin = stops.length > 0 || headings.length > 0;
  return (
    <div className={hasMargin ? 'prose-page' : 'prose-page alone'}>
      <div className="opening">
        <h1>{valueOn(text.heading, when) ?? page.title}</h1>
        {lead !== undefined && <p className="lead">{lead}</p>}
        {linkCards && <LinkCards items={linkCards} />}
        {isWorthALine(stops) && <Timeline stops={stops} language={language} />}
      </div>
      {hasMargin && (
        <div className="margin">
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
        {/* React made this HTML in renderProse. */}
        {/* oxlint-disable-next-line react/no-danger */}
        <div dangerouslySetInnerHTML={{ __html: html }} />
        {children}
      </div>
    </div>
  );
}

/** The text itself, and its headings where it wants an index: the index stands before it and is made of it. */
function renderProse({ default: Text, hasIndex }: TextModule, context: ProseContext) {
  const html = renderToStaticMarkup(<Text components={proseComponents(context)} when={context.when} />);
  return hasIndex ? indexHeadings(html) : { html, headings: [] };
}

/** Two days are said as well in words. */
function isWorthALine(stops: readonly DatedStop[]): boolean {
  return new Set(stops.map(({ date }) => date)).size >= 3;
}
