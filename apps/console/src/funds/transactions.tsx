import { entryKinds, type FundPage, type LedgerTransaction } from '@redress/contract/console/funds';
import { formatMoney } from '@redress/contract/console/format-figure';
import { formatCourtDay } from '@redress/contract/language';
import { useState } from 'react';
import { callApi } from '../api/api-client.ts';
import { useSession } from '../api/use-session.ts';
import { Button } from '../ui/button.tsx';
import { dayOf, formatCounted } from '../ui/format.ts';
import { Modal } from '../ui/modal.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { StateBadge } from '../ui/status-badge.tsx';
import { numeric, Table } from '../ui/table.tsx';
import { TextArea, TextInput } from '../ui/text-field.tsx';
import { useFields } from '../ui/use-fields.ts';
import { useSend } from '../ui/use-send.ts';
import { describeAccount, describeEntry, describeKind } from './describe-ledger.ts';
import { fundsQuery } from './fund-queries.ts';

type Order = NonNullable<LedgerTransaction['order']>;

/** The order of the court behind an entry, to download. */
export const OrderLink = ({ fundId, order }: { readonly fundId: string; readonly order: Order }) => (
  <a href={`/api/console/funds/${encodeURIComponent(fundId)}/orders/${order.id}`} download>
    {`Order of ${formatCourtDay(order.orderedOn)}, docket ${order.docket}`}
  </a>
);

const columns = [
  'Entry',
  numeric('Amount'),
  'Debit and credit',
  'Entered and approved by',
  { header: 'Action', kind: 'hidden' },
] as const;

/** The transactions of a fund, newest first. */
export function Transactions({ fund }: { readonly fund: FundPage }) {
  const [reversed, setReversed] = useState<LedgerTransaction>();
  const { transactions, transactionCount, requested } = fund;
  const isReversible = ({ id, kind, isReversed, enteredBy }: LedgerTransaction) =>
    entryKinds.some((each) => each === kind) &&
    !isReversed &&
    enteredBy !== null &&
    !requested.some(({ reverses, decision }) => reverses === id && decision === null);
  if (transactions.length === 0) return null;
  return (
    <section aria-labelledby="transactions">
      <h2 id="transactions">Transactions</h2>
      {transactionCount > transactions.length && (
        <p>
          {`The newest ${transactions.length} of ${formatCounted(transactionCount, 'transaction')}. The export has all.`}
        </p>
      )}
      <Table label="Transactions of the fund" className="transactions" columns={columns}>
        {transactions.map((each) => (
          <tr key={each.id}>
            <td>
              {`${formatCourtDay(each.effectiveOn)}: ${describeEntry(each, transactions)} `}
              {each.isReversed && <StateBadge tone="past">Reversed</StateBadge>}
              <div className="soft">{each.reason}</div>
              {each.order && <OrderLink fundId={fund.id} order={each.order} />}
            </td>
            <td className="number">{formatMoney(each.amount)}</td>
            <td>
              {each.lines.map(({ account, amount }) => (
                <div key={account}>{`${amount.startsWith('-') ? 'Credit' : 'Debit'}: ${describeAccount(account)}`}</div>
              ))}
            </td>
            <td>
              <div>{each.enteredBy}</div>
              <div>{each.approvedBy}</div>
            </td>
            <td>
              {isReversible(each) && (
                <Button look="link" aria-haspopup="dialog" onClick={() => setReversed(each)}>
                  Reverse …
                  <span className="visually-hidden">
                    {` ${describeKind(each.kind)} of ${formatMoney(each.amount)}`}
                  </span>
                </Button>
              )}
            </td>
          </tr>
        ))}
      </Table>
      {reversed && <Reversal fundId={fund.id} transaction={reversed} onClose={() => setReversed(undefined)} />}
    </section>
  );
}

/** A dialog that requests the reversal of a transaction. */
function Reversal({
  fundId,
  transaction: { id, kind, amount, effectiveOn },
  onClose,
}: {
  readonly fundId: string;
  readonly transaction: LedgerTransaction;
  readonly onClose: () => void;
}) {
  const { timeZone } = useSession().settlement;
  const { send, errorOf, requestId, ...sending } = useSend();
  const { values, field } = useFields(() => ({ effectiveOn: dayOf(timeZone, new Date()), reason: '' }), errorOf);
  const ask = async () => {
    const params = { id: fundId, transaction: id };
    const body = { id: requestId(), ...values };
    const isDone = await send(
      () => callApi('POST /funds/:id/transactions/:transaction/reversal', { params, body }),
      fundsQuery,
    );
    if (isDone) onClose();
  };
  return (
    <Modal
      title={`Reverse ${describeKind(kind)}, ${formatMoney(amount)}, of ${formatCourtDay(effectiveOn)}`}
      description="A second transaction takes it back. Both stay in the ledger. Another finance person must approve it."
      onClose={onClose}
    >
      <SendForm
        noValidate
        savesByKey
        sending={sending}
        onSubmit={ask}
        button="Request reversal"
        busy="Requesting …"
        inDialog
      >
        <TextInput label="Date" type="date" {...field('effectiveOn')} />
        <TextArea label="Why" maxLength={1_000} {...field('reason')} />
      </SendForm>
    </Modal>
  );
}
