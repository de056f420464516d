import { islandMarkers } from '@redress/contract/site-files';
import type { ReactElement } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';

interface Props {
  /** What the page's script needs to render the same again; JSON-serialisable. */
  readonly data: unknown;
  readonly children: ReactElement;
}

/**
 * The part of a page that its script takes over. It is a React root of its own, so that header, footer and prose cost no script; its data
 * travels in an attribute, so that the page needs no inline script. `hydrateIsland` is its other half. Markers stand around it, so that the
 * server can put another rendering of it in its place.
 */
export function Island({ data, children }: Props) {
  const html = islandMarkers.start + renderIsland(data, children) + islandMarkers.end;
  // React wrote this HTML; comments cannot be had otherwise.
  // oxlint-disable-next-line react/no-danger
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}

/** An island as HTML, as it stands between its markers. */
export function renderIsland(data: unknown, element: ReactElement): string {
  const html = renderToString(element);
  // A root inside of static markup cannot be had otherwise.
  return renderToStaticMarkup(
    // oxlint-disable-next-line react/no-danger
    <div id="island" data-island={JSON.stringify(data)} dangerouslySetInnerHTML={{ __html: html }} />,
  );
}
