import './members.css';
import type { MemberImports, MemberImportStatus } from '@redress/contract/console/member-imports';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { apiQuery } from '../api/api-client.ts';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatCount } from '../ui/format.ts';
import { useMoments } from '../ui/moments.ts';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { StateBadge, type Tone } from '../ui/status-badge.tsx';
import { type Column, numeric, Table, TableSkeleton } from '../ui/table.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ImportForm } from './import-form.tsx';

const columns: readonly Column[] = ['File', 'Started', 'By', 'Status', numeric('Imported'), numeric('Bad rows')];

/** `/members/import`: imports of class members. `?import=` shows one of them. */
export function Component() {
  const [parameters, setParameters] = useSearchParams();
  const queries = useQueryClient();
  const id = parameters.get('import') ?? undefined;
  const imports = useQuery(apiQuery(['member-imports'], 'GET /member-imports'));
  return (
    <Page title="Import class members" actions={<LinkButton to="/members">Class members</LinkButton>}>
      {id === undefined ? (
        <ImportForm
          onStarted={(started) => {
            setParameters({ import: started });
            void queries.invalidateQueries({ queryKey: ['member-imports'] });
          }}
        />
      ) : (
        <ImportProgress key={id} id={id} />
      )}
      <div className="import-list">
        <h2>Imports</h2>
        <QueryState query={imports} skeleton={<TableSkeleton columns={columns} rows={3} />}>
          {(data) => <ImportTable imports={data.imports} />}
        </QueryState>
      </div>
    </Page>
  );
}

const states: Readonly<Record<MemberImportStatus, readonly [label: string, tone: Tone]>> = {
  arriving: ['Uploading', 'open'],
  waiting: ['Importing', 'open'],
  stored: ['Importing', 'open'],
  done: ['Imported', 'good'],
  removing: ['Undoing', 'open'],
  removed: ['Undone', 'past'],
  refused: ['Nothing imported', 'bad'],
  cancelled: ['Canceled', 'past'],
};

function ImportTable({ imports }: MemberImports) {
  const { formatMoment } = useMoments();
  if (imports.length === 0)
    return <EmptyState title="No imports yet" reason="Choose a file above to import the class list." />;
  return (
    <Table label="Imports" columns={columns}>
      {imports.map((each) => (
        <tr key={each.id}>
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- not a control */}
          <td>
            <bdi>
              <Link to={`/members/import?import=${each.id}`}>{each.fileName}</Link>
            </bdi>
          </td>
          <td className="nowrap">{formatMoment(each.createdAt)}</td>
          <td>{each.startedBy}</td>
          <td>
            <StateBadge tone={states[each.status][1]}>{states[each.status][0]}</StateBadge>
          </td>
          <td className="number">{formatCount(each.imported)}</td>
          <td className="number">{formatCount(each.badRows)}</td>
        </tr>
      ))}
    </Table>
  );
}
