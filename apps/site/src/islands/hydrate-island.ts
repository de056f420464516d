import { createElement, useEffect } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';

/**
 * Brings the island of this page to life. `render` gets the data that `Island` wrote and must give the element that was rendered into it.
 * The type parameter is the type of that data; both ends stand in the same page folder. From when the script has taken over, the island
 * has the attribute `data-alive`: what is done before goes the way without script.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it says at the call what the attribute holds
export async function hydrateIsland<Data>(render: (data: Data) => ReactElement | Promise<ReactElement>): Promise<void> {
  const island = document.getElementById('island');
  if (!island) throw new Error('This page has no island.');
  const read: (json: string) => Data = JSON.parse;
  const element = await render(read(island.dataset['island'] ?? 'null'));
  hydrateRoot(island, createElement(Alive, { island }, element));
}

/** Its effect comes after those of all that is in it. */
function Alive({ island, children }: { readonly island: HTMLElement; readonly children?: ReactNode }): ReactNode {
  useEffect(() => island.setAttribute('data-alive', ''), [island]);
  return children;
}
