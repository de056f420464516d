import '../integrity/integrity.css';
import type { ClaimDetails } from '@redress/contract/console/claim-details';
import { formatClaimed } from '@redress/contract/console/format-figure';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Checkbox, Select } from '../ui/choices.tsx';
import { formatCounted } from '../ui/format.ts';
import { useMoments } from '../ui/moments.ts';
import { QueryState, Skeleton } from '../ui/query-state.tsx';
import { Breakable } from '../ui/breakable.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { claimQuery } from '../api/claim-look.ts';
import { compareAnswers, compareValues } from './compare-answers.ts';

interface ComparisonProps {
  readonly claim: ClaimDetails;
  /** The number of the other claim. */
  readonly other: string;
  readonly others: readonly string[];
  readonly onOther: (number: string) => void;
  readonly onClose: () => void;
}

/** The heading takes the focus, so that screen readers begin here and it scrolls into view. */
const focusOnce = (heading: HTMLElement | null) => heading?.focus();

/** Shows another claim beside this one, field by field. */
export function ClaimComparison({ claim, other, others, onOther, onClose }: ComparisonProps) {
  const query = useQuery(claimQuery(other));
  return (
    <section className="panel claim-comparison" aria-labelledby="comparison">
      <div className="row row-apart">
        <h2 id="comparison" tabIndex={-1} ref={focusOnce}>
          Compared with claim <span className="figures">{other}</span>
        </h2>
        <div className="actions">
          {others.length > 1 && (
            <Select
              label="Other claim"
              options={[...new Set([...others, other])].map((number) => [number, number])}
              value={other}
              onChange={onOther}
            />
          )}
          <Button onClick={onClose}>Close the comparison</Button>
        </div>
      </div>
      <QueryState query={query} skeleton={<Skeleton lines={8} />}>
        {(record) => <ComparedFields claim={claim} other={record} />}
      </QueryState>
    </section>
  );
}

function ComparedFields({ claim, other }: { readonly claim: ClaimDetails; readonly other: ClaimDetails }) {
  const { formatMoment } = useMoments();
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const of = (describe: (each: ClaimDetails) => string) => [describe(claim), describe(other)] as const;
  const answers = compareAnswers(claim, other);
  // Some forms ask for the Notice ID, others have it from the login.
  const hasNotice = answers.some(({ label }) => label === 'Notice ID');
  const fields = [
    ...compareValues('form', 'Form', ...of(({ form }) => form.title)),
    ...(hasNotice ? [] : compareValues('notice', 'Notice ID', ...of(({ noticeId }) => noticeId ?? ''))),
    ...compareValues('amount', 'Amount claimed', ...of(describeClaimed)),
    ...compareValues('documents', 'Documents', ...of(listDocuments)),
    ...answers,
  ];
  const different = fields.filter(({ isSame }) => !isSame);
  return (
    <>
      <p>
        {formatCounted(fields.length - different.length, 'field is the same', 'fields are the same')}.{' '}
        {formatCounted(different.length, 'differs', 'differ')}.
      </p>
      <Checkbox label="Only fields that differ" checked={onlyDifferent} onChange={setOnlyDifferent} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard */}
      <div className="table-scroll" role="region" aria-label="Two claims, field by field" tabIndex={0}>
        <table className="side-by-side">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Compared</th>
              <th scope="col">
                This claim, <span className="figures">{claim.number}</span>
              </th>
              <th scope="col">
                <Link className="figures" to={`/claims/${other.number}`}>
                  Claim {other.number}
                </Link>
              </th>
            </tr>
          </thead>
          <tbody>
            <FactRow label="Filed" values={of(({ filedAt }) => formatMoment(filedAt))} />
            <FactRow
              label="Status"
              values={[
                <StatusBadge key="one" status={claim.status} />,
                <StatusBadge key="two" status={other.status} />,
              ]}
            />
            {(onlyDifferent ? different : fields).map(({ name, label, values, isSame }) => (
              <tr key={name}>
                <th scope="row">{label}</th>
                <td className={isSame ? undefined : 'compared-different'}>
                  <span aria-hidden="true">{isSame ? '= ' : '≠ '}</span>
                  {isSame ? 'Same' : 'Different'}
                </td>
                <Value text={values[0]} />
                <Value text={values[1]} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** Facts that always differ between two claims. */
function FactRow({ label, values }: { readonly label: string; readonly values: readonly [ReactNode, ReactNode] }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>–</td>
      <td>{values[0]}</td>
      <td>{values[1]}</td>
    </tr>
  );
}

const Value = ({ text }: { readonly text: string }) => (
  <td>
    {text === '' ? (
      <span className="soft">No answer</span>
    ) : (
      <bdi>{text.includes('@') ? <Breakable text={text} /> : text}</bdi>
    )}
  </td>
);

const describeClaimed = ({ amount, range, corrected }: ClaimDetails): string =>
  formatClaimed(corrected.amount, corrected.range) ?? formatClaimed(amount, range) ?? '';

const listDocuments = ({ documents }: ClaimDetails): string =>
  documents.map(({ name, type }) => name ?? type).join(', ') || 'None';
