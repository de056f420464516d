import { islandMarkers } from '@redress/contract/site-files';
import type { ReactElement } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';

/**
 * The part of a page that `hydrateIsland` takes over. Its JSON-serializable data is an attribute,
 * not an inline script. The markers let the server replace it with its own render.
 */
export function Island({ data, children }: { readonly data: unknown; readonly children: ReactElement }) {
  const html = islandMarkers.start + renderIsland(data, children) + islandMarkers.end;
  // The HTML comes from React, which cannot render comments.
  // oxlint-disable-next-line react/no-danger
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}

/** A part of a page that the server replaces with its own render, and no script takes over. */
export function StaticIsland({ children }: { readonly children: ReactElement }) {
  const html = islandMarkers.start + renderToStaticMarkup(children) + islandMarkers.end;
  // oxlint-disable-next-line react/no-danger
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Renders an island to the HTML between its markers. */
export function renderIsland(data: unknown, element: ReactElement): string {
  const html = renderToString(element);
  // Otherwise, React cannot nest a hydratable root in static markup.
  return renderToStaticMarkup(
    // oxlint-disable-next-line react/no-danger
    <div id="island" data-island={JSON.stringify(data)} dangerouslySetInnerHTML={{ __html: html }} />,
  );
}
