import type { Permission } from '@redress/contract/console/staff';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../api/use-session.ts';

const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }));

interface ExportButtonProps {
  /** As the server names it, such as `claims`. */
  readonly list: string;
  /** What it takes to see the list. */
  readonly permission: Permission;
  /** The filters, as in the address. */
  readonly query: string;
  /** What of the page does not limit the export. */
  readonly note?: string | undefined;
}

/** Exports a list as it is filtered. Only for people who may. */
export function ExportButton({ permission, ...dialog }: ExportButtonProps) {
  const { permissions } = useSession();
  const [isOpen, setOpen] = useState(false);
  // Admins export no claims, but the log that only they read.
  const isForItsReaders = permission === 'access-log';
  if (!permissions[permission].some((id) => isForItsReaders || permissions.export.includes(id))) return null;
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Export …
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ExportDialog {...dialog} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
