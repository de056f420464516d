import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Selectable, sql, type Transaction } from 'kysely';
import { findBrokenEntry, type HistoryEntry } from '../../platform/history/entries.ts';
import type { AccessLogTable } from '../../console/access-log/tables.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { evidenceDigest } from '../../platform/history/record-hashes.ts';
import { recordOwner } from '../../platform/history/record-history.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { hashDrawn } from '../../console/quality/draw-sample.ts';
import { hashRead } from '../../console/access-log/access-log-hash.ts';
import { contentOf } from '../../console/approvals/approvals.ts';
import { findChangedRules } from './verify-rules.ts';
import { findChangedDecisions, findChangedWork } from './verify-work.ts';

const rowsPerBatch = 2_000;

type Counts = Record<'recordEntries' | 'reads', number>;

/** Yields what is wrong with the histories of records that are not claims, as sentences. */
export async function* verifyRecords(
  snapshot: Transaction<Tables>,
  keys: Keys,
  counts: Counts,
): AsyncGenerator<string> {
  let record = { kind: '', id: '' };
  let entries: HistoryEntry[] = [];
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
      position = entry.position;
    }
    if (rows.length < rowsPerBatch) break;
  }
  yield* check();
  const { rows: changed } = await sql<{ id: string }>`
    select id from quality_samples where made_at <> date_trunc('milliseconds', made_at)`.execute(snapshot);
  for (const { id } of changed) yield `The sample ${id} has a time that was changed by less than a millisecond.`;
  yield* findSubMillisecondTimes(snapshot, 'record_history', 'A history entry of a record');
  yield* findChangedReports(snapshot);
  yield* findChangedWork(snapshot, keys);
  yield* findChangedRoles(snapshot);
  yield* findChangedApprovals(snapshot);
  yield* findChangedSamples(snapshot);
  yield* findChangedRules(snapshot);
}

/** Accounts must have exactly the roles that their histories gave and did not take away. */
async function* findChangedRoles(snapshot: Transaction<Tables>): AsyncGenerator<string> {
  const { rows } = await sql<{ id: string; role: string; caseId: string; isHeld: boolean }>`
    select coalesce(staff_id::text, record_id) as id, coalesce(held.role, recorded.role) as role,
      coalesce(held.case_id, recorded.case_id) as "caseId", staff_id is not null as "isHeld"
    from staff_roles held full join (
      select * from (
        select distinct on (record_id, details->>'role', details->>'caseId')
          record_id, details->>'role' as role, details->>'caseId' as case_id, kind
        from record_history where record_kind = 'staff' and kind in ('role-granted', 'role-revoked')
        order by record_id, details->>'role', details->>'caseId', position desc) latest
      where kind = 'role-granted') recorded
      on staff_id::text = record_id and held.role = recorded.role and held.case_id = recorded.case_id
    where staff_id is null or record_id is null
    order by 1, 2, 3`.execute(snapshot);
  for (const { id, role, caseId, isHeld } of rows)
    yield isHeld
      ? `The account ${id} has the role ${role} in ${caseId}, which its history never gave.`
      : `The account ${id} lacks the role ${role} in ${caseId}, which its history gave.`;
}

