import { useShortcuts } from '../layout/use-shortcuts.ts';

/** The links of results have it. */
export const resultAttribute = { 'data-result': true } as const;

/**
 * Moves the focus to the next or previous result, or to the first one. Returns whether there is a
 * result. The focus itself marks the row, so that `Enter` opens it without a rule of ours.
 */
export function focusResult(step: 1 | -1): boolean {
  const links = [...document.querySelectorAll<HTMLElement>('[data-result]')];
  const current = links.findIndex((link) => link === document.activeElement);
  const link = links[Math.min(Math.max(current + step, 0), links.length - 1)];
  link?.focus();
  return link !== undefined;
}

/** `j` and `k`, and the arrows, go through the results. */
export function useResultKeys(): void {
  const next = () => void focusResult(1);
  const previous = () => void focusResult(-1);
  useShortcuts({ j: next, ArrowDown: next, k: previous, ArrowUp: previous });
}
