import { sql, type Transaction } from 'kysely';
import { digestJsonColumn } from '../../claims/filing/claim-hashes.ts';
import type { Tables } from '../../platform/database/tables.ts';

/** Everything the database has of one claim. */
export type ClaimRecords = Awaited<ReturnType<typeof readClaimRecords>>['claims'][number];

const claimsPerBatch = 500;
const maxId = '9223372036854775807';

/**
 * Reads the next claims after an ID as the transaction sees them, and the rows of claims in between
 * that do not exist. The last batch has no `next`, and extends to the end of the tables.
 */
export async function readClaimRecords(snapshot: Transaction<Tables>, after: string) {
  const rows = await snapshot
    .selectFrom('claims')
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(claimsPerBatch)
    .execute();
  const next = rows[claimsPerBatch - 1]?.id;
  const inRange = sql<boolean>`claim_id > ${after} and claim_id <= ${next ?? maxId}`;
  const ids = new Set(rows.map(({ id }) => id));
  const orphans: { readonly table: string; readonly claimId: string }[] = [];

  async function read<Row extends { readonly claim_id: string }>(table: string, part: { execute(): Promise<Row[]> }) {
    const byClaim = Map.groupBy(await part.execute(), (row) => row.claim_id);
    for (const claimId of byClaim.keys()) if (!ids.has(claimId)) orphans.push({ table, claimId });
    return byClaim;
  }
  const history = await read(
    'claim_history',
    snapshot.selectFrom('claim_history').selectAll().where(inRange).orderBy('claim_id').orderBy('position'),
  );
  const taxIds = await read('claim_tax_ids', snapshot.selectFrom('claim_tax_ids').selectAll().where(inRange));
  const documents = await read('claim_documents', snapshot.selectFrom('claim_documents').selectAll().where(inRange));
  const checks = await read(
    'data_checks',
    snapshot
      .selectFrom('data_checks')
      .select(['claim_id', 'document_id', 'created_at', 'outcome', 'finished_at'])
      .select([digestJsonColumn('chosen').as('chosenDigest'), digestJsonColumn('report').as('reportDigest')])
      .where(inRange),
  );
  const outbox = await read('receipt_outbox', snapshot.selectFrom('receipt_outbox').selectAll().where(inRange));
  const notes = await read('notes', snapshot.selectFrom('notes').selectAll().where(inRange));
  const calls = await read('calls', snapshot.selectFrom('calls').selectAll().where(inRange));
  const scores = await read(
    'claim_scores',
    snapshot.selectFrom('claim_scores').select(['claim_id', 'duplicate_reached', 'machine_reached']).where(inRange),
  );
  const verdicts = await read('claim_verdicts', snapshot.selectFrom('claim_verdicts').selectAll().where(inRange));
  const corrections = await read(
    'claim_corrections',
    snapshot.selectFrom('claim_corrections').selectAll().where(inRange),
  );
  const secondReviews = await read(
    'quality_reviews',
    snapshot.selectFrom('quality_reviews').selectAll().where(inRange),
  );
  const reviews = await read('claim_review', snapshot.selectFrom('claim_review').selectAll().where(inRange));
  const decisions = await read('claim_decisions', snapshot.selectFrom('claim_decisions').selectAll().where(inRange));
  const subMillisecond = await sql<{ claim_id: string }>`
    select distinct claim_id from (
      select id as claim_id, filed_at as at from claims
      union all select claim_id, at from claim_history
      union all select claim_id, unnest(array[created_at, stored_at, scanned_at]) from claim_documents
      union all select claim_id, unnest(array[created_at, finished_at]) from data_checks
      union all select claim_id, unnest(array[created_at, done_at]) from receipt_outbox
      union all select claim_id, at from notes
      union all select claim_id, at from calls
      union all select claim_id, at from claim_verdicts
      union all select claim_id, at from claim_corrections
      union all select claim_id, unnest(array[taken_at, reviewed_at, settled_at]) from quality_reviews
      union all select claim_id, at from claim_decisions
    ) as times
    where ${inRange} and at <> date_trunc('milliseconds', at)`.execute(snapshot);
  const withSubMillisecondTime = new Set(subMillisecond.rows.map((row) => row.claim_id));
  const claims = rows.map((row) => ({
    row,
    history: history.get(row.id) ?? [],
    taxIds: taxIds.get(row.id) ?? [],
    documents: documents.get(row.id) ?? [],
    checks: checks.get(row.id) ?? [],
    outbox: outbox.get(row.id) ?? [],
    notes: notes.get(row.id) ?? [],
    calls: calls.get(row.id) ?? [],
    scores: scores.get(row.id) ?? [],
    verdicts: verdicts.get(row.id) ?? [],
    corrections: corrections.get(row.id) ?? [],
    secondReviews: secondReviews.get(row.id) ?? [],
    reviews: reviews.get(row.id) ?? [],
    decisions: decisions.get(row.id) ?? [],
    // No release writes a time that is not a whole millisecond, and a `Date` does not show it.
    hasSubMillisecondTime: withSubMillisecondTime.has(row.id),
  }));
  return { claims, orphans, next };
}
