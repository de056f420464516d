import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { digestOf } from '../../claims/record-hash.ts';
import type { WholeClaim } from './verify-claim.ts';

const claimsAtOnce = 200;
const largestId = '9223372036854775807';

/** A batch of claims with all that belongs to them. */
export interface WholeClaims {
  readonly claims: readonly WholeClaim[];
  /** Rows that name a claim which is not there: their table and the claim's id. */
  readonly strays: readonly { readonly table: string; readonly claimId: string }[];
}

/** All claims, whole, in the order of their ids, some at a time: as the transaction sees them. */
export async function* readWholeClaims(snapshot: Transaction<Tables>): AsyncGenerator<WholeClaims> {
  let after = '0';
  for (;;) {
    const rows = await snapshot
      .selectFrom('claims')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(claimsAtOnce)
      .execute();
    // The last batch reaches beyond the last claim, for rows whose claim is gone.
    const isLast = rows.length < claimsAtOnce;
    const upTo = isLast ? largestId : (rows.at(-1)?.id ?? largestId);
    yield await addParts(snapshot, rows, after, upTo);
    if (isLast) return;
    after = upTo;
  }
}

async function addParts(
  snapshot: Transaction<Tables>,
  rows: readonly WholeClaim['row'][],
  after: string,
  upTo: string,
): Promise<WholeClaims> {
  const history = await snapshot
    .selectFrom('claim_history')
    .selectAll()
    .where('claim_id', '>', after)
    .where('claim_id', '<=', upTo)
    .orderBy('claim_id')
    .orderBy('position')
    .execute();
  const taxIds = await snapshot
    .selectFrom('claim_tax_ids')
    .selectAll()
    .where('claim_id', '>', after)
    .where('claim_id', '<=', upTo)
    .execute();
  const documents = await snapshot
    .selectFrom('claim_documents')
    .selectAll()
    .where('claim_id', '>', after)
    .where('claim_id', '<=', upTo)
    .execute();
  const checks = await snapshot
    .selectFrom('data_checks')
    .select(['claim_id', 'document_id', 'created_at', 'outcome', 'finished_at'])
    .select([digestOf('chosen').as('chosenDigest'), digestOf('report').as('reportDigest')])
    .where('claim_id', '>', after)
    .where('claim_id', '<=', upTo)
    .execute();
  const outbox = await snapshot
    .selectFrom('outbox')
    .selectAll()
    .where('claim_id', '>', after)
    .where('claim_id', '<=', upTo)
    .execute();
  const { rows: finerTimes } = await sql<{ claim_id: string }>`
    select distinct claim_id from (
      select id as claim_id, filed_at as at from claims
      union all select claim_id, at from claim_history
      union all select claim_id, unnest(array[created_at, stored_at, scanned_at]) from claim_documents
      union all select claim_id, unnest(array[created_at, finished_at]) from data_checks
      union all select claim_id, unnest(array[created_at, done_at]) from outbox
    ) as times
    where claim_id > ${after} and claim_id <= ${upTo} and at <> date_trunc('milliseconds', at)`.execute(snapshot);
  const parts = {
    claim_history: history,
    claim_tax_ids: taxIds,
    claim_documents: documents,
    data_checks: checks,
    outbox,
  };
  const known = new Set(rows.map(({ id }) => id));
  const strays = Object.entries(parts).flatMap(([table, all]) =>
    [...new Set(all.map(({ claim_id: claimId }) => claimId))]
      .filter((claimId) => !known.has(claimId))
      .map((claimId) => ({ table, claimId })),
  );
  const hasFinerTime = new Set(finerTimes.map(({ claim_id: claimId }) => claimId));
  const historyOf = group(history);
  const taxIdsOf = group(taxIds);
  const documentsOf = group(documents);
  const checksOf = group(checks);
  const outboxOf = group(outbox);
  const claims = rows.map((row) => ({
    row,
    history: historyOf.get(row.id) ?? [],
    taxIds: taxIdsOf.get(row.id) ?? [],
    documents: documentsOf.get(row.id) ?? [],
    checks: checksOf.get(row.id) ?? [],
    outbox: outboxOf.get(row.id) ?? [],
    hasFinerTime: hasFinerTime.has(row.id),
  }));
  return { claims, strays };
}

function group<Row extends { readonly claim_id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, ({ claim_id: claimId }) => claimId);
}
