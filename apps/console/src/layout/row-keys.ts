import { useEffect, useRef, useState } from 'react';
import { useShortcuts } from './use-shortcuts.ts';

/**
 * `j` and `k` go through the rows of a list, and `Enter` opens the current one. The focus goes with
 * them, to the link of the row.
 * @param first the row to go on from
 */
export function useRowKeys(ids: readonly string[], open: (id: string) => void, first?: string) {
  const [current, setCurrent] = useState(first);
  const row = useRef<HTMLTableRowElement>(null);
  const index = current === undefined ? -1 : ids.indexOf(current);
  const go = (to: number) => setCurrent(ids[Math.min(Math.max(to, 0), ids.length - 1)]);
  useShortcuts({
    j: () => go(index + 1),
    k: () => go(index - 1),
    Enter: () => current !== undefined && index >= 0 && open(current),
  });
  useEffect(() => {
    // Newer browsers return a promise, which is no cleanup.
    row.current?.scrollIntoView({ block: 'nearest' });
    row.current?.querySelector<HTMLElement>('a[href]')?.focus({ preventScroll: true });
  }, [current]);
  return (id: string) => (id === current ? ({ ref: row, 'data-current': true, 'aria-current': true } as const) : {});
}
