import './members.css';
import type { MemberImports } from '@redress/contract/console/member-imports';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { useMoments } from '../layout/moments.ts';
import { Page } from '../layout/page.tsx';
import { QueryState } from '../layout/query-state.tsx';
import { TableSkeleton } from '../layout/table.tsx';
import { ImportProgress, importStates } from './import-progress.tsx';
import { ImportForm } from './import-form.tsx';

const columns = ['File', 'Started', 'By', 'State', 'Imported', 'Bad rows'];
const numbers = new Set(['Imported', 'Bad rows']);

/** `/members/import`: imports of class members. `?import=` shows one. */
export function Component() {
  const [parameters, setParameters] = useSearchParams();
  const queries = useQueryClient();
  const id = parameters.get('import') ?? undefined;
  const imports = useQuery({
    queryKey: ['member-imports'],
    queryFn: () => callApi<MemberImports>('/member-imports'),
  });
  return (
    <Page
      title="Import class members"
      actions={
        <Link className="button" to="/members">
          Class members
        </Link>
      }
    >
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

function ImportTable({ imports }: MemberImports) {
  const { formatMoment } = useMoments();
  if (imports.length === 0) return <p>Nobody has imported class members here yet.</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
    <div className="table-scroll" tabIndex={0} role="region" aria-label="Imports">
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={numbers.has(column) ? 'number' : undefined}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {imports.map((each) => (
            <tr key={each.id}>
              {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- not a control */}
              <td>
                <bdi>
                  <Link to={`/members/import?import=${each.id}`}>{each.fileName}</Link>
                </bdi>
              </td>
              <td>{formatMoment(each.createdAt)}</td>
              <td>{each.startedBy}</td>
              <td>{importStates[each.status]}</td>
              <td className="number">{each.imported.toLocaleString('en-US')}</td>
              <td className="number">{each.badRows.toLocaleString('en-US')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
