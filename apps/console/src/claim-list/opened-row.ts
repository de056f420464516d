import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { tabStorage } from '../browser/browser-storage.ts';

const storageKey = 'redress-console-opened-row';

/** The row of a list that somebody opened, and how far the list was scrolled. */
interface OpenedRow {
  /** Of the list in the browser's history. */
  readonly key: string;
  readonly id: string;
  readonly scroll: number;
}

/** Remembers the row that is opened from this entry of the history, also over a reload. */
export function useRememberRow(): (id: string) => void {
  const { key } = useLocation();
  return (id) => {
    const row: OpenedRow = { key, id, scroll: window.scrollY };
    tabStorage.write(storageKey, JSON.stringify(row));
  };
}

/**
 * Somebody who comes back finds the focus on the row that they opened, where it was on the screen.
 */
export function useReturnToRow(isReady: boolean): void {
  const { key } = useLocation();
  const [opened, setOpened] = useState(() => readOpened(key));
  useEffect(() => {
    if (!isReady || !opened) return;
    const link = document.querySelector<HTMLElement>(`main tbody a[href$="/${CSS.escape(opened.id)}"]`);
    window.scrollTo(0, opened.scroll);
    link?.focus({ preventScroll: true });
    // Once: the next list under this component is another one.
    setOpened(undefined);
  }, [isReady, opened]);
}

function readOpened(key: string): OpenedRow | undefined {
  const stored: unknown = JSON.parse(tabStorage.read(storageKey) ?? 'null');
  if (typeof stored !== 'object' || stored === null) return undefined;
  if (!('key' in stored) || !('id' in stored) || !('scroll' in stored)) return undefined;
  const { key: storedKey, id, scroll } = stored;
  return storedKey === key && typeof id === 'string' && typeof scroll === 'number' ? { key, id, scroll } : undefined;
}
