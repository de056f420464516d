import { describeClaimFilters } from '@redress/contract/console/claim-labels';
import { readClaimListQuery } from '@redress/contract/console/claim-list';
import { maxViewName, type SavedView, type SavedViews } from '@redress/contract/console/saved-views';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { useSession } from '../api/use-session.ts';
import { Checkbox } from '../ui/choices.tsx';
import { Modal } from '../ui/modal.tsx';
import { TextInput } from '../ui/text-field.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { useSend } from '../ui/use-send.ts';
import { savedViewsQuery } from './list-queries.ts';
import { viewState } from './use-claim-query.ts';

type ViewTask = { readonly kind: 'new' } | { readonly kind: 'rename' | 'overwrite'; readonly view: SavedView };

interface ViewDialogProps {
  readonly task: ViewTask;
  /** The list's query string, as in its address. */
  readonly query: string;
  readonly mayEditTeam: boolean;
  readonly onClose: () => void;
}

/** Saves the list as a new view, renames a view, or replaces it with the list. */
export function ViewDialog({ task, query, mayEditTeam, onClose }: ViewDialogProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { send, ...sending } = useSend();
  const [name, setName] = useState(task.kind === 'new' ? '' : task.view.name);
  const [isTeam, setTeam] = useState(false);
  /** The view as another person has changed it in the meantime. */
  const [changed, setChanged] = useState<SavedView>();
  const base = changed ?? (task.kind === 'new' ? undefined : task.view);

  const save = async () => {
    let saved: SavedView | undefined;
    const isSaved = await send(async () => {
      if (base === undefined) {
        saved = await callApi('POST /saved-views', { body: { name, query, isTeam } });
        return;
      }
      const body = task.kind === 'overwrite' ? { name, query } : { name };
      const headers = { 'if-match': `"${base.version}"` };
      saved = await callApi('PUT /saved-views/:id', { params: { id: base.id }, body, headers });
    });
    // Runs after a failure, too: the list of views may be outdated.
    await queries.invalidateQueries(savedViewsQuery);
    if (!isSaved || !saved) {
      const now = queries.getQueryData<SavedViews>(savedViewsQuery.queryKey)?.views.find(({ id }) => id === base?.id);
      if (now && base && now.version !== base.version) setChanged(now);
      return;
    }
    void navigate({ search }, { replace: true, state: viewState(saved.id), preventScrollReset: true });
    onClose();
  };
  const titles = { new: 'Save as view', rename: 'Rename view', overwrite: 'Save to view' };
  return (
    <Modal title={titles[task.kind]} onClose={onClose}>
      <SendForm sending={sending} onSubmit={save} button="Save" busy="Saving …" inDialog>
        <TextInput label="Name" maxLength={maxViewName} required autoComplete="off" value={name} onChange={setName} />
        {task.kind !== 'rename' && <Filters label="The view will show" query={query} />}
        {task.kind === 'new' && mayEditTeam && (
          <Checkbox label="Share with the team" checked={isTeam} onChange={setTeam} />
        )}

        {changed && (
          <div className="notice">
            <p>
              {changed.changedBy ?? 'A colleague'} has changed this view. Its name is now “<bdi>{changed.name}</bdi>”.
            </p>
            <Filters label="It shows" query={changed.query} />
            <p>Save again to replace this.</p>
          </div>
        )}
      </SendForm>
    </Modal>
  );
}

function Filters({ label, query }: { readonly label: string; readonly query: string }) {
  const { settlement } = useSession();
  const filters = describeClaimFilters(readClaimListQuery(new URLSearchParams(query)).query, settlement);
  return (
    <p>
      {label}: {filters.length === 0 ? 'all claims' : filters.join('; ')}.
    </p>
  );
}
