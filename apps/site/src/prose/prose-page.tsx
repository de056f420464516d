import type { Page } from '@redress/contract/settlement';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { valueOn } from '../dates/as-of.ts';
import { layoutMessages } from '../messages/layout-messages.ts';
import { KeyDates, keyDatesOn, Timeline } from './key-dates.tsx';
import { NextActions, nextActionsOn } from './next-actions.tsx';
import { LinkCards, proseComponents, type ProseContext } from './prose-components.tsx';
import { indexHeadings, PageIndex } from './page-index.tsx';
import type { ProseModule } from './prose-module.ts';

interface Props extends Omit<ProseContext, 'language' | 'keyDates'> {
  readonly page: Page;
  readonly text: ProseModule;
  /** Rendered at the end of the opening. */
  readonly opening?: ReactNode;
  /** Rendered after the prose. */
  readonly children?: ReactNode;
}

/** Heading, status and link cards, an aside with actions or key dates, the index, then the text. */
export function ProsePage({ site, page, text, when, documents, opening, children }: Props) {
  const language = page.language ?? 'en';
  const messages = layoutMessages(language);
  const lead = valueOn(text.lead, when);
  const status = valueOn(text.status, when);
  const linkCards = valueOn(text.linkCards, when);
  const dates = keyDatesOn(text.dates ?? [], when, messages);
  // One or two days need no line.
  const hasTimeline = new Set(dates.map(({ date }) => date)).size >= 3;
  const keyDates = dates.length > 0 && !hasTimeline && <KeyDates dates={dates} language={language} />;
  const { html, headings } = renderProse(text, { site, language, when, documents, keyDates });
  const actions = text.actions && nextActionsOn(text.actions, when);
  const hasIndex = headings.length > 0;
  const aside = actions ? (
    <aside aria-label={messages.canStillDo}>
      <NextActions actions={actions} language={language} />
    </aside>
  ) : (
    keyDates && (
      <aside aria-label={messages.keyDates} className={text.placesDates ? 'desktop' : undefined}>
        {keyDates}
      </aside>
    )
  );
  const besideText = (aside || hasIndex) && (
    <div className="page-aside">
      {aside}
      {hasIndex && <PageIndex headings={headings} language={language} />}
    </div>
  );
  // On a phone, actions follow the text, which leads to most of them.
  const isLast = actions !== undefined && !hasIndex;
  return (
    <div className={isLast ? 'prose-page full' : besideText ? 'prose-page' : 'prose-page alone'}>
      <div className="opening">
        <h1>{valueOn(text.heading, when) ?? page.title}</h1>
        {lead !== undefined && <p className="lead">{lead}</p>}
        {status !== undefined && <p className="note">{status}</p>}
        {text.button && (
          <p>
            <a className="button" href={text.button.href}>
              {text.button.label}
            </a>
          </p>
        )}
        {linkCards && <LinkCards items={linkCards} />}
        {hasTimeline && <Timeline dates={dates} language={language} isOnPhone={text.placesDates !== true} />}
        {opening}
      </div>
      {!isLast && besideText}
      <div className="prose">
        {/* React rendered this HTML in renderProse. */}
        {/* oxlint-disable-next-line react/no-danger */}
        <div dangerouslySetInnerHTML={{ __html: html }} />
        {children}
      </div>
      {isLast && besideText}
    </div>
  );
}

/** The text as HTML and its headings for the index, which comes before the text. */
function renderProse({ default: Text, hasIndex }: ProseModule, context: ProseContext) {
  const html = renderToStaticMarkup(<Text components={proseComponents(context)} when={context.when} />);
  return hasIndex ? indexHeadings(html) : { html, headings: [] };
}
