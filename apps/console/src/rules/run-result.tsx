import { describeFlagCounts } from '@redress/contract/console/flag-counts';
import { formatMoney } from '@redress/contract/console/format-figure';
import type { RuleRun, RunResult } from '@redress/contract/console/rules';
import { useState } from 'react';
import { Link } from 'react-router';
import { ActionClaims } from '../bulk/action-claims.tsx';
import { Button } from '../ui/button.tsx';
import { Facts } from '../ui/facts.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { useMoments } from '../ui/moments.ts';
import { numeric, Table } from '../ui/table.tsx';
import { runClaimsQuery } from './rule-queries.ts';

/** The results of a dry run: counts, sum, sample, and the difference from the previous run. */
export function RunResultView({ run, result }: { readonly run: RuleRun; readonly result: RunResult }) {
  const { formatMoment } = useMoments();
  return (
    <>
      <Facts
        rows={[
          ['To approve', formatCounted(result.approve, 'claim')],
          ['Total recognized', formatMoney(result.amount)],
          result.largest !== null && ['Largest', formatMoney(result.largest)],
          ['To queue for review', formatCounted(result.queue, 'claim')],
          result.leftToPeople > 0 && [
            'Not approved',
            `${formatCounted(result.leftToPeople, 'claim')} with an uncertain amount, corrected answers, a rule’s queue flag, or a duplicate or machine-made flag or finding`,
          ],
          result.secondPerson > 0 && [
            'Late or large',
            `${formatCounted(result.secondPerson, 'claim')} to approve. The approval of the release counts as their second approval`,
          ],
          result.flags && result.approve > 0 && ['Flags, to approve', describeFlagCounts(result.flags.approve)],
          result.flags && result.queue > 0 && ['Flags, to queue', describeFlagCounts(result.flags.queue)],
          ['As of', `seal ${run.seal}, ${formatMoment(run.sealedAt)}`],
          [
            'Release',
            run.release === null ? (
              run.declined === null ? (
                'Not requested'
              ) : (
                <Link key="declined" to={`/bulk/${run.declined}`}>
                  Declined: see why
                </Link>
              )
            ) : (
              <Link key="release" to={`/bulk/${run.release.job}`}>
                {releaseLabels[run.release.status] ?? run.release.status}
              </Link>
            ),
          ],
        ]}
      />
      <Difference result={result} />
      {result.sample.length > 0 && (
        <>
          <h4>Random sample (seed {run.seed})</h4>
          <Table label="Sample" columns={['Claim', 'Outcome', numeric('Recognized')]}>
            {result.sample.map(({ number, outcome, amount }) => (
              <tr key={number}>
                <th scope="row">
                  <Link to={`/claims/${number}`}>{number}</Link>
                </th>
                <td>{outcome === 'approve' ? 'Approve' : 'Queue'}</td>
                <td className="number">{amount === null ? '–' : formatMoney(amount)}</td>
              </tr>
            ))}
          </Table>
        </>
      )}
      {/* The page of a release shows what became of them. */}
      {result.approve + result.queue > 0 && run.release?.status !== 'done' && <RunClaims run={run} />}
      <p className="soft hash">
        SHA-256 of the list: <code>{run.sha256}</code>
      </p>
    </>
  );
}

/** Shows every claim on request, because each look is logged. */
function RunClaims({ run }: { readonly run: RuleRun }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide the claims' : 'Show each claim'}
      </Button>
      {isOpen && (
        <ActionClaims
          queryOf={(outcome, after) => runClaimsQuery(run.id, outcome, after)}
          filters={['queued', 'late']}
          isPlanned
        />
      )}
    </>
  );
}

const releaseLabels: Readonly<Record<string, string>> = {
  asking: 'Awaiting second approval',
  waiting: 'Running',
  done: 'Released',
};

function Difference({ result: { difference } }: { readonly result: RunResult }) {
  if (difference === null) return <p>This is the first run of the rule.</p>;
  const { added, removed, addedClaims, removedClaims } = difference;
  if (added === 0 && removed === 0) return <p>The same claims as in the previous run.</p>;
  return (
    <>
      <h4>Since the previous run</h4>
      <ClaimLinks label={`${formatCount(added)} added`} total={added} numbers={addedClaims} />
      <ClaimLinks label={`${formatCount(removed)} removed`} total={removed} numbers={removedClaims} />
    </>
  );
}

interface ClaimLinksProps {
  readonly label: string;
  readonly total: number;
  readonly numbers: readonly string[];
}

function ClaimLinks({ label, total, numbers }: ClaimLinksProps) {
  return (
    <p>
      <span>{numbers.length > 0 ? `${label}: ` : label}</span>
      {numbers.map((number, index) => (
        <span key={number}>
          {index > 0 && <span>, </span>}
          <Link to={`/claims/${number}`}>{number}</Link>
        </span>
      ))}
      {total > numbers.length && numbers.length > 0 && (
        <span>{` and ${formatCount(total - numbers.length)} more`}</span>
      )}
    </p>
  );
}
