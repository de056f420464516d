import { describeLimits } from '@redress/contract/console/allocation-figures';
import type { Allocation } from '@redress/contract/console/allocations';
import { formatMoney } from '@redress/contract/console/format-figure';
import { formatCourtDay } from '@redress/contract/language';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useCan } from '../api/use-session.ts';
import { type Fact, Facts } from '../ui/facts.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { useMoments } from '../ui/moments.ts';
import { allocationsQuery } from './allocation-queries.ts';

interface AllocationFactsProps {
  readonly allocation: Allocation;
  /** Listed first. */
  readonly figures?: readonly Fact[];
}

/** Shows what an allocation was computed from, and the hash of the result. */
export function AllocationFacts({ allocation, figures = [] }: AllocationFactsProps) {
  const { formatMoment } = useMoments();
  const { fund, planVersion, seal, asOf, limits, sha256, supplements, createdBy, createdAt } = allocation;
  const seesLedger = useCan('fund', fund.caseId);
  const { data } = useQuery(allocationsQuery(fund.id));
  const plan = data?.funds.find(({ id }) => id === fund.id);
  const pools = plan?.pools ?? [];
  const capped = plan?.version === planVersion ? pools.filter(({ capMultiple }) => capMultiple !== null) : [];
  const changed = describeLimits(limits, pools);
  return (
    <>
      <WaitingEntries allocation={allocation} />
      <Facts
        rows={[
          ...figures,
          [
            'Fund',
            seesLedger ? (
              <Link key="fund" to={`/funds/${encodeURIComponent(fund.id)}?asOf=${asOf}`}>
                {fund.title}
              </Link>
            ) : (
              fund.title
            ),
          ],
          ['Net fund as of', formatCourtDay(asOf)],
          ['Plan of allocation', `Version ${planVersion}`],
          [
            'Differences from the plan',
            changed.length === 0 ? 'None' : changed.map((text) => <div key={text}>{text}</div>),
          ],
          capped.length > 0 && [
            'Most that the plan pays',
            capped.map(({ id, title, capMultiple }) => (
              <div key={id}>{`${title}: ${capMultiple} of what a claim counts`}</div>
            )),
          ],
          supplements !== null && [
            'Supplement',
            <Link key="supplements" to={`/allocations/${supplements.id}`}>
              {`Adds to the frozen allocation, ${pools.find(({ id }) => id === supplements.pool)?.title ?? supplements.pool}`}
            </Link>,
          ],
          ['Claims as of', `Seal ${formatCount(seal.position)}, ${formatMoment(seal.sealedAt)}`],
          ['Made by', `${createdBy}, ${formatMoment(createdAt)}`],
          sha256 !== null && [
            'SHA-256',
            <code key="hash" className="hash">
              {sha256}
            </code>,
          ],
        ]}
      />
    </>
  );
}

/** Warns that the figures can be different once ledger entries are approved. */
export function WaitingEntries({ allocation: { status, fund, waitingEntries } }: { readonly allocation: Allocation }) {
  const seesLedger = useCan('fund', fund.caseId);
  if (waitingEntries.length === 0 || !['computed', 'asked'].includes(status)) return null;
  const verb = waitingEntries.length === 1 ? 'awaits approval and is' : 'await approval and are';
  return (
    <p className="notice notice-warn">
      <span>
        {`${formatCounted(waitingEntries.length, 'ledger entry', 'ledger entries')} of ${waitingEntries.map(formatMoney).join(', ')} ${verb} not in these figures.`}
      </span>{' '}
      {seesLedger && <Link to={`/funds/${encodeURIComponent(fund.id)}`}>Open the ledger</Link>}
    </p>
  );
}
