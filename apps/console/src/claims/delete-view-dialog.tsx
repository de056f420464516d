import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { SavedView } from '@redress/contract/console/saved-views';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../api/api-client.ts';
import { useSend } from '../layout/use-send.ts';
import { savedViewsQuery } from './claim-queries.ts';

/** Asks before a view is deleted. The list stays as it is. */
export function DeleteViewDialog({ view, onClose }: { readonly view: SavedView; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const { isSending, failure, send } = useSend();
  const remove = async () => {
    const headers = { 'if-match': `"${view.version}"` };
    const isDeleted = await send(() => callApi(`/saved-views/${view.id}`, { method: 'DELETE', headers }));
    await queries.invalidateQueries(savedViewsQuery);
    if (isDeleted) onClose();
  };
  return (
    <AlertDialog.Root open onOpenChange={onClose}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="dialog-backdrop" />
        <AlertDialog.Popup className="dialog">
          <AlertDialog.Title>
            Delete the view “<bdi>{view.name}</bdi>”?
          </AlertDialog.Title>
          <AlertDialog.Description>
            {view.isTeam ? 'It disappears for the whole team. ' : ''}No claim changes.
          </AlertDialog.Description>
          {failure && (
            <p className="field-error" role="alert">
              {failure.message}
            </p>
          )}
          <div className="actions">
            <button type="button" className="button button-danger" disabled={isSending} onClick={() => void remove()}>
              {isSending ? 'Deleting …' : 'Delete view'}
            </button>
            <AlertDialog.Close className="button">Cancel</AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
