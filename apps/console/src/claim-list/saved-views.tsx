import { type ClaimListQuery, hasFilters, viewOf, writeClaimListQuery } from '@redress/contract/console/claim-list';
import type { SavedView } from '@redress/contract/console/saved-views';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCan } from '../api/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { savedViewsQuery } from './list-queries.ts';
import { viewState } from './use-claim-query.ts';
import { ViewDialog } from './view-dialog.tsx';
import { Dialog } from '@base-ui/react/dialog';
import { callApi } from '../api/api-client.ts';
import { Modal } from '../ui/modal.tsx';
import { useSend } from '../ui/use-send.ts';

type OpenDialog = 'new' | 'rename' | 'overwrite' | 'delete';

/** The views above the table, and the actions on the current one. */
export function SavedViews({ query, viewId }: { readonly query: ClaimListQuery; readonly viewId: string | undefined }) {
  const { data, error, refetch } = useQuery(savedViewsQuery);
  const mayEditTeam = useCan('team-views');
  const [dialog, setDialog] = useState<OpenDialog>();
  const search = writeClaimListQuery(viewOf(query));
  const views = data?.views ?? [];
  const equal = views.filter((view) => view.query === search);
  const used = views.find(({ id }) => id === viewId) ?? equal[0];
  const isShown = used?.query === search;
  const mayEdit = used?.mayChange === true;
  const isPlain = search === '';
  return (
    <div className="row row-apart saved-views">
      <nav aria-label="Views">
        <ul className="plain-list">
          <li>
            <Link to="/claims" aria-current={isPlain ? 'page' : undefined}>
              All claims
            </Link>
          </li>
          {views.map((view) => (
            <li key={view.id}>
              <ViewLink view={view} isCurrent={view.query === search && (viewId === undefined || view === used)} />
            </li>
          ))}
        </ul>
      </nav>
      {error && (
        <Failure>
          <p>Saved views didn’t load: {error.message}</p>
          <Button onClick={refetch}>Try again</Button>
        </Failure>
      )}
      <div className="actions">
        {!isShown && !isPlain && <Button onClick={() => setDialog('new')}>Save as view …</Button>}
        {mayEdit && !isShown && viewId !== undefined && (
          <Button onClick={() => setDialog('overwrite')}>Save to “{used.name}” …</Button>
        )}
        {mayEdit && isShown && (
          <>
            <Button look="quiet" onClick={() => setDialog('rename')}>
              Rename view …
            </Button>
            <Button look="quiet" onClick={() => setDialog('delete')}>
              Delete view …
            </Button>
          </>
        )}
        {hasFilters(query) && isShown && !mayEdit && (
          <span className="soft">A team view. Only a supervisor of every case in it can change it.</span>
        )}
      </div>
      {dialog !== undefined && dialog !== 'delete' && (
        <ViewDialog
          task={dialog === 'new' || !used ? { kind: 'new' } : { kind: dialog, view: used }}
          query={search}
          mayEditTeam={mayEditTeam}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'delete' && used && <DeleteViewDialog view={used} onClose={() => setDialog(undefined)} />}
    </div>
  );
}

function ViewLink({ view, isCurrent }: { readonly view: SavedView; readonly isCurrent: boolean }) {
  return (
    <Link
      to={{ pathname: '/claims', search: view.query }}
      state={viewState(view.id)}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <bdi>{view.name}</bdi>
      {!view.isTeam && <span className="visually-hidden"> (your own)</span>}
    </Link>
  );
}

/** Asks before a view is deleted. The list does not change. */
function DeleteViewDialog({ view, onClose }: { readonly view: SavedView; readonly onClose: () => void }) {
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
