import type { Permission } from '@redress/contract/console/staff';
import { Suspense, useState } from 'react';
import { useSession } from '../api/use-session.ts';
import { Button } from './button.tsx';
import { lazyPart } from './lazy-part.tsx';

const ExportDialog = lazyPart(async () => (await import('./export-dialog.tsx')).ExportDialog);

interface ExportButtonProps {
  /** The server's name for the list, for example `claims`. */
  readonly list: string;
  /** The permission to see the list. */
  readonly permission: Permission;
  /** The list's filters as a query string, as in its address. */
  readonly query: string;
  /** Explains which filters the export ignores. */
  readonly note?: string | undefined;
}

/** Exports a list with its filters. Shown only to people with permission. */
export function ExportButton({ permission, ...dialog }: ExportButtonProps) {
  const { permissions } = useSession();
  const [isOpen, setOpen] = useState(false);
  // Admins export no claims, only the log, which only they can read.
  const isForItsReaders = permission === 'access-log';
  if (!permissions[permission].some((id) => isForItsReaders || permissions.export.includes(id))) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Export …</Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ExportDialog {...dialog} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
