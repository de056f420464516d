import { writeClaimListQuery } from '@redress/contract/console/claim-list';
import { claimFlags, type Queue, queueOrders, type Queues, reviewableStatuses } from '@redress/contract/console/review';
import { formatCourtDay } from '@redress/contract/language';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { useCan, useSession } from '../api/use-session.ts';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Select } from '../ui/choices.tsx';
import { formatCount } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { useRowKeys } from '../ui/row-keys.ts';
import { type Column, numeric, Table, TableSkeleton } from '../ui/table.tsx';
import { useNames } from '../ui/use-names.ts';
import { queueReasonLabels } from '../review/messages.ts';
import { queuesQuery } from '../review/review-queries.ts';
import { orderLabels, writeQueue } from './queue-address.ts';
import { ReviewersToday } from './throughput.tsx';

/** `/queues`: claims that await review, by case, form and reason. Each row links to its claims. */
export function Component() {
  const [parameters, setParameters] = useSearchParams();
  const query = useQuery(queuesQuery);
  const supervises = useCan('supervise');
  const order = queueOrders.find((each) => each === parameters.get('order')) ?? 'oldest';
  return (
    <Page
      title="Review"
      actions={
        <div className="filters">
          <Select
            label="Order of the claims"
            options={queueOrders.map((each) => [each, orderLabels[each]])}
            value={order}
            onChange={(chosen) => setParameters({ order: chosen }, { replace: true })}
          />
        </div>
      }
    >
      <QueryState query={query} skeleton={<TableSkeleton columns={columns} />}>
        {(data) => <QueueTable queues={data} order={order} />}
      </QueryState>
      {supervises && <ReviewersToday />}
    </Page>
  );
}

const columns: readonly Column[] = ['Queue', 'Form', numeric('Claims'), 'Oldest'];

/** The list of a queue's unassigned claims, where a supervisor selects and assigns them. */
const unassignedOf = ({ caseId, formId, reason }: Pick<Queues['queues'][number], 'caseId' | 'formId' | 'reason'>) =>
  writeClaimListQuery({
    case: [caseId],
    form: [formId],
    status: [...reviewableStatuses],
    assignee: ['none'],
    ...(reason === 'none' ? Object.fromEntries(claimFlags.map((flag) => [flag, 'no'])) : { [reason]: 'yes' }),
  });

function QueueTable({
  queues: { queues, assignedToMe, returnedToMe },
  order,
}: {
  readonly queues: Queues;
  readonly order: NonNullable<Queue['order']>;
}) {
  useRowKeys();
  const { caseName, formName } = useNames();
  const { permissions } = useSession();
  const byCase = Map.groupBy(queues, ({ caseId }) => caseId);
  // The default stays out of the address.
  const addressOf = (queue: Queue) => writeQueue({ ...queue, ...(order !== 'oldest' && { order }) });
  return (
    <>
      <p className="actions">
        {returnedToMe > 0 && (
          <LinkButton look="main" to={addressOf({ mine: true, reason: 'reopened' })}>
            Returned to me ({formatCount(returnedToMe)})
          </LinkButton>
        )}
        {assignedToMe > 0 ? (
          <LinkButton look={returnedToMe > 0 ? 'plain' : 'main'} to={addressOf({ mine: true })}>
            Assigned to me ({formatCount(assignedToMe)})
          </LinkButton>
        ) : (
          <span className="soft">Claims that a supervisor assigns to you appear here.</span>
        )}
        {queues.length > 0 && <LinkButton to={addressOf({})}>All claims to review</LinkButton>}
      </p>
      {queues.length === 0 ? (
        <EmptyState
          title="No claims to review"
          reason="Claims appear here within seconds of filing, and again when documents arrive, a deficiency is cured, a decision is disputed, or a supervisor reopens them."
          action={<LinkButton to="/claims">All claims</LinkButton>}
        />
      ) : (
        [...byCase].map(([caseKey, ofCase]) => (
          <section key={caseKey}>
            {permissions.decide.length > 1 && <h2>{caseName(caseKey)}</h2>}
            <Table
              className="queues-table list-table"
              label={permissions.decide.length > 1 ? `Queues of ${caseName(caseKey)}` : 'Queues'}
              columns={
                permissions.supervise.includes(caseKey) ? [...columns, { header: 'Assign', kind: 'hidden' }] : columns
              }
            >
              {ofCase.map(({ caseId, formId, reason, claims, others, oldest }) => (
                <tr key={`${caseId} ${formId} ${reason}`}>
                  <th scope="row">
                    <Link
                      to={addressOf({ case: caseId, form: formId, reason })}
                      aria-label={`${queueReasonLabels[reason]}, ${formName(formId)}`}
                    >
                      {queueReasonLabels[reason]}
                    </Link>
                  </th>
                  <td>{formName(formId)}</td>
                  <td className="number">
                    {formatCount(claims)}
                    {others > 0 && <div className="soft">{formatCount(others)} assigned to others</div>}
                  </td>
                  <td className="nowrap">{formatCourtDay(oldest)}</td>
                  {permissions.supervise.includes(caseId) && (
                    <td>
                      <Link
                        to={`/claims?${unassignedOf({ caseId, formId, reason })}`}
                        aria-label={`Show unassigned: ${queueReasonLabels[reason]}, ${formName(formId)}`}
                      >
                        Show unassigned
                      </Link>
                    </td>
                  )}
                </tr>
              ))}
            </Table>
          </section>
        ))
      )}
      {queues.length > 0 && <p className="soft">A claim can be in several queues but is decided only once.</p>}
    </>
  );
}