/** Requests for a second person must be those, and decided as, their histories say. */
async function* findChangedApprovals(snapshot: Transaction<Tables>): AsyncGenerator<string> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(approvals.id::text, asked.record_id) as id
    from approvals
      full join (select * from record_history where record_kind = 'approval' and kind = 'approval-asked') asked
        on asked.record_id = approvals.id::text
      left join record_history decided
        on decided.record_kind = 'approval' and decided.record_id = asked.record_id and decided.position > 1
    where asked.details->>'contentHash' is distinct from encode(details_hash, 'hex')
      or asked.details->>'by' is distinct from asked_by::text
      or decided.kind is distinct from
        case decision
          when 'approved' then 'approval-granted'
          when 'declined' then 'approval-refused'
          when 'withdrawn' then 'approval-withdrawn'
        end
      or (decided_by is not null and decided.details->>'by' is distinct from decided_by::text)
      or (decision in ('approved', 'declined') and decided_by is null)
    order by 1`.execute(snapshot);
  for (const { id } of rows) yield `The request ${id} for a second person is not as its history says.`;
  const approvals = await snapshot
    .selectFrom('approvals')
    .selectAll()
    .select(evidenceDigest.as('evidenceDigest'))
    .orderBy('id')
    .execute();
  for (const approval of approvals)
    if (!hash('sha256', contentOf(approval), 'buffer').equals(approval.details_hash))
      yield `The content of the request ${approval.id} for a second person was changed.`;
  yield* findChangedDecisions(snapshot, approvals);
}

/** Samples must have the parameters and the claims that their histories name. */
async function* findChangedSamples(snapshot: Transaction<Tables>): AsyncGenerator<string> {
  const samples = await snapshot
    .selectFrom('quality_samples')
    .selectAll()
    // As in `findSubMillisecondTimes`.
    .select(sql<boolean>`made_at = date_trunc('milliseconds', made_at)`.as('is_whole'))
    .orderBy('id')
    .execute();
  const made = await snapshot
    .selectFrom('record_history')
    .select(['record_id', 'at', 'details'])
    .where('record_kind', '=', 'quality-sample')
    .where('kind', '=', 'sample-made')
    .execute();
  const entries = new Map(made.map((entry) => [entry.record_id, entry]));
  for (const sample of samples) {
    const reviews = await snapshot
      .selectFrom('quality_reviews')
      .select(['position', 'claim_id as claimId', 'decision_id as decisionId'])
      .select(['first_decider as firstDecider', 'first_approver as firstApprover'])
      .where('sample_id', '=', sample.id)
      .orderBy('position')
      .execute();
    const entry = entries.get(sample.id);
    entries.delete(sample.id);
    const stored = {
      by: sample.made_by,
      caseId: sample.case_id,
      ...(sample.form_id !== null && { formId: sample.form_id }),
      fromDay: sample.from_day,
      toDay: sample.to_day,
      ...(sample.decided_by !== null && { decidedBy: sample.decided_by }),
      ...(sample.source_id !== null && { sourceId: sample.source_id }),
      size: sample.size,
      seed: sample.seed,
      upToEntry: sample.up_to_entry,
      population: sample.population,
      claimsHash: hashDrawn(reviews),
    };
    const isSame = isDeepStrictEqual([entry?.at, entry?.details], [sample.made_at, stored]);
    if (!isSame || !sample.is_whole) yield `The sample ${sample.id} is not as its history says.`;
  }
  for (const id of entries.keys()) yield `The sample ${id} is missing.`;
}

/** Kept reports must have the files that their history names. */
async function* findChangedReports(snapshot: Transaction<Tables>): AsyncGenerator<string> {
  const { rows } = await sql<{ id: string; isThere: boolean }>`
    select coalesce(reports.id::text, record_id) as id, reports.id is not null as "isThere"
    from reports full join (select * from record_history where record_kind = 'report' and kind = 'report-made') made
      on record_id = reports.id::text
    where details->>'pdfSha256' is distinct from encode(sha256(pdf), 'hex')
      or details->>'workbookSha256' is distinct from encode(sha256(workbook), 'hex')`.execute(snapshot);
  for (const { id, isThere } of rows)
    yield isThere ? `The files of report ${id} are not those that were made.` : `Report ${id} is missing.`;
}

function findHistoryIssue(record: { kind: string; id: string }, entries: readonly HistoryEntry[]): string[] {
  const name = `The history of ${record.kind} ${record.id}`;
  try {
    const broken = findBrokenEntry(recordOwner(record), entries);
    return broken === undefined
      ? []
      : [`${name} is broken: entry ${broken} was changed, or does not follow the one before it.`];
  } catch (error) {
    return [`${name} has a value that no release of Redress writes (${nameOf(error)}).`];
  }
}

/** Yields what is wrong with the access log, as sentences. */
export async function* verifyReads(snapshot: Transaction<Tables>, counts: Counts): AsyncGenerator<string> {
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
  yield* findSubMillisecondTimes(snapshot, 'access_log', 'A read in the access log');
}

function findReadIssue(read: Selectable<AccessLogTable>): string[] {
  const name = `Read ${read.id} in the access log`;
  try {
    return hashRead(read).equals(read.hash) ? [] : [`${name} was changed.`];
  } catch (error) {
    return [`${name} has a value that no release of Redress writes (${nameOf(error)}).`];
  }
}

/** Such as a time that is no date. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');

/** No release writes a time that is not a whole millisecond, and a `Date` does not show it. */
async function* findSubMillisecondTimes(
  snapshot: Transaction<Tables>,
  table: 'record_history' | 'access_log',
  name: string,
): AsyncGenerator<string> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where at <> date_trunc('milliseconds', at) order by id`.execute(snapshot);
  for (const { id } of rows) yield `${name} has a time that was changed by less than a millisecond (id ${id}).`;
}
