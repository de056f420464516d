import { useEffectEvent, useLayoutEffect } from 'react';
import { deviceStorage } from '../browser/browser-storage.ts';

/**
 * Actions by key: one character, the name of a key such as `Enter`, or `Ctrl+Enter`, which includes
 * Command+Enter.
 */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const storageKey = 'redress-console-shortcuts';

/** Single keys can be switched off (WCAG 2.1.4). */
export const areShortcutsOn = (): boolean => deviceStorage.read(storageKey) !== 'off';
export const switchShortcuts = (on: boolean): void => deviceStorage.write(storageKey, on ? 'on' : 'off');

/** Whether keys pressed in an element belong to a field or a dialog. */
export const takesKeys = (target: Element): boolean =>
  target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null;

/** Calls a shortcut unless the person is typing or a dialog is open. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isConfirming = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (event.defaultPrevented || event.altKey) return;
    // Only single keys can be pressed by accident or by speech.
    if (!isConfirming && (event.ctrlKey || event.metaKey || !areShortcutsOn())) return;
    const { target } = event;
    if (!(target instanceof Element) || takesKeys(target)) return;
    if (document.querySelector('[role=dialog]:not([hidden]), [role=alertdialog]:not([hidden])')) return;
    // Buttons and links handle Enter and space themselves.
    if (!isConfirming && (event.key === 'Enter' || event.key === ' ') && target.closest('a, button, summary')) return;
    const shortcut = shortcuts[isConfirming ? 'Ctrl+Enter' : event.key];
    if (!shortcut) return;
    event.preventDefault();
    shortcut(event);
  });
  // Registers before the screen paints, so that people who move quickly through claims lose no key.
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
