import {
  type Allocation,
  maxListedOpenClaims,
  maxReservedClaims,
  type OpenClaimKind,
  type OpenClaims,
  openClaimKinds,
} from '@redress/contract/console/allocations';
import { type ClaimListQuery, writeClaimListQuery } from '@redress/contract/console/claim-list';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { useCan } from '../api/use-session.ts';
import { Button } from '../ui/button.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { QueryState } from '../ui/query-state.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { TextArea } from '../ui/text-field.tsx';
import { useSend } from '../ui/use-send.ts';
import { WaitingEntries } from './allocation-facts.tsx';
import { allocationsKey, allocationsQuery, openClaimsQuery } from './allocation-queries.ts';
import { ReserveClaims } from './reserve-claims.tsx';

/** The list of claims has filters for these. */
const statusesOf: Readonly<Partial<Record<OpenClaimKind, ClaimListQuery['status']>>> = {
  undecided: ['received', 'waiting-documents', 'ready'],
  'in-review': ['in-review'],
  proposed: ['proposed'],
  deficient: ['deficient'],
};

interface FreezeAllocationProps {
  readonly allocation: Allocation;
  readonly onAsked: () => void;
}

/** Asks to freeze a scenario, or lists the claims that aren’t final yet. */
export function FreezeAllocation({ allocation, onAsked }: FreezeAllocationProps) {
  const mayAsk = useCan('fund', allocation.fund.caseId);
  const open = useQuery(openClaimsQuery(allocation.id));
  const { data: list } = useQuery(allocationsQuery(allocation.fund.id));
  const frozen = list?.allocations.find(({ status, supplements }) => status === 'frozen' && supplements === null);
  const { send, errorOf, ...sending } = useSend();
  const [reason, setReason] = useState('');
  const ask = async () => {
    const isDone = await send(
      () => callApi('POST /allocations/:id/freeze', { params: { id: allocation.id }, body: { reason } }),
      allocationsKey,
    );
    if (isDone) onAsked();
  };
  if (frozen && allocation.supplements === null)
    return (
      <section className="panel" aria-labelledby="freeze">
        <h2 id="freeze">Freeze</h2>
        <p>
          <Link to={`/allocations/${frozen.id}`}>{frozen.name}</Link> is already frozen, so this scenario can’t be. For
          late orders, choose <i>Supplement …</i> there.
        </p>
      </section>
    );
  return (
    <section className="panel" aria-labelledby="freeze">
      <h2 id="freeze">Freeze</h2>
      <WaitingEntries allocation={allocation} />
      <QueryState query={open}>
        {(data) => (
          <>
            {data.outdated !== null && <p className="notice notice-warn">{data.outdated}</p>}
            {data.claims > 0 && <OpenClaimList open={data} allocation={allocation} />}
          </>
        )}
      </QueryState>
      {mayAsk ? (
        <SendForm
          noValidate
          savesByKey
          sending={sending}
          onSubmit={ask}
          button="Ask to freeze"
          busy="Asking …"
          blocked={
            open.data &&
            (open.data.outdated === null
              ? open.data.claims > 0 && 'The claims above keep it from being frozen.'
              : 'Compute a new scenario first.')
          }
        >
          <p>
            Another finance person or a supervisor must approve it. Then its claims become final, and what it pays is
            posted to the ledger.
          </p>
          <TextArea
            label="Why this scenario"
            hint="This is permanent. Don’t include names or other personal data."
            error={errorOf('reason')}
            maxLength={1_000}
            value={reason}
            onChange={setReason}
          />
        </SendForm>
      ) : (
        <p>Finance can ask to freeze it.</p>
      )}
    </section>
  );
}

