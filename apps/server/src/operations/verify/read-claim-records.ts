import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import {
  type HashedRow,
  type HashedTableName,
  type RowHash,
  tablesOfClaims,
} from '../../platform/history/row-hashes.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { hashSafely, readRows } from './verify-rows.ts';

/** All rows of one claim. */
export type ClaimRecords = Awaited<ReturnType<typeof readClaimRecords>>['claims'][number];

const claimsPerBatch = 500;
const maxId = '9223372036854775807';

/** Claims and documents are read as a whole, the rows of these tables only as hashes. */
const otherTables = tablesOfClaims.filter((table) => table !== 'claims' && table !== 'claim_documents');

/** A row of a claim, without its content. */
interface ClaimRow extends RowHash {
  readonly table: HashedTableName;
}

/**
 * Reads the next claims after an ID as the transaction sees them, and the rows of claims in between
 * that do not exist. The last batch has no `next`, and extends to the end of the tables.
 * @param fractions the conditions of `findFractionConditions`
 */
export async function readClaimRecords(
  snapshot: Transaction<Tables>,
  after: string,
  fractions: ReadonlyMap<string, RawBuilder<boolean>>,
  keys: Keys,
) {
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
  const rangeOf = (table: string) =>
    table === 'claims' ? sql<boolean>`id > ${after} and id <= ${next ?? maxId}` : inRange;

  async function read<Row extends { readonly claim_id: string }>(table: keyof Tables, order = sql`claim_id`) {
    const { rows: found } = await sql<Row>`
      select * from ${sql.table(table)} where ${inRange} order by ${order}`.execute(snapshot);
    const byClaim = Map.groupBy(found, (row) => row.claim_id);
    for (const claimId of byClaim.keys()) if (!ids.has(claimId)) orphans.push({ table, claimId });
    return byClaim;
  }
  const history = await read<Selectable<Tables['claim_history']>>('claim_history', sql`claim_id, position`);
  const taxIds = await read<Selectable<Tables['claim_tax_ids']>>('claim_tax_ids');
  const documents = await read<Selectable<Tables['claim_documents']>>('claim_documents');
  const outbox = await read<Selectable<Tables['receipt_outbox']>>('receipt_outbox');
  const scores = await read<Selectable<Tables['claim_scores']>>('claim_scores');
  const reviews = await read<Selectable<Tables['claim_review']>>('claim_review');
  const others = new Map<string, ClaimRow[]>();
  for (const table of otherTables)
    for await (const row of readRows(snapshot, table, inRange)) {
      if (table === 'quality_reviews' && isWithoutReview(row)) continue;
      const claimId = String(row['claim_id']);
      if (!ids.has(claimId)) orphans.push({ table, claimId });
      const ofClaim = others.get(claimId) ?? [];
      ofClaim.push({ table, ...hashSafely({ table, row }, keys) });
      others.set(claimId, ofClaim);
    }

  const withFractions = new Set<string>();
  for (const table of ['claims', 'claim_history', 'claim_documents', 'receipt_outbox', ...otherTables]) {
    const claimId = sql.ref(table === 'claims' ? 'id' : 'claim_id');
    const { rows: found } = await sql<{ claimId: string }>`
      select distinct ${claimId} as "claimId" from ${sql.table(table)}
      where ${rangeOf(table)} and ${fractions.get(table) ?? sql`false`}`.execute(snapshot);
    for (const { claimId: id } of found) withFractions.add(id);
  }
  const claims = rows.map((row) => ({
    row,
    history: history.get(row.id) ?? [],
    taxIds: taxIds.get(row.id) ?? [],
    documents: documents.get(row.id) ?? [],
    outbox: outbox.get(row.id) ?? [],
    scores: scores.get(row.id) ?? [],
    reviews: reviews.get(row.id) ?? [],
    /** The hashes of the rows of `otherTables`. */
    others: others.get(row.id) ?? [],
    hasSubMillisecondTime: withFractions.has(row.id),
  }));
  return { claims, orphans, next };
}

/**
 * Whether the claim was drawn for a sample but not decided again. The sample's history has the
 * draw.
 */
function isWithoutReview({ reviewer, taken_at: takenAt, ...row }: HashedRow['row']): boolean {
  const written = ['outcome', 'recognized_amount', 'reviewed_at', 'agrees', 'settled_by', 'verdict', 'settled_at'];
  const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0);
  return (
    (reviewer === null) === (takenAt === null) &&
    written.every((column) => row[column] === null) &&
    ['reasons', 'note', 'verdict_note'].every((column) => isEmpty(row[column]))
  );
}
