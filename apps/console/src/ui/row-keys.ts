import { useShortcuts } from './use-shortcuts.ts';

/**
 * Moves the focus to the link of the next or previous row, or of the first one. Returns whether
 * there is a row. The focus itself marks the row, so that `Enter` opens it without a rule of ours.
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

/** `j` and `k` go through the rows of a list. */
export const useRowKeys = (): void => useShortcuts({ j: () => void focusRow(1), k: () => void focusRow(-1) });
