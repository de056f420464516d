import './funds.css';
import { type FundPage, isOrderKind, type RequestedEntry } from '@redress/contract/console/funds';
import { formatMoney } from '@redress/contract/console/format-figure';
import { formatCourtDay } from '@redress/contract/language';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { LinkButton } from '../ui/button.tsx';
import { Facts } from '../ui/facts.tsx';
import { Field } from '../ui/field.tsx';
import { Page } from '../ui/page.tsx';
import { PanelSkeleton, QueryState } from '../ui/query-state.tsx';
import { numeric, Table } from '../ui/table.tsx';
import { useMoments } from '../ui/moments.ts';
import { describeAccount, describeEntry, describeKind } from './describe-ledger.ts';
import { EntryForm } from './entry-form.tsx';
import { fundQuery } from './fund-queries.ts';
import { OrderLink, Transactions } from './transactions.tsx';

/** `/funds/:id`: what came in, what was ordered, what is left, and the ledger. */
export function Component() {
  const { id = '' } = useParams();
  const [parameters, setParameters] = useSearchParams();
  const asOf = parameters.get('asOf') ?? '';
  const query = useQuery({ ...fundQuery(id, asOf), placeholderData: keepPreviousData });
  return (
    <Page
      title={query.data?.title ?? 'Fund'}
      actions={
        <>
          <a className="button" href={`/api/console/funds/${encodeURIComponent(id)}/journal`} download>
            Export for hledger
          </a>
          <LinkButton to={`/allocations?fund=${encodeURIComponent(id)}`}>Allocations</LinkButton>
          <LinkButton to="/funds">Funds</LinkButton>
        </>
      }
    >
      <QueryState query={query} skeleton={<PanelSkeleton lines={8} />} missing={<p>This fund isn’t in your cases.</p>}>
        {(fund) => (
          <>
            <Requested fund={fund} />
            <div className="fund-sums">
              <section className="panel" aria-labelledby="sums">
                <h2 id="sums">Net fund</h2>
                <AsOf
                  day={fund.asOf}
                  onChange={(day) => setParameters(day === '' ? {} : { asOf: day }, { replace: true })}
                />
                <Sums fund={fund} />
              </section>
              <TrialBalance fund={fund} />
            </div>
            <EntryForm fund={fund} />
            <Transactions fund={fund} />
          </>
        )}
      </QueryState>
    </Page>
  );
}

/** A day takes effect once its year is complete. An empty field means today. */
function AsOf({ day, onChange }: { readonly day: string; readonly onChange: (day: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  // While a person types, the field keeps what is typed: each digit makes another day.
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = day;
  }, [day]);
  const isComplete = (typed: string) => /^[1-9]/.test(typed);
  return (
    <Field label="As of">
      {(control) => (
        <input
          {...control}
          ref={input}
          type="date"
          defaultValue={day}
          onChange={({ target }) => {
            if (isComplete(target.value)) onChange(target.value);
          }}
          onBlur={({ target }) => {
            if (target.value === '' && !target.validity.badInput) onChange('');
            if (input.current && !isComplete(target.value)) input.current.value = day;
          }}
        />
      )}
    </Field>
  );
}

function Sums({ fund }: { readonly fund: FundPage }) {
  const { lines, received, net, allocated, unallocated, cash, amount, feeAtMost } = fund;
  const rows = (isOrdered: boolean) =>
    lines
      .filter(({ kind }) => isOrderKind(kind) === isOrdered)
      .map((line) => [describeKind(line.kind), formatMoney(line.amount)] as const);
  return (
    <>
      <h3>Received</h3>
      <Facts className="money" rows={[...rows(false), ['Received in all', <b key="sum">{formatMoney(received)}</b>]]} />
      <h3>Ordered or set aside</h3>
      <Facts className="money" rows={rows(true)} />
      <h3>Left</h3>
      <Facts
        className="money"
        rows={[
          ['Net fund', <b key="net">{formatMoney(net)}</b>],
          allocated !== '0.00' && ['Allocated to claimants', formatMoney(allocated)],
          allocated !== '0.00' && ['Not allocated', formatMoney(unallocated)],
          ['Cash in the bank', formatMoney(cash)],
        ]}
      />
      {allocated !== '0.00' && (
        <p className={unallocated.startsWith('-') ? 'notice notice-bad' : 'soft'}>
          {unallocated.startsWith('-')
            ? 'The fund owes claimants more than it has left. A frozen allocation never changes, so ask the court which money covers what was ordered since.'
            : 'A frozen allocation never changes. Later entries change what isn’t allocated, which a supplement can divide.'}
        </p>
      )}
      <p className="soft">
        {`The settlement is for ${formatMoney(amount)}. Attorneys’ fees can be at most ${formatMoney(feeAtMost)}.`}
      </p>
    </>
  );
}

function TrialBalance({ fund: { accounts, debits, credits, asOf } }: { readonly fund: FundPage }) {
  const columns = ['Account', numeric('Debit'), numeric('Credit')] as const;
  return (
    <section aria-labelledby="trial">
      <h2 id="trial">Trial balance</h2>
      {accounts.length === 0 ? (
        <p>{`No entries by ${formatCourtDay(asOf)}. Contributions come first.`}</p>
      ) : (
        <Table label="Balances of accounts" columns={columns}>
          {accounts.map(({ account, amount }) => (
            <tr key={account}>
              <td>{describeAccount(account)}</td>
              <td className="number">{amount.startsWith('-') ? '' : formatMoney(amount)}</td>
              <td className="number">{amount.startsWith('-') ? formatMoney(amount.slice(1)) : ''}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">Total</th>
            <td className="number">{formatMoney(debits)}</td>
            <td className="number">{formatMoney(credits)}</td>
          </tr>
        </Table>
      )}
    </section>
  );
}

const Ended = ({ entry: { decision, decidedBy, decisionReason } }: { readonly entry: RequestedEntry }) =>
  decision === 'declined' ? `Declined by ${decidedBy ?? ''}: ${decisionReason}` : 'Withdrawn.';

/** Entries that a second person has not approved. */
function Requested({ fund }: { readonly fund: FundPage }) {
  const { formatMoment } = useMoments();
  if (fund.requested.length === 0) return null;
  return (
    <section aria-labelledby="requested">
      <h2 id="requested">Not in the ledger</h2>
      <ul className="plain-list">
        {fund.requested.map((entry) => (
          <li key={entry.id} className={entry.decision === null ? 'notice notice-warn' : 'notice'}>
            <p>
              <b>
                {`${describeEntry(entry, fund.transactions)}, ${formatMoney(entry.amount)}, as of ${formatCourtDay(entry.effectiveOn)}`}
              </b>{' '}
              {entry.decision === null ? (
                <>
                  Awaiting second approval. <Link to="/approvals?kind=ledger-entry">Approvals</Link>
                </>
              ) : (
                <Ended entry={entry} />
              )}
            </p>
            <p>{entry.reason}</p>
            <p className="soft">
              {`Requested by ${entry.enteredBy ?? ''}, ${formatMoment(entry.askedAt)}.`}{' '}
              {entry.order && <OrderLink fundId={fund.id} order={entry.order} />}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
