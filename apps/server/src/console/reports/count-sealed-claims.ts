import { type Kysely, type RawBuilder, sql } from 'kysely';
import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { findForm, type Settlement } from '@redress/contract/settlement';
import type { AnyAnswers } from '@redress/forms/answers';
import { listDue, type Uploads } from '../../claims/status/claim-status.ts';
import type { HistoryEvent } from '../../claims/history/claim-history.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { isSealedBy, type ReportParameters, type ReportSeal } from './report-parameters.ts';

/** A chunk of claims: IDs above one and up to another. */
export interface ClaimRange {
  readonly above: string;
  readonly upTo: string;
}
export interface Counting {
  readonly run: Pick<ReportParameters, 'case_ids' | 'first_day' | 'last_day'> & { readonly id: string };
  readonly seal: ReportSeal;
  readonly settlement: Settlement;
}

/**
 * Adds claims to `report_counts` as of a seal: claims, documents and checks count only if the seal
 * covers their entry in the history. A claim's own columns never change, until a purge empties
 * some.
 */
export async function countSealedClaims(
  transaction: Kysely<Tables>,
  counting: Counting,
  range: ClaimRange,
): Promise<void> {
  const { run, seal, settlement } = counting;
  const incomplete = await listIncomplete(transaction, { cases: run.case_ids, seal, settlement }, range);
  await sql`
    insert into report_counts
    with recorded as (
      select claim_id,
        bool_or(kind = 'document-stored') as has_documents,
        bool_or(kind = 'data-checked') as data_checked,
        bool_or(kind = 'data-checked' and ${isFinding}) as data_errors,
        bool_or(kind = 'claim-purged') as purged,
        (array_agg(details->>'to' order by position desc)
          filter (where kind in (${sql.join(statusEntries)})))[1] as reviewed,
        (array_agg(details->'duplicateReached' order by position desc) filter (where kind = 'claim-scored'))[1] = 'true' as same_claimant,
        (array_agg(details->'machineReached' order by position desc) filter (where kind = 'claim-scored'))[1] = 'true' as by_machine
      from claim_history entry
      where ${isInRange(sql`claim_id`, range)} and ${isSealedBy(seal)}
      group by claim_id
    ),
    counted as (
      select claims.*, recorded.*, ${courtDay(settlement)} as filed_day, documents_due and not purged as is_due,
        documents_due and not purged and (not has_documents or claims.id = any(${incomplete}::bigint[])) as documents_missing
      from recorded join claims on claims.id = claim_id
      where case_id = any(${run.case_ids}::text[]) and ${isInRange(sql`claims.id`, range)}
    )
    select ${run.id}::bigint, case_id, form_id, filed_day, coalesce(state, ''), language,
      case when purged then 'purged' when reviewed is not null then reviewed when documents_missing then 'waiting-documents' else 'ready' end,
      without_script, late, duplicate_notice or coalesce(same_claimant, false), suspected_machine or coalesce(by_machine, false), is_due, documents_missing, data_checked, data_errors,
      count(*), count(amount), coalesce(sum(amount), 0)
    from counted
    where filed_day >= coalesce(${run.first_day}::text, filed_day) and filed_day <= coalesce(${run.last_day}::text, filed_day)
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    on conflict (run_id, case_id, form_id, filed_day, state, language, status, without_script, late, duplicate, machine,
      documents_due, documents_missing, data_checked, data_errors)
    do update set claims = report_counts.claims + excluded.claims,
      with_amount = report_counts.with_amount + excluded.with_amount, amount = report_counts.amount + excluded.amount
  `.execute(transaction);
}

/** Applied to each table, so that none is read whole for a chunk. */
export const isInRange = (id: RawBuilder<unknown>, { above, upTo }: ClaimRange) =>
  sql`(${id} > ${above} and ${id} <= ${upTo})`;

/** These kinds of entries change a claim's status. */
export const statusEntries = [
  ...(['claim-decided', 'decision-undone', 'decision-released', 'decision-declined', 'status-changed'] as const),
] satisfies HistoryEvent['kind'][];

