import {
  channelLabels,
  columnLabels,
  flagLabels,
  languageLabels,
  sortOfColumn,
} from '@redress/contract/console/claim-labels';
import {
  type ClaimColumn,
  type ClaimListQuery,
  type ClaimOrder,
  defaultClaimOrder,
  type ListedClaim,
} from '@redress/contract/console/claim-list';
import { formatClaimed, formatMoney } from '@redress/contract/console/format-figure';
import { formatCourtDay } from '@redress/contract/language';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useSession } from '../api/use-session.ts';
import { Button } from '../ui/button.tsx';
import { formatAge, formatCounted } from '../ui/format.ts';
import { listState } from '../ui/list-position.ts';
import { useRowKeys } from '../ui/row-keys.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { formNames } from './form-names.ts';
import type { QueryChanges } from './use-claim-query.ts';
import type { Selection } from '../bulk/use-selection.ts';
import { useRememberRow } from './opened-row.ts';

interface ClaimsTableProps {
  readonly claims: readonly ListedClaim[];
  readonly columns: readonly ClaimColumn[];
  readonly query: ClaimListQuery;
  readonly change: (changes: QueryChanges) => void;
  /** Set for people who may act on many claims. */
  readonly selection: Selection | undefined;
}

/** A page of claims. On a narrow screen each row is a block that names its columns. */
export function ClaimsTable({ claims, columns, query, change, selection }: ClaimsTableProps) {
  const showCell = useCells();
  const remember = useRememberRow();
  const { pathname, search } = useLocation();
  const numbers = claims.map(({ number }) => number);
  const list = listState({ backTo: pathname + search, label: 'Claims', numbers });
  useRowKeys();
  return (
    <div className="table-scroll claims-table">
      <table>
        <thead>
          <tr>
            {selection && <SelectPage selection={selection} numbers={numbers} />}
            {columns.map((column) => (
              <ColumnHead key={column} column={column} query={query} change={change} />
            ))}
          </tr>
        </thead>
        <tbody>
          {claims.map((claim) => (
            <tr key={claim.number}>
              {selection && <SelectRow selection={selection} number={claim.number} />}
              {columns.map((column) =>
                column === 'number' ? (
                  <th key={column} scope="row" data-label={columnLabels[column]} className="figures">
                    <Link to={`/claims/${claim.number}`} state={list} onClick={() => remember(claim.number)}>
                      {claim.number}
                    </Link>
                  </th>
                ) : (
                  <td key={column} data-label={columnLabels[column]} className={cellClasses[column]}>
                    {showCell(column, claim)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ColumnHeadProps {
  readonly column: ClaimColumn;
  readonly query: ClaimListQuery;
  readonly change: (changes: QueryChanges) => void;
}

function ColumnHead({ column, query, change }: ColumnHeadProps) {
  const sort = sortOfColumn[column];
  const label = columnLabels[column];
  const className = ['amount', 'recognized', 'age'].includes(column) ? 'number' : undefined;
  if (!sort)
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    );
  const order = query.sort ?? defaultClaimOrder;
  const isUp = order === sort;
  const isDown = order === `-${sort}`;
  const next: ClaimOrder = isUp ? `-${sort}` : sort;
  return (
    <th scope="col" className={className} aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}>
      <Button look="link" className="sort-button" onClick={() => change({ sort: next })}>
        {label}
        <span aria-hidden="true">{isUp ? ' ↑' : isDown ? ' ↓' : ''}</span>
      </Button>
    </th>
  );
}

const cellClasses: Readonly<Partial<Record<ClaimColumn, string>>> = {
  name: 'claim-name',
  form: 'claim-form',
  state: 'claim-state',
  status: 'claim-status',
  flags: 'claim-flags',
  amount: 'number claim-range',
  recognized: 'number',
  age: 'number claim-age',
};

/** Text that a narrow column may cut off. */
const withTitle = (text: string): ReactNode => <span title={text}>{text}</span>;

/** Renders each cell by its column. */
function useCells(): (column: ClaimColumn, claim: ListedClaim) => ReactNode {
  const { settlement, permissions } = useSession();
  const forms = new Map(formNames(settlement, permissions.claims).map(({ value, label }) => [value, label]));
  return (column, claim) => {
    switch (column) {
      case 'number':
        return claim.number;
      case 'filed':
        return <time dateTime={claim.filedAt}>{formatCourtDay(claim.filedDay)}</time>;
      case 'name':
        return <bdi title={claim.name}>{claim.name === '' ? '–' : claim.name}</bdi>;
      case 'case':
        return settlement.cases.find(({ id }) => id === claim.caseId)?.caption ?? claim.caseId;
      case 'form':
        return withTitle(forms.get(claim.formId) ?? claim.formId);
      case 'state':
        return claim.state === '' ? '–' : withTitle(claim.state);
      case 'language':
        return languageLabels[claim.language] ?? claim.language;
      case 'channel':
        return channelLabels[claim.withoutScript ? 'no-script' : 'script'];
      case 'amount':
        return formatClaimed(claim.amount, claim.range) ?? '–';
      case 'recognized':
        return claim.recognizedAmount === null ? '–' : formatMoney(claim.recognizedAmount);
      case 'assignee':
        return claim.assignee === null ? '–' : <bdi>{claim.assignee}</bdi>;
      case 'status':
        return <StatusBadge status={claim.status} />;
      case 'flags':
        return claim.flags.length === 0 ? '–' : <Flags labels={claim.flags.map((flag) => flagLabels[flag])} />;
      case 'age':
        return formatAge(claim.ageDays);
    }
  };
}

/**
 * All flags. On a wide screen, the style sheet shows the first one and the number of the others.
 */
function Flags({ labels }: { readonly labels: readonly string[] }) {
  return (
    <span title={labels.join(', ')}>
      {labels.map((label) => (
        <span key={label} className="tag tag-warn">
          {label}
        </span>
      ))}
      {labels.length > 1 && (
        <span className="tag tag-warn other-flags" aria-hidden="true">
          +{labels.length - 1}
        </span>
      )}
    </span>
  );
}

/** The column's checkbox, which selects all claims of the page or none. */
function SelectPage({ selection, numbers }: { readonly selection: Selection; readonly numbers: readonly string[] }) {
  const { isAll, numbers: chosen, set } = selection;
  const isWhole = isAll || numbers.every((number) => chosen.has(number));
  const others = [...chosen].filter((number) => !numbers.includes(number));
  return (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the label is inside
    <th scope="col" className="claim-select">
      <label>
        <input
          type="checkbox"
          checked={isWhole}
          disabled={isAll}
          onChange={() => set(isWhole ? others : [...others, ...numbers])}
        />
        <span className="visually-hidden">{`Select the ${formatCounted(numbers.length, 'claim')} on this page`}</span>
      </label>
    </th>
  );
}

function SelectRow({ selection, number }: { readonly selection: Selection; readonly number: string }) {
  const { isAll, numbers: chosen, set } = selection;
  const isChosen = isAll || chosen.has(number);
  return (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the label is inside
    <td className="claim-select">
      <label>
        <input
          type="checkbox"
          checked={isChosen}
          disabled={isAll}
          onChange={() => set(isChosen ? [...chosen].filter((each) => each !== number) : [...chosen, number])}
        />
        <span className="visually-hidden">Select claim {number}</span>
      </label>
    </td>
  );
}
