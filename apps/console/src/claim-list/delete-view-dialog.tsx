import { Dialog } from '@base-ui/react/dialog';
import type { SavedView } from '@redress/contract/console/saved-views';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../api/api-client.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { Modal } from '../ui/modal.tsx';
import { useSend } from '../ui/use-send.ts';
import { savedViewsQuery } from './list-queries.ts';

/** Asks before a view is deleted. The list does not change. */
export function DeleteViewDialog({ view, onClose }: { readonly view: SavedView; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const { isSending, failure, send } = useSend();
  const remove = async () => {
    const headers = { 'if-match': `"${view.version}"` };
    const isDeleted = await send(() => callApi('DELETE /saved-views/:id', { params: { id: view.id }, headers }));
    await queries.invalidateQueries(savedViewsQuery);
    if (isDeleted) onClose();
  };
  return (
    <Modal
      isAlert
      title={
        <>
          Delete the view “<bdi>{view.name}</bdi>”?
        </>
      }
      description={`${view.isTeam ? 'The whole team loses this view. ' : ''}Claims aren’t affected.`}
      onClose={onClose}
    >
      <Failure error={failure} />
      <div className="actions">
        <Button look="danger" disabled={isSending} onClick={remove}>
          {isSending ? 'Deleting …' : 'Delete view'}
        </Button>
        <Dialog.Close className="button">Cancel</Dialog.Close>
      </div>
    </Modal>
  );
}
