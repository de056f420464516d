import { Suspense, useState } from 'react';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const KeyList = lazyPart(async () => (await import('./key-list.tsx')).KeyList);

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
