import './exports.css';
import type { Export, Exports } from '@redress/contract/console/exports';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../api/api-client.ts';
import { useCan } from '../api/use-session.ts';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { PanelSkeleton, QueryState } from '../ui/query-state.tsx';
import { ExportItem } from './export-item.tsx';

const pollMilliseconds = 1_500;
const isOpen = ({ status }: Export) => status === 'waiting' || status === 'asking';

const exportsQuery = {
  ...apiQuery(['exports', 'list'], 'GET /exports'),
  // Polls while an export is being written or awaits approval.
  refetchInterval: ({ state }: { readonly state: { readonly data?: Exports | undefined } }) =>
    state.data?.exports.some(isOpen) === true ? pollMilliseconds : false,
} as const;

/** `/exports`: the person's exports. */
export function Component() {
  const list = useQuery(exportsQuery);
  const maySeeClaims = useCan('claims');
  return (
    <Page title="Exports">
      <p>
        Your files, newest first. Each is kept for seven days. To create one, open a list and choose <em>Export</em>.
      </p>
      <QueryState query={list} skeleton={<PanelSkeleton lines={3} />}>
        {({ exports }) =>
          exports.length === 0 ? (
            <EmptyState
              title="No exports yet"
              reason="Open a list, filter it, and choose Export. The file stays here for seven days."
              action={maySeeClaims && <LinkButton to="/claims">Go to claims</LinkButton>}
            />
          ) : (
            <ul className="plain-list">
              {exports.map((each) => (
                <ExportItem key={each.id} item={each} />
              ))}
            </ul>
          )
        }
      </QueryState>
    </Page>
  );
}
