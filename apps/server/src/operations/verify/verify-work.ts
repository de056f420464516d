import { isDeepStrictEqual } from 'node:util';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { HistoryEntry } from '../../platform/history/entries.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { acceptedAnswersKeys, type Keys } from '../../platform/keys/keys.ts';
import type { RecordKind } from '../../platform/history/record-events.ts';
import {
  hashAddress,
  hashAddressDecision,
  hashAnsweredMember,
  hashApprovalDecision,
  hashIdAnswer,
  hashPasskey,
  hashReport,
} from '../../platform/history/record-hashes.ts';

// This compares what staff did besides claims with their histories.

type Snapshot = Transaction<Tables>;
type Entry = Pick<HistoryEntry, 'kind' | 'details'>;

const rowsPerBatch = 2_000;

/** The histories of records by their IDs, or of all of a kind; with `only`, these entries of them. */
async function readEntries(
  snapshot: Snapshot,
  kind: RecordKind,
  { ids, only }: { readonly ids?: readonly string[]; readonly only?: readonly HistoryEntry['kind'][] } = {},
) {
  const entries = await snapshot
    .selectFrom('record_history')
    .select(['record_id as id', 'kind', 'details'])
    .where('record_kind', '=', kind)
    .$if(only !== undefined, (query) => query.where('kind', '=', sql<string>`any(${only ?? []}::text[])`))
    .$if(ids !== undefined, (query) => query.where('record_id', '=', sql<string>`any(${ids ?? []}::text[])`))
    .orderBy('record_id')
    .orderBy('position')
    .execute();
  return Map.groupBy(entries, ({ id }) => id);
}

/** Whether a recorded value is one of these hashes. */
const isHash = (recorded: unknown, hashes: readonly string[]): boolean => hashes.some((hash) => hash === recorded);

/** No release writes a time that is not a whole millisecond, and a `Date` does not show it. */
async function* findSubMilliseconds(
  snapshot: Snapshot,
  table: 'approvals' | 'member_addresses' | 'id_request_answers' | 'reports',
  columns: readonly string[],
): AsyncGenerator<string> {
  const isChanged = columns.map((name) => sql`${sql.ref(name)} <> date_trunc('milliseconds', ${sql.ref(name)})`);
  const { rows } = await sql<{ rows: number }>`
    select count(*)::int as rows from ${sql.table(table)} where ${sql.join(isChanged, sql` or `)}`.execute(snapshot);
  if (rows[0]?.rows) yield `The table ${table} has times that were changed by less than a millisecond.`;
}

/** Requests for a second person must be decided as, and with the signature that, their histories say. */
export async function* findChangedDecisions(
  snapshot: Snapshot,
  approvals: readonly (Selectable<Tables['approvals']> & { readonly evidenceDigest: string | null })[],
): AsyncGenerator<string> {
  const histories = await readEntries(snapshot, 'approval');
  for (const approval of approvals) {
    const decided = histories.get(approval.id)?.at(-1);
    const { decision, decided_at: at, decided_by: by, decision_reason: reason, evidenceDigest: evidence } = approval;
    const isOpen = [decision, at, by, evidence].every((value) => value === null) && reason === '';
    const isAsRecorded =
      decided === undefined || decided.kind === 'approval-asked'
        ? isOpen
        : isHash(decided.details['decisionHash'], [hashApprovalDecision(approval)]);
    if (!isAsRecorded) yield `The decision about the request ${approval.id} for a second person was changed.`;
  }
  yield* findSubMilliseconds(snapshot, 'approvals', ['asked_at', 'decided_at']);
}

/** Passkeys, actions on many claims, reports, addresses and answers must be as their histories say. */
export async function* findChangedWork(snapshot: Snapshot, keys: Keys): AsyncGenerator<string> {
  yield* comparePasskeys(snapshot);
  yield* compareActions(snapshot);
  yield* compareReports(snapshot);
  yield* compareAddresses(snapshot, keys);
  yield* compareIdAnswers(snapshot, keys);
}

/** Each account has the passkeys that its history added and did not remove. */
async function* comparePasskeys(snapshot: Snapshot): AsyncGenerator<string> {
  const passkeys = await snapshot.selectFrom('staff_passkeys').select(['id', 'staff_id', 'public_key']).execute();
  const stored = Map.groupBy(passkeys, ({ staff_id: staffId }) => staffId);
  // Most entries of an account are sign-ins.
  const only = ['staff-joined', 'credential-added', 'credential-removed'];
  const histories = await readEntries(snapshot, 'staff', { only });
  for (const staffId of [...new Set([...stored.keys(), ...histories.keys()])].toSorted()) {
    const recorded = new Set<unknown>();
    for (const { kind, details } of histories.get(staffId) ?? []) {
      const { method, passkeyHash: hash } = details;
      if (method !== 'passkey') continue;
      if (kind === 'credential-removed') recorded.delete(hash);
      else recorded.add(hash);
    }
    const hashes = new Set<unknown>((stored.get(staffId) ?? []).map(hashPasskey));
    if ([...hashes].some((each) => !recorded.has(each)))
      yield `The account ${staffId} has a passkey that its history never added.`;
    if ([...recorded].some((each) => !hashes.has(each)))
      yield `The account ${staffId} lacks a passkey that its history added.`;
  }
}

