import type { LedgerAccount } from '@redress/contract/console/funds';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';
import type { ConsoleContext } from '../context.ts';
import type { LedgerTransactionsTable } from './tables.ts';

type NewTransaction = Omit<LedgerTransactionsTable, 'entries' | 'posted_at'>;

/** Entries of a fund are checked and posted one after the other, until the transaction ends. */
export async function lockLedger(transaction: Database, fundId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ledger ${fundId}`}, 33))`.execute(transaction);
}

/**
 * Posts a transaction with its history entry. Returns false, and changes nothing, if it was posted
 * before.
 * @param cents by account; debits are positive, and the sum is zero
 */
export async function postTransaction(
  transaction: Database,
  { keys, now }: Pick<ConsoleContext, 'keys' | 'now'>,
  posted: NewTransaction,
  cents: ReadonlyMap<LedgerAccount, bigint>,
): Promise<boolean> {
  await lockLedger(transaction, posted.fund_id);
  const row = await transaction
    .insertInto('ledger_transactions')
    .values({ ...posted, entries: cents.size, posted_at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) return false;
  const entries = await transaction
    .insertInto('ledger_entries')
    .values([...cents].map(([account, amount]) => ({ transaction_id: row.id, account, cents: String(amount) })))
    .returningAll()
    .execute();
  const hashed = entries.map((entry) => hashRow('ledger_entries', entry, keys));
  await addRecordEntry(transaction, { kind: 'ledger-transaction', id: row.id }, row.posted_at, {
    kind: 'ledger-transaction-posted',
    details: {
      ...(row.entered_by !== null && { by: row.entered_by }),
      fund: row.fund_id,
      what: row.kind,
      ...(row.approval_id !== null && { approval: row.approval_id }),
      ...(row.reverses !== null && { reverses: row.reverses }),
    },
    rows: hashed.reduce((all, each) => ({ ...all, ...each }), hashRow('ledger_transactions', row, keys)),
  });
  return true;
}
