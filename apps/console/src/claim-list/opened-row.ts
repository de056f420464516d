import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { tabStorage } from '../browser/browser-storage.ts';

const storageKey = 'redress-console-opened-row';

/** The last opened row of a list, and the list's scroll position. */
interface OpenedRow {
  /** The key of the list's entry in the browser's history. */
  readonly key: string;
  readonly id: string;
  readonly scroll: number;
}

/** Remembers the row that is opened from this history entry, even across reloads. */
export function useRememberRow(): (id: string) => void {
  const { key } = useLocation();
  return (id) => {
    const row: OpenedRow = { key, id, scroll: window.scrollY };
    tabStorage.write(storageKey, JSON.stringify(row));
  };
}

/** On the way back, returns the focus to the opened row and restores the scroll position. */
export function useReturnToRow(isReady: boolean): void {
  const { key } = useLocation();
  const [opened, setOpened] = useState(() => readOpened(key));
  useEffect(() => {
    if (!isReady || !opened) return;
    const link = document.querySelector<HTMLElement>(`main tbody a[href$="/${CSS.escape(opened.id)}"]`);
    window.scrollTo(0, opened.scroll);
    link?.focus({ preventScroll: true });
    // Runs once: the next list under this component is a different one.
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
