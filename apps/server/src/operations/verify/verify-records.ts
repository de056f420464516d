import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import type { AccessLogTable } from '../../console/access-log/tables.ts';
import { hashRead } from '../../console/access-log/access-log-hash.ts';
import { checkLines } from '../../console/allocations/hash-lines.ts';
import { hashDrawn } from '../../console/quality/draw-sample.ts';
import { hashClaims, hashScores } from '../../console/rules/rule-run-jobs.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { findBrokenEntry, type HistoryEntry } from '../../platform/history/entries.ts';
import { recordOwner } from '../../platform/history/record-history.ts';
import { tablesOfRecords } from '../../platform/history/row-hashes.ts';
import { isUuid } from '../../platform/http/record-ids.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { describeRow, hashSafely, readRows, RecordedRows } from './verify-rows.ts';

const rowsPerBatch = 2_000;

type Snapshot = Transaction<Tables>;
type Counts = Record<'recordEntries' | 'reads', number>;
type Fractions = ReadonlyMap<string, RawBuilder<boolean>>;

/** Yields the faults of histories of records other than claims, and of their rows, as sentences. */
export async function* verifyRecords(
  snapshot: Snapshot,
  keys: Keys,
  fractions: Fractions,
  counts: Counts,
): AsyncGenerator<string> {
  let record = { kind: '', id: '' };
  let entries: HistoryEntry[] = [];
  const recorded = new RecordedRows(keys);
  const check = () => findHistoryIssue(record, entries);
  for (let position = 0; ;) {
    const rows = await snapshot
      .selectFrom('record_history')
      .select(['record_kind', 'record_id', 'position', 'at', 'kind', 'details', 'previous_hash', 'hash'])
      .where(sql<boolean>`(record_kind, record_id, position) > (${record.kind}, ${record.id}, ${position})`)
      .orderBy('record_kind')
      .orderBy('record_id')
      .orderBy('position')
      .limit(rowsPerBatch)
      .execute();
    counts.recordEntries += rows.length;
    for (const { record_kind: kind, record_id: id, ...entry } of rows) {
      if (kind !== record.kind || id !== record.id) {
        yield* check();
        record = { kind, id };
        entries = [];
      }
      entries.push(entry);
      recorded.add(recordOwner(record), entry);
      position = entry.position;
    }
    if (rows.length < rowsPerBatch) break;
  }
  yield* check();
  yield* compareRecordRows(snapshot, keys, recorded);
  for (const table of ['record_history', ...tablesOfRecords.map((each) => each.table)])
    yield* findFractions(snapshot, table, fractions);
  yield* compareReviewedClaims(snapshot);
  yield* compareRunLists(snapshot);
  yield* compareAllocations(snapshot);
}

async function* compareRecordRows(snapshot: Snapshot, keys: Keys, recorded: RecordedRows): AsyncGenerator<string> {
  const purged = await listPurgedCases(snapshot);
  const isPurgedIn = (caseId: string | undefined) => caseId !== undefined && purged.has(caseId);
  for (const { table, kind, id } of tablesOfRecords)
    for await (const row of readRows(snapshot, table)) {
      const hashed = hashSafely({ table, row }, keys);
      const issue = recorded.check(recordOwner({ kind, id: String(row[id]) }), hashed, isPurgedIn);
      if (issue !== undefined) yield `The ${describeRow(hashed.name)} ${issue}.`;
    }
  for (const name of recorded.missing(isPurgedIn)) yield `The ${name} that its history names is missing.`;
}