/** SQL: whether a data file's check, a row with `details`, has findings. */
export const isFinding = sql`(details->>'outcome' = 'unreadable' or (details->>'errors')::int > 0)`;

/** The calendar day of `filed_at` in the court's time zone, which is also the form's. */
export function courtDay({ site, claimForms }: Settlement): RawBuilder<unknown> {
  const zones = JSON.stringify(Object.fromEntries(claimForms.map(({ id, timeZone }) => [id, timeZone])));
  return sql`((filed_at at time zone coalesce(${zones}::jsonb ->> form_id, ${site.timeZone}))::date::text)`;
}

interface DueClaim extends Uploads {
  readonly id: string;
  readonly form_id: string;
  readonly form_version: number;
  readonly notice_id: string | null;
}
/** Answers are read in small groups, because those of one claim can be as large as a megabyte. */
const answersAtOnce = 100;
/** A payor's claim can take 20 ms, and the same process files claims. */
const claimsPerTurn = 20;

interface SealedScope {
  readonly cases: readonly string[];
  readonly seal: ReportSeal;
  readonly settlement: Settlement;
  /** IDs of claims. By default, all claims of the range. */
  readonly only?: readonly string[];
}

/**
 * Finds claims with some but not all of the documents that their answers require. SQL cannot find
 * them: only the form's definition has the rules.
 */
export async function listIncomplete(
  transaction: Kysely<Tables>,
  { cases, seal, settlement, only }: SealedScope,
  range: ClaimRange,
): Promise<string[]> {
  const has = (kind: string) =>
    sql`coalesce(bool_or(document.checked and report #> ${sql.lit(`{report,${kind}}`)} is not null), false)`;
  const { rows } = await sql<DueClaim>`
    with document as (
      select claim_id, (details->>'documentId')::uuid as id,
        bool_or(kind = 'document-stored') as stored,
        bool_or(kind = 'document-scanned' and details->>'outcome' = 'infected') as infected,
        bool_or(kind = 'data-checked') as checked
      from claim_history entry
      where ${isInRange(sql`claim_id`, range)} and ${isSealedBy(seal)}
        and kind in ('document-stored', 'document-scanned', 'data-checked')
      group by 1, 2
    )
    select claims.id, form_id, form_version, notice_id,
      count(*)::int as stored, count(*) filter (where not infected)::int as readable,
      ${has('membership')} as "hasMembership", ${has('purchases')} as "hasPurchases",
      coalesce(bool_or(
        data_checks.document_id is not null and (not document.checked or report is null) and not infected
      ), false) as "hasUnchecked"
    from document
    join claims on claims.id = document.claim_id
    left join data_checks on data_checks.document_id = document.id and ${isInRange(sql`data_checks.claim_id`, range)}
    where document.stored and documents_due and status = 'filed' and case_id = any(${cases}::text[])
      and ${isInRange(sql`claims.id`, range)} and ${only ? sql`claims.id = any(${only}::bigint[])` : sql`true`}
    group by claims.id`.execute(transaction);
  const incomplete: string[] = [];
  let answers: ReadonlyMap<string, AnyAnswers> = new Map();
  for (const [index, { id, form_id: formId, form_version: version, notice_id, ...uploads }] of rows.entries()) {
    if (index % answersAtOnce === 0) answers = await readAnswers(transaction, rows.slice(index, index + answersAtOnce));
    if (index % claimsPerTurn === claimsPerTurn - 1) await yieldToRequests();
    const form = findForm(settlement, formId, version);
    const given = answers.get(id);
    if (form && given && listDue({ form, answers: given, notice_id, uploads }).length > 0) incomplete.push(id);
  }
  return incomplete;
}

/** A claim that is being purged has no answers. */
async function readAnswers(transaction: Kysely<Tables>, claims: readonly Pick<DueClaim, 'id'>[]) {
  const ids = claims.map(({ id }) => id);
  const { rows } = await sql<{ id: string; answers: AnyAnswers }>`
    select id, answers from claims where id = any(${ids}::bigint[]) and status = 'filed'`.execute(transaction);
  return new Map(rows.map(({ id, answers }) => [id, answers]));
}
