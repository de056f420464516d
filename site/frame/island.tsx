import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';

interface Props {
  /** What the page's script needs to render the same again; JSON-serialisable. */
  readonly data: unknown;
  readonly children: ReactElement;
}

/**
 * The part of a page that its script takes over. It is a React root of its own, so that header, footer and prose cost no script; its data
 * travels in an attribute, so that the page needs no inline script. `hydrateIsland` is its other half.
 */
export function Island({ data, children }: Props) {
  const html = renderToString(children);
  // React wrote this HTML; a root inside of static markup cannot be had otherwise.
  // oxlint-disable-next-line react/no-danger
  return <div id="island" data-island={JSON.stringify(data)} dangerouslySetInnerHTML={{ __html: html }} />;
}