/** Lists the cases whose class members and requests for lost IDs were deleted. */
async function listPurgedCases(snapshot: Snapshot): Promise<ReadonlySet<string>> {
  const rows = await snapshot
    .selectFrom('record_history')
    .select('record_id as id')
    .distinct()
    .where('record_kind', '=', 'class-members')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Yields the samples that lack claims that their histories name. */
async function* compareReviewedClaims(snapshot: Snapshot): AsyncGenerator<string> {
  const made = await snapshot
    .selectFrom('record_history')
    .select(['record_id as id', 'details'])
    .where('record_kind', '=', 'quality-sample')
    .where('kind', '=', 'sample-made')
    .orderBy('record_id')
    .execute();
  for (const { id, details } of made) {
    const drawn = snapshot
      .selectFrom('quality_reviews')
      .select(['position', 'claim_id as claimId', 'decision_id as decisionId'])
      .select(['first_decider as firstDecider', 'first_approver as firstApprover'])
      .where('sample_id', '=', id)
      .orderBy('position');
    if (!isUuid(id) || hashDrawn(await drawn.execute()) !== details['claimsHash'])
      yield `The claims of the sample ${id} are not those that its history names.`;
  }
}

/** Yields the finished rule runs that lack claims or scores that their histories name. */
async function* compareRunLists(snapshot: Snapshot): AsyncGenerator<string> {
  const made = await snapshot
    .selectFrom('record_history')
    .select(['record_id as id', 'kind', 'details'])
    .where('record_kind', '=', 'rule-run')
    .where('kind', 'in', ['rule-run-made', 'rule-run-compared'])
    .orderBy('record_id')
    .execute();
  for (const { id, kind, details } of made) {
    // Cleanup deletes a list that equals that of the run before, which has the scores.
    if (details['outcome'] === 'identical') continue;
    if (!isUuid(id) || (await hashClaims(snapshot, id)).toString('hex') !== details['sha256'])
      yield `The claims of run ${id} are not those that its history names.`;
    if (!isUuid(id) || kind !== 'rule-run-made') continue;
    if ((await hashScores(snapshot, id)).toString('hex') !== details['scoresSha256'])
      yield `The scores of run ${id} are not those that its history names.`;
  }
}

/** Yields the allocations whose lines are not those of their hashes, or of the ledger. */
async function* compareAllocations(snapshot: Snapshot): AsyncGenerator<string> {
  const computed = await snapshot
    .selectFrom('allocations')
    .select(['id', 'parameters', 'sha256', 'outcomes_sha256'])
    .where('sha256', 'is not', null)
    .orderBy('id')
    .execute();
  for (const allocation of computed)
    if (!(await checkLines(snapshot, allocation)).areHashed)
      yield `The lines of the allocation ${allocation.id} are not those that its hash covers.`;
  const isPosted = (account: string) => sql`-(
    select coalesce(sum(cents), 0) from ledger_entries join ledger_transactions posted on posted.id = transaction_id
    where source_kind = 'allocation' and source_id = frozen.id::text and account = ${account})`;
  const { rows } = await sql<{ id: string }>`
    select frozen.id from allocations frozen
    left join lateral (
      select coalesce(sum(cents) filter (where outcome <> 'reserved'), 0) as paid,
        coalesce(sum(cents) filter (where outcome = 'reserved'), 0) as reserved
      from allocation_lines where allocation_id = frozen.id
    ) lines on true
    where status = 'frozen' and (paid <> ${isPosted('liabilities:payable')}
      or reserved - coalesce(released_cents, 0) <> ${isPosted('liabilities:reserve')})
    order by 1`.execute(snapshot);
  for (const { id } of rows) yield `The ledger does not have the sums of the frozen allocation ${id}.`;
  const { rows: others } = await sql`
    select from allocation_lines
    where not exists (select from allocations where id = allocation_id and sha256 is not null) limit 1`.execute(
    snapshot,
  );
  if (others.length > 0) yield 'The table allocation_lines has lines of no computed allocation.';
}

function findHistoryIssue(record: { kind: string; id: string }, entries: readonly HistoryEntry[]): string[] {
  return listIssues(`The history of ${record.kind} ${record.id}`, () => {
    const broken = findBrokenEntry(recordOwner(record), entries);
    if (broken !== undefined) return `is broken: entry ${broken} was changed, or does not follow the one before it.`;
    return undefined;
  });
}

/** Yields the faults of the access log as sentences. */
export async function* verifyReads(snapshot: Snapshot, fractions: Fractions, counts: Counts): AsyncGenerator<string> {
  for (let after = '0'; ;) {
    const rows = await snapshot
      .selectFrom('access_log')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsPerBatch)
      .execute();
    counts.reads += rows.length;
    for (const read of rows) yield* findReadIssue(read);
    const last = rows[rowsPerBatch - 1];
    if (!last) break;
    after = last.id;
  }
  yield* findFractions(snapshot, 'access_log', fractions);
}

function findReadIssue(read: Selectable<AccessLogTable>): string[] {
  const find = () => (hashRead(read).equals(read.hash) ? undefined : 'was changed.');
  return listIssues(`Read ${read.id} in the access log`, find);
}

/** The issue that `find` returns as a predicate, or throws for a value such as an invalid time. */
function listIssues(name: string, find: () => string | undefined): string[] {
  try {
    const issue = find();
    return issue === undefined ? [] : [`${name} ${issue}`];
  } catch (error) {
    const errorName = error instanceof Error ? error.name : 'unknown';
    return [`${name} has a value that no release of Redress writes (${errorName}).`];
  }
}

/** No release writes a time that is not a whole millisecond, and a `Date` does not show it. */
async function* findFractions(snapshot: Snapshot, table: string, fractions: Fractions): AsyncGenerator<string> {
  const { rows } = await sql<{ rows: number }>`
    select count(*)::int as rows from ${sql.table(table)} where ${fractions.get(table) ?? sql`false`}`.execute(
    snapshot,
  );
  if (rows[0]?.rows) yield `The table ${table} has times that were changed by less than a millisecond.`;
}