/** Actions must be asked for and approved by whom their histories name. */
async function* compareActions(snapshot: Snapshot): AsyncGenerator<string> {
  const jobs = await snapshot.selectFrom('bulk_jobs').selectAll().orderBy('id').execute();
  const histories = await readEntries(snapshot, 'bulk');
  const entryOf = (id: string, kind: string): Entry | undefined =>
    histories.get(id)?.find((entry) => entry.kind === kind);
  /** One that tries again the failed claims of another is approved like it. */
  const approverOf = (id: string): unknown => {
    const again = entryOf(id, 'bulk-asked')?.details['retries'];
    const approved = entryOf(id, 'bulk-approved')?.details['by'];
    return approved ?? (typeof again === 'string' ? approverOf(again) : null);
  };
  for (const { id, kind, ...job } of jobs) {
    const asked = entryOf(id, 'bulk-asked')?.details;
    const { asked_by: by, claims, approval_id: approval, run_id: run, retries } = job;
    const stored = {
      by,
      action: kind,
      claims,
      sha256: job.sha256.toString('hex'),
      ...(approval !== null && { approval }),
      ...(run !== null && { run }),
      ...(retries !== null && { retries }),
    };
    if (!isDeepStrictEqual([asked, approverOf(id)], [stored, job.approved_by]))
      yield `The action ${id} on many claims is not as its history says.`;
  }
}

/** Kept reports must show the figures, and count what, their histories say. */
async function* compareReports(snapshot: Snapshot): AsyncGenerator<string> {
  const histories = await readEntries(snapshot, 'report');
  const reports = await snapshot
    .selectFrom('reports')
    .select(['id', 'kind', 'case_ids', 'first_day', 'last_day', 'seal', 'query_version', 'claims', 'asked_by'])
    .select(['asked_at', 'content'])
    .orderBy('id')
    .execute();
  for (const report of reports) {
    const made = histories.get(report.id)?.find(({ kind }) => kind === 'report-made');
    if (!isHash(made?.details['contentSha256'], [hashReport(report)]))
      yield `The figures of report ${report.id} are not those that were made.`;
  }
  yield* findSubMilliseconds(snapshot, 'reports', ['asked_at']);
}

/** Addresses of class members must be entered and decided as their histories say. */
async function* compareAddresses(snapshot: Snapshot, keys: Keys): AsyncGenerator<string> {
  const accepted = acceptedAnswersKeys(keys);
  for (let after = '0'; ;) {
    const rows = await snapshot
      .selectFrom('member_addresses')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsPerBatch)
      .execute();
    const histories = await readEntries(snapshot, 'member-address', { ids: rows.map(({ id }) => id) });
    for (const row of rows) {
      const [entered, ...others] = histories.get(row.id) ?? [];
      const decided = entered?.kind === 'address-corrected' ? entered : others.at(-1);
      const hashes = accepted.map((key) => hashAddress(row, key));
      const decisions = accepted.map((key) => hashAddressDecision(row, key));
      const isDecided =
        decided === undefined ? row.decision === null : isHash(decided.details['decisionHash'], decisions);
      if (!entered || !isHash(entered.details['addressHash'], hashes) || !isDecided)
        yield `The address ${row.id} of a class member is not as its history says.`;
    }
    const last = rows[rowsPerBatch - 1];
    if (!last) break;
    after = last.id;
  }
  yield* findSubMilliseconds(snapshot, 'member_addresses', ['entered_at', 'decided_at']);
}

/** Answers to requests for lost IDs must be those of their histories, and name the same class members. */
async function* compareIdAnswers(snapshot: Snapshot, keys: Keys): AsyncGenerator<string> {
  const accepted = acceptedAnswersKeys(keys);
  // A purge deletes the class members of a case after its claims, in several transactions.
  const { rows: purged } = await sql<{ id: string }>`
    select case_id as id from (select distinct case_id from id_requests) as asked
    where not exists (select from class_members member where member.case_id = asked.case_id)
      or exists (select from claims where claims.case_id = asked.case_id and status = 'purged')`.execute(snapshot);
  const purgedCases = new Set(purged.map(({ id }) => id));
  for (let after = '0'; ;) {
    const requests = await snapshot
      .selectFrom('id_requests')
      .select(['id', 'case_id'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsPerBatch)
      .execute();
    const ids = requests.map(({ id }) => id);
    const answers = await snapshot
      .selectFrom('id_request_answers')
      .selectAll()
      .where('request_id', '=', sql<string>`any(${ids}::bigint[])`)
      .orderBy('request_id')
      .orderBy('position')
      .execute();
    const answersOf = Map.groupBy(answers, ({ request_id: id }) => id);
    const histories = await readEntries(snapshot, 'id-request', { ids });
    for (const { id, case_id: caseId } of requests) {
      const given = answersOf.get(id) ?? [];
      const entries = histories.get(id) ?? [];
      const isAsRecorded = ([entry, row]: readonly [
        Entry | undefined,
        (typeof given)[number] | undefined,
      ]): boolean => {
        if (!entry || !row) return false;
        const { answerHash, memberHash } = entry.details;
        const isDeleted = row.answer === 'matched' && row.notice_id === null && purgedCases.has(caseId);
        const members = accepted.map((key) => hashAnsweredMember(row, key));
        const texts = accepted.map((key) => hashIdAnswer(row, key));
        return isHash(answerHash, texts) && (isDeleted || isHash(memberHash, members));
      };
      const pairs = Array.from(
        { length: Math.max(entries.length, given.length) },
        (_, at) => [entries[at], given[at]] as const,
      );
      if (!pairs.every(isAsRecorded))
        yield `The answers to the request ${id} for lost IDs are not as its history says.`;
    }
    const last = ids[rowsPerBatch - 1];
    if (last === undefined) break;
    after = last;
  }
  yield* findSubMilliseconds(snapshot, 'id_request_answers', ['answered_at']);
}
