import { type Selectable, sql, type Transaction } from 'kysely';
import { digestJsonColumn } from '../../claims/claim-hashes.ts';
import type { ClaimsTable, Tables } from '../../database/tables.ts';

type ClaimBatch = Awaited<ReturnType<typeof addRecords>>;
/** Everything the database has of one claim. */
export type ClaimRecords = ClaimBatch['claims'][number];

const claimsPerBatch = 500;
const maxId = '9223372036854775807';

/** Reads all claims as the transaction sees them, ordered by ID, in batches. */
export async function* readClaimRecords(snapshot: Transaction<Tables>): AsyncGenerator<ClaimBatch> {
  let after = '0';
  for (;;) {
    const rows = await snapshot
      .selectFrom('claims')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(claimsPerBatch)
      .execute();
    // The last batch extends beyond the last claim, to find orphans there.
    const isLast = rows.length < claimsPerBatch;
    const upTo = isLast ? maxId : (rows.at(-1)?.id ?? maxId);
    yield await addRecords(snapshot, rows, { after, upTo });
    if (isLast) return;
    after = upTo;
  }
}

async function addRecords(
  snapshot: Transaction<Tables>,
  rows: readonly Selectable<ClaimsTable>[],
  { after, upTo }: { readonly after: string; readonly upTo: string },
) {
  const inRange = sql<boolean>`claim_id > ${after} and claim_id <= ${upTo}`;
  const history = await snapshot
    .selectFrom('claim_history')
    .selectAll()
    .where(inRange)
    .orderBy('claim_id')
    .orderBy('position')
    .execute();
  const taxIds = await snapshot.selectFrom('claim_tax_ids').selectAll().where(inRange).execute();
  const documents = await snapshot.selectFrom('claim_documents').selectAll().where(inRange).execute();
  const checks = await snapshot
    .selectFrom('data_checks')
    .select(['claim_id', 'document_id', 'created_at', 'outcome', 'finished_at'])
    .select([digestJsonColumn('chosen').as('chosenDigest'), digestJsonColumn('report').as('reportDigest')])
    .where(inRange)
    .execute();
  const outbox = await snapshot.selectFrom('outbox').selectAll().where(inRange).execute();
  const subMillisecond = await sql<{ claim_id: string }>`
    select distinct claim_id from (
      select id as claim_id, filed_at as at from claims
      union all select claim_id, at from claim_history
      union all select claim_id, unnest(array[created_at, stored_at, scanned_at]) from claim_documents
      union all select claim_id, unnest(array[created_at, finished_at]) from data_checks
      union all select claim_id, unnest(array[created_at, done_at]) from outbox
    ) as times
    where ${inRange} and at <> date_trunc('milliseconds', at)`.execute(snapshot);

  const claimOf = (row: { readonly claim_id: string }) => row.claim_id;
  const byClaim = {
    claim_history: Map.groupBy(history, claimOf),
    claim_tax_ids: Map.groupBy(taxIds, claimOf),
    claim_documents: Map.groupBy(documents, claimOf),
    data_checks: Map.groupBy(checks, claimOf),
    outbox: Map.groupBy(outbox, claimOf),
  };
  const ids = new Set(rows.map(({ id }) => id));
  const withSubMillisecondTime = new Set(subMillisecond.rows.map((row) => row.claim_id));
  return {
    claims: rows.map((row) => ({
      row,
      history: byClaim.claim_history.get(row.id) ?? [],
      taxIds: byClaim.claim_tax_ids.get(row.id) ?? [],
      documents: byClaim.claim_documents.get(row.id) ?? [],
      checks: byClaim.data_checks.get(row.id) ?? [],
      outbox: byClaim.outbox.get(row.id) ?? [],
      // No release writes a time that is not a whole millisecond, and a `Date` does not show it.
      hasSubMillisecondTime: withSubMillisecondTime.has(row.id),
    })),
    // Rows whose claim does not exist.
    orphans: Object.entries(byClaim).flatMap(([table, groups]) =>
      [...groups.keys()].filter((claimId) => !ids.has(claimId)).map((claimId) => ({ table, claimId })),
    ),
  };
}