function OpenClaimList({ open, allocation }: { readonly open: OpenClaims; readonly allocation: Allocation }) {
  const isSupplement = allocation.supplements !== null;
  // A supplement pays decided claims only, which the reserve doesn't hold back.
  const mayReserve = useCan('fund', allocation.fund.caseId) && !isSupplement;
  const [reserved, setReserved] = useState<readonly string[]>();
  const [isRequested, setRequested] = useState(false);
  const reserve = (claims: readonly string[]) => {
    setRequested(false);
    setReserved(claims);
  };
  const listed = open.groups.flatMap(({ numbers }) => numbers);
  const left = listed.filter((number) => !open.requested.includes(number));
  const isOneRequest = open.groups.length > 1 && listed.length === open.claims && open.claims <= maxReservedClaims;
  return (
    <div className="notice notice-warn">
      <p>
        {isSupplement
          ? `A supplement waits until decisions are mailed and can no longer be disputed. This one waits for ${formatCounted(open.claims, 'claim')}.`
          : `${formatCounted(open.claims, 'claim')} must be final or reserved before it can be frozen.`}
      </p>
      {open.groups.map((group) => (
        <OpenGroup
          key={group.kind}
          group={group}
          allocation={allocation}
          requested={open.requested}
          onReserve={mayReserve ? reserve : undefined}
        />
      ))}
      {mayReserve && isOneRequest && left.length > 0 && (
        <Button
          onClick={() => reserve(left)}
        >{`Move all ${formatCounted(left.length, 'claim')} into the reserve …`}</Button>
      )}
      <p role="status">
        {isRequested &&
          'Requested. Once a second person approves it, compute a new scenario, which sets money aside for these claims.'}
      </p>
      {reserved && (
        <ReserveClaims
          fundId={allocation.fund.id}
          claims={reserved}
          onRequested={() => setRequested(true)}
          onClose={() => setReserved(undefined)}
        />
      )}
    </div>
  );
}

/** The open claims of one kind, in pages. */
function OpenGroup(props: {
  readonly group: OpenClaims['groups'][number];
  readonly allocation: Allocation;
  readonly requested: readonly string[];
  readonly onReserve: ((claims: readonly string[]) => void) | undefined;
}) {
  const { group, allocation, requested, onReserve } = props;
  const { kind, claims } = group;
  /** The last claim of each page before this one. */
  const [before, setBefore] = useState<readonly string[]>([]);
  const after = before.at(-1);
  const page = useQuery({
    ...openClaimsQuery(allocation.id, { kind, after: after ?? '' }),
    enabled: after !== undefined,
    placeholderData: keepPreviousData,
  });
  const numbers = (after === undefined ? group : page.data?.groups[0])?.numbers ?? [];
  const left = numbers.filter((number) => !requested.includes(number));
  // The claims are those of the page before.
  const isLoading = after !== undefined && page.isPlaceholderData;
  const list = (
    <ul className="plain-list row" aria-busy={isLoading}>
      {numbers.map((number) => (
        <li key={number}>
          <Link to={`/claims/${number}`}>{number}</Link>
        </li>
      ))}
    </ul>
  );
  const first = before.length * maxListedOpenClaims + 1;
  const last = numbers.at(-1);
  return (
    <details className="finger-summary">
      <summary>{`${openClaimKinds[kind]}: ${formatCounted(claims, 'claim')}`}</summary>
      {after === undefined ? list : <QueryState query={page}>{() => list}</QueryState>}
      {(claims > maxListedOpenClaims || after !== undefined) && (
        <p className="row">
          <span className="soft" role="status">
            {numbers.length > 0 &&
              `${formatCount(first)}–${formatCount(first + numbers.length - 1)} of ${formatCount(claims)}`}
          </span>
          <Button disabled={after === undefined} onClick={() => setBefore(before.slice(0, -1))}>
            Previous page
          </Button>
          <Button
            disabled={isLoading || last === undefined || first + numbers.length > claims}
            onClick={() => last !== undefined && setBefore([...before, last])}
          >
            Next page
          </Button>
          {statusesOf[kind] && (
            <Link to={`/claims?${writeClaimListQuery({ case: [allocation.fund.caseId], status: statusesOf[kind] })}`}>
              All in the list of claims
            </Link>
          )}
        </p>
      )}
      {onReserve && left.length > 0 && (
        <Button
          disabled={isLoading}
          onClick={() => onReserve(left)}
        >{`Move ${formatCounted(left.length, 'claim')} into the reserve …`}</Button>
      )}
    </details>
  );
}
