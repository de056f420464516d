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

/** `j` and `k` move through the rows of a list. */
export const useRowKeys = (): void => useShortcuts({ j: () => void focusRow(1), k: () => void focusRow(-1) });
