import type { Cluster } from '@redress/contract/console/integrity';
import { claimStatuses } from '@redress/contract/console/claim-list';
import { verdictNames } from '@redress/contract/console/verdict-names';
import { useState } from 'react';
import { Link } from 'react-router';
import { Breakable } from '../ui/breakable.tsx';
import { Checkbox } from '../ui/choices.tsx';
import { Button } from '../ui/button.tsx';
import { formatCount } from '../ui/format.ts';
import { listState } from '../ui/list-position.ts';
import { useMoments } from '../ui/moments.ts';
import { useRowKeys } from '../ui/row-keys.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Table } from '../ui/table.tsx';
import { formatPoints } from './describe-score.ts';
import { normalize } from './normalize-value.ts';

/** More claims than this are shown one below another. */
const maxColumns = 4;
const rowsPerStep = 25;

type Member = Cluster['members'][number];

/** A cluster's claims with their answers. Values that several claims share are marked. */
export function SideBySide({ cluster }: { readonly cluster: Cluster }) {
  const { members, fields } = cluster;
  const [onlyEqual, setOnlyEqual] = useState(false);
  const equal = fields.map((_, index) => findRepeated(members.map(({ values }) => values[index] ?? null)));
  const shown = fields.flatMap((field, index) => {
    const repeated = equal[index] ?? new Set<string>();
    return onlyEqual && repeated.size === 0 ? [] : [{ ...field, index, repeated }];
  });
  const table = { cluster, fields: shown };
  return (
    <section className="cluster-part" aria-labelledby="side-by-side">
      <h2 id="side-by-side">Side by side</h2>
      <p className="soft">
        A value with <span className="equal-sign">=</span> also appears in another claim on this page.
      </p>
      <Checkbox label="Only fields with matching values" checked={onlyEqual} onChange={setOnlyEqual} />
      {members.length <= maxColumns ? <ClaimColumns {...table} /> : <ClaimRows {...table} />}
    </section>
  );
}

/** The values that more than one claim has. */
export function findRepeated(values: readonly (string | null)[]): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const value of values) {
    if (value === null) continue;
    const compared = normalize(value);
    if (seen.has(compared)) repeated.add(compared);
    seen.add(compared);
  }
  return repeated;
}

interface ComparedField {
  readonly name: string;
  readonly label: string;
  readonly index: number;
  readonly repeated: ReadonlySet<string>;
}
interface TableProps {
  readonly cluster: Cluster;
  readonly fields: readonly ComparedField[];
}

function Value({
  member,
  field: { name, index, repeated },
}: {
  readonly member: Member;
  readonly field: ComparedField;
}) {
  const value = member.values[index] ?? null;
  const isEqual = value !== null && repeated.has(normalize(value));
  return (
    <td key={name} className={isEqual ? 'equal' : undefined}>
      {isEqual && (
        <span className="equal-sign">
          <span aria-hidden="true">= </span>
          <span className="visually-hidden">In common: </span>
        </span>
      )}
      <bdi>{value !== null && <Breakable text={value} />}</bdi>
    </td>
  );
}

function showStatus(status: string) {
  const known = claimStatuses.find((each) => each === status);
  return known === undefined ? status : <StatusBadge status={known} />;
}

/** Facts about a claim that are not answers. */
function useMemberFacts() {
  const { formatMoment } = useMoments();
  return [
    ['Filed', ({ filedAt }: Member) => <span className="nowrap">{formatMoment(filedAt)}</span>],
    ['Status', ({ status }: Member) => showStatus(status)],
    ['Duplicate score', (member: Member) => <Score points={member.duplicate} isReached={member.duplicateReached} />],
    ['Machine score', (member: Member) => <Score points={member.machine} isReached={member.machineReached} />],
    ['Finding', ({ verdict }: Member) => (verdict === null ? 'None' : verdictNames[verdict])],
  ] as const;
}

function Score({ points, isReached }: { readonly points: number | null; readonly isReached: boolean }) {
  if (points === null) return 'Hidden until it has a finding';
  return (
    <>
      {formatPoints(points)} {isReached && <span className="tag tag-warn">Reached</span>}
    </>
  );
}

function MemberLink({ member: { number }, cluster }: { readonly member: Member; readonly cluster: Cluster }) {
  const numbers = cluster.members.map((each) => each.number);
  const list = { backTo: `/clusters/${cluster.id}`, label: `cluster ${cluster.id}`, numbers };
  return (
    <Link className="figures" to={`/claims/${number}`} state={listState(list)}>
      {number}
    </Link>
  );
}

/** A few claims, one in each column, so that the same fields are side by side. */
function ClaimColumns({ cluster, fields }: TableProps) {
  const facts = useMemberFacts();
  const { members } = cluster;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard
    <div className="table-scroll" role="region" aria-label="Claims side by side" tabIndex={0}>
      <table className="side-by-side">
        <thead>
          <tr>
            <th scope="col">Field</th>
            {members.map((member) => (
              <th key={member.number} scope="col">
                <MemberLink member={member} cluster={cluster} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {facts.map(([label, describe]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {members.map((member) => (
                <td key={member.number}>{describe(member)}</td>
              ))}
            </tr>
          ))}
          {fields.map((field) => (
            <tr key={field.name}>
              <th scope="row">{field.label}</th>
              {members.map((member) => (
                <Value key={member.number} member={member} field={field} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Many claims, one in each row, a few dozen at a time. */
function ClaimRows({ cluster, fields }: TableProps) {
  useRowKeys();
  const facts = useMemberFacts();
  const [count, setCount] = useState(rowsPerStep);
  const { members } = cluster;
  const labels = [...facts.map(([label]) => label), ...fields.map(({ label }) => label)];
  // Two fields may have the same label.
  const columns = ['Claim', ...labels].map((label, index, all) =>
    all.indexOf(label) === index ? label : `${label} (${index})`,
  );
  return (
    <>
      <Table label="Claims side by side" className="side-by-side" columns={columns}>
        {members.slice(0, count).map((member) => (
          <tr key={member.number}>
            <th scope="row">
              <MemberLink member={member} cluster={cluster} />
            </th>
            {facts.map(([label, describe]) => (
              <td key={label}>{describe(member)}</td>
            ))}
            {fields.map((field) => (
              <Value key={field.name} member={member} field={field} />
            ))}
          </tr>
        ))}
      </Table>
      {members.length > count && (
        <p>
          <Button onClick={() => setCount(count + rowsPerStep)}>
            Show {Math.min(rowsPerStep, members.length - count)} more of {formatCount(members.length)}
          </Button>
        </p>
      )}
    </>
  );
}
