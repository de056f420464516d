import type { ReactElement } from 'react';
import { hydrateRoot } from 'react-dom/client';

/**
 * Brings the island of this page to life. `render` gets the data that `Island` wrote and must give the element that was rendered into it.
 * The type parameter is the type of that data; both ends stand in the same page folder.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it says at the call what the attribute holds
export async function hydrateIsland<Data>(render: (data: Data) => ReactElement | Promise<ReactElement>): Promise<void> {
  const island = document.getElementById('island');
  if (!island) throw new Error('This page has no island.');
  const read: (json: string) => Data = JSON.parse;
  hydrateRoot(island, await render(read(island.dataset['island'] ?? 'null')));
}
