import type { DataReport, Group, PurchaseTotals } from '@redress/datafiles/report';
import { formatAmount } from '@redress/datafiles/messages/finding-facts';
import type { BarRow } from './bar-table.tsx';
import { BarTable } from './bar-table.tsx';
import type { RoomParts } from './data-check-parts.ts';

/** What the rows that count come to, by state, year, drug and plan: each as a chart that is a table. */
export function TotalsView({ report, room }: { readonly report: DataReport; readonly room: RoomParts }) {
  const words = room.messages.totals;
  const { purchases, membership } = report;
  const { write } = room.messages;
  const ofMembers = (name: string, members: number): BarRow => ({ name, size: members, cells: [write(members)] });
  if (!(purchases && purchases.counted.rows > 0) && !(membership && membership.counted > 0)) return null;
  return (
    <div className="data-totals" role="group" aria-label={words.heading}>
      <h3>{words.heading}</h3>
      {purchases && <Sums purchases={purchases} room={room} />}
      {purchases && purchases.counted.rows > 0 && (
        <>
          <Groups groups={purchases.byYear} heading={words.byYear} column={words.year} room={room} isOpen />
          <Groups groups={purchases.byState} heading={words.byState} column={words.state} room={room} namesIn="en" />
          <Groups groups={purchases.byDrug} heading={words.byDrug} column={words.drug} room={room} namesIn="en" />
          <Groups groups={purchases.byPlan} heading={words.byPlan} column={words.plan} room={room} />
        </>
      )}
      {membership && membership.counted > 0 && (
        <>
          <BarTable
            heading={words.membersByYear}
            columns={[words.year, words.membersColumn]}
            rows={membership.byYear.map(({ year, members }) => ofMembers(year, members))}
            room={room}
            isOpen={!purchases}
          />
          <BarTable
            heading={words.membersByState}
            columns={[words.state, words.membersColumn]}
            rows={membership.byState.map(({ state, members }) => ofMembers(state, members))}
            room={room}
            namesIn="en"
          />
        </>
      )}
    </div>
  );
}

function Sums({ purchases, room }: { readonly purchases: PurchaseTotals; readonly room: RoomParts }) {
  const words = room.messages.totals;
  const { counted, faulty, reversals, duplicates } = purchases;
  const sums = [
    { label: words.counted, sum: counted, isShown: true },
    { label: words.faulty, sum: faulty, isShown: faulty.rows > 0 },
    { label: words.reversals, sum: reversals, isShown: reversals.rows > 0 },
    {
      label: duplicates.estimated ? `${words.duplicates} ${words.estimated}` : words.duplicates,
      sum: duplicates,
      isShown: duplicates.rows > 0,
    },
  ].filter(({ isShown }) => isShown);
  return (
    <dl className="data-sums">
      {sums.map(({ label, sum }) => (
        <div key={label}>
          <dt>
            {label} <span className="optional">{room.messages.takenAs.rows(sum.rows)}</span>
          </dt>
          <dd className="figures">{formatAmount(sum.amount)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Groups(props: {
  readonly groups: readonly Group[];
  readonly heading: string;
  /** What each row is. */
  readonly column: string;
  readonly room: RoomParts;
  readonly namesIn?: 'en';
  readonly isOpen?: boolean;
}) {
  const { groups, heading, column, room, namesIn, isOpen } = props;
  const { messages } = room;
  return (
    <BarTable
      heading={heading}
      columns={[column, messages.totals.rowsColumn, messages.totals.amountColumn]}
      rows={groups.map(({ name, rows, amount }) => ({
        name: name === '' ? messages.totals.others : name,
        size: Number(amount),
        cells: [messages.write(rows), formatAmount(amount)],
      }))}
      room={room}
      {...(namesIn ? { namesIn } : {})}
      {...(isOpen ? { isOpen } : {})}
    />
  );
}
