import { type ReactElement, type ReactNode, createElement, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { syncSignOut } from '../browser/sync-sign-out.ts';
import { showFallback } from './fallback.ts';

/**
 * Hydrates the page's island from the data that `Island` wrote, then sets `data-hydrated`. Pages
 * import the island dynamically, so that others can share its code without running this.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- states at the call what the attribute holds
export async function hydrateIsland<Data>(render: (data: Data) => ReactElement | Promise<ReactElement>): Promise<void> {
  if (syncSignOut()) return;
  const island = document.getElementById('island');
  if (!island) throw new Error('This page has no island.');
  const read: (json: string) => Data = JSON.parse;
  const element = await render(read(island.dataset['island'] ?? 'null'));
  hydrateRoot(island, createElement(MarkHydrated, { island }, element), {
    // React has removed everything.
    onUncaughtError(error) {
      showFallback(island);
      // Browsers from 2020 do not have it.
      globalThis.reportError?.(error);
    },
  });
}

/** A parent's effect runs after those of its children. */
function MarkHydrated({ island, children }: { readonly island: HTMLElement; readonly children?: ReactNode }) {
  useEffect(() => island.setAttribute('data-hydrated', ''), [island]);
  return children;
}
