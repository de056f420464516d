import { useEffect } from 'react';
import { useShortcuts } from './use-shortcuts.ts';

/**
 * Moves the focus to the link of the next, previous or first row. Returns whether there is a row.
 * The focus itself marks the row, so that `Enter` opens it without extra code.
 */
export function focusRow(step: 1 | -1): boolean {
  const links = [...document.querySelectorAll('main tbody tr')].flatMap(
    (row) => row.querySelector<HTMLElement>('a[href]') ?? [],
  );
  const current = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
  const link = links[Math.min(Math.max(current + step, 0), links.length - 1)];
  link?.closest('tr')?.scrollIntoView({ block: 'nearest' });
  link?.focus({ preventScroll: true });
  return link !== undefined;
}

/** `j` and `k` move through the rows of a list, and a click anywhere in a row follows its link. */
export function useRowKeys(): void {
  useShortcuts({ j: () => void focusRow(1), k: () => void focusRow(-1) });
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (!(event.target instanceof Element) || event.target.closest('a, button, input, label, td:has(input)')) return;
      // A click that ends a selection of text opens nothing.
      if (getSelection()?.isCollapsed === false) return;
      const link = event.target.closest('main tbody tr')?.querySelector('a[href]');
      link?.dispatchEvent(new MouseEvent('click', event));
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, []);
}
