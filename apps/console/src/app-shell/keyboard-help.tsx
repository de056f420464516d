import { lazy, Suspense, useState } from 'react';
import { useShortcuts } from '../ui/use-shortcuts.ts';

const KeyList = lazy(async () => ({ default: (await import('./key-list.tsx')).KeyList }));

/** Opens the list of shortcuts with `?`. It is rarely needed, so it is loaded then. */
export function KeyboardHelp() {
  const [isOpen, setOpen] = useState(false);
  useShortcuts({ '?': () => setOpen(true) });
  return isOpen ? (
    <Suspense>
      <KeyList onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
}
