import { formatMoney } from '@redress/contract/console/format-figure';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatCount } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { useRowKeys } from '../ui/row-keys.ts';
import { numeric, Table, TableSkeleton } from '../ui/table.tsx';
import { useNames } from '../ui/use-names.ts';
import { fundsQuery } from './fund-queries.ts';

const columns = [
  'Fund',
  'Case',
  numeric('Settlement amount'),
  numeric('Received'),
  numeric('Net fund'),
  numeric('Waiting'),
];

/** `/funds`: the money that pays claims. */
export function Component() {
  useRowKeys();
  const { caseName } = useNames();
  const query = useQuery(fundsQuery);
  return (
    <Page title="Funds">
      <QueryState query={query} skeleton={<TableSkeleton columns={columns} rows={2} />}>
        {({ funds }) =>
          funds.length === 0 ? (
            <EmptyState title="No funds" reason="The settlement’s definition names no fund of your cases." />
          ) : (
            <Table label="Funds" columns={columns}>
              {funds.map((fund) => (
                <tr key={fund.id}>
                  <td>
                    <Link to={`/funds/${fund.id}`}>{fund.title}</Link>
                  </td>
                  <td>{caseName(fund.caseId)}</td>
                  <td className="number">{formatMoney(fund.amount)}</td>
                  <td className="number">{formatMoney(fund.received)}</td>
                  <td className="number">{formatMoney(fund.net)}</td>
                  <td className="number">{formatCount(fund.waiting)}</td>
                </tr>
              ))}
            </Table>
          )
        }
      </QueryState>
    </Page>
  );
}
