import { hash } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { RuleContent } from '@redress/contract/console/rules';
import { findForm, type Settlement } from '@redress/contract/settlement';
import type { AnyAnswers } from '@redress/forms/answers';
import { applyCorrections, readCorrectionsOf } from '../../claims/corrections/corrections.ts';
import { searchColumnsOf } from '../../claims/filing/search-columns.ts';
import type { Tables } from '../../platform/database/tables.ts';
import {
  type ClaimRange,
  isFinding,
  isInRange,
  listIncomplete,
  statusEntries,
} from '../reports/count-sealed-claims.ts';
import { isSealedBy, type ReportSeal } from '../reports/report-parameters.ts';
import { factsForPeople, lastOf } from '../bulk/left-to-people.ts';
import { canonicalJson } from '../../platform/keys/canonical-json.ts';
import { compileConditions } from './compile-conditions.ts';
import { recognizedAmount } from '../review/recognized-amount-sql.ts';

/** Raise this when the same facts give a different result. */
const evaluationVersion = 3;

/** SHA-256 of everything besides rule, seal and scores that decides a result. */
export function hashEvaluation({ review }: Pick<Settlement, 'review'>): Buffer {
  const { recognized, highValueFrom } = review;
  return hash('sha256', canonicalJson({ evaluationVersion, highValueFrom, recognized: { ...recognized } }), 'buffer');
}

export interface EvaluatedRule extends RuleContent {
  readonly runId: string;
  readonly caseId: string;
  readonly seal: ReportSeal;
  /** The run whose scores are read. Null: the current scores, which the run keeps. */
  readonly scoresOf: string | null;
}

const documentKinds = ['document-stored', 'document-scanned', 'data-checked'];

/**
 * Adds the claims of a range that meet a rule as of a seal to `rule_run_claims`. Facts are those in
 * the history by then: a later document, check, score or decision changes nothing. Only claims that
 * were never decided and that lack no documents are evaluated: a returned claim, for example after
 * a deficiency, needs a person.
 */
export async function evaluateRange(
  transaction: Kysely<Tables>,
  settlement: Settlement,
  rule: EvaluatedRule,
  range: ClaimRange,
): Promise<void> {
  const { ofClaims, ofHistory, ofScores, isFlagged } = compileConditions(rule.conditions, settlement.review);
  const isSealed = isSealedBy(rule.seal);
  const { rows: changed } = await sql<{ id: string }>`
    select distinct claim_id as id from claim_history entry
    where ${isInRange(sql`claim_id`, range)} and not ${isSealed} and kind = any(${documentKinds}::text[])`.execute(
    transaction,
  );
  const changedIds = changed.map(({ id }) => id);
  // Only the form's definition has the rules, and evaluating it is slow. Search rows have the
  // result for claims that have not changed.
  const incomplete =
    changedIds.length === 0
      ? []
      : await listIncomplete(
          transaction,
          { cases: [rule.caseId], seal: rule.seal, settlement, only: changedIds },
          range,
        );
  const isMissing = sql`(claim.documents_due and (fact.documents = 0 or case
    when claim.id = any(${changedIds}::bigint[]) then claim.id = any(${incomplete}::bigint[])
    else coalesce(claim.documents_missing, true) end))`;
  const corrected = JSON.stringify(await readCorrected(transaction, settlement, rule, range));
  const usesScores = ofScores.length > 0;
  const scores = scoresOf(rule);
  const amount = recognizedAmount(settlement.review);
  // Approving a claim for zero dollars would deny it.
  const isApproved = sql`(${rule.outcome === 'approve'} and recognized > 0 and not for_people)`;
  await sql`
    with entry as materialized (
      select claim_id, position, kind, details, ${isSealed} as sealed from claim_history entry
      where ${isInRange(sql`claim_id`, range)}
    ),
    recorded as (
      select claim_id,
        bool_or(sealed and kind = 'claim-filed') as filed,
        bool_or(sealed and kind = 'claim-purged') as purged,
        count(*) filter (where sealed and kind = 'document-stored') as documents,
        count(*) filter (where sealed and kind = 'document-scanned' and details->>'outcome' = 'clean') as clean,
        bool_or(sealed and kind = 'data-checked' and ${isFinding}) is true as data_errors,
        bool_or(sealed and kind = 'claim-decided') as decided,
        ${lastOf(sql`details->>'to'`, statusEntries)} as status,
        ${factsForPeople}
      from entry group by claim_id
    ),
    checked as (
      select claim_id, sum((details->>'rows')::bigint) as rows, sum((details->>'errors')::bigint) as errors,
        sum((details->>'amount')::numeric) as counted
      from (
        select distinct on (claim_id, details->>'documentId') claim_id, details from entry
        where sealed and kind = 'data-checked' order by claim_id, details->>'documentId', position desc
      ) as last_check
      where details->>'outcome' = 'checked' and not exists (
        select from entry scan where scan.claim_id = last_check.claim_id and scan.sealed and scan.kind = 'document-scanned'
          and scan.details->>'outcome' = 'infected' and scan.details->>'documentId' = last_check.details->>'documentId'
      )
      group by claim_id
    ),
    claim as (
      select claims.id, claims.case_id, claims.form_id, claims.language, claims.late,
        case when corrected.id is null then claims.state else corrected.state end as state,
        case when corrected.id is null then claims.amount else corrected.amount end as amount,
        coalesce(corrected.answers, claims.answers) as answers, claims.without_script, claims.documents_due, claims.duplicate_notice, claims.suspected_machine,
        search.filed_day, search.documents_missing
      from claims join claim_search search on search.claim_id = claims.id
      left join jsonb_to_recordset(${corrected}::jsonb) as corrected (id bigint, state text, amount numeric, answers jsonb)
        on corrected.id = claims.id
      where ${isInRange(sql`claims.id`, range)} and ${isInRange(sql`search.claim_id`, range)} and claims.case_id = ${rule.caseId}
    ),
    candidate as materialized (
      select claim.id, ${amount} as recognized, fact.queued_by_rule or fact.judged_bad or ${isFlagged} as for_people
      from claim
      join (
        select * from recorded left join checked using (claim_id)
      ) as fact on fact.claim_id = claim.id
      where fact.filed and not fact.purged and (fact.status is null or fact.status in ('received', 'ready'))
        and not fact.decided and not ${isMissing}
        and ${join([...ofClaims, ...ofHistory])}
    )
    ${usesScores ? sql`, score as (${scores})` : sql``}
    insert into rule_run_claims (run_id, claim_id, outcome, amount)
    select ${rule.runId}, candidate.id,
      case when ${isApproved} then 'approve' else 'queue' end,
      case when ${isApproved} then recognized end
    from candidate ${usesScores ? sql`left join score on score.claim_id = candidate.id` : sql``}
    where ${join(ofScores)}
    order by candidate.id`.execute(transaction);
}

/** The corrected answers of claims that staff had corrected by the seal. */
async function readCorrected(
  transaction: Kysely<Tables>,
  settlement: Settlement,
  { caseId, seal }: EvaluatedRule,
  range: ClaimRange,
) {
  const { rows } = await sql<{ id: string; formId: string; version: number; answers: AnyAnswers }>`
    select id, form_id as "formId", form_version as version, answers from claims
    where ${isInRange(sql`id`, range)} and case_id = ${caseId} and status = 'filed'
      and exists (select from claim_corrections where claim_corrections.claim_id = claims.id)`.execute(transaction);
  const ids = rows.map(({ id }) => id);
  const corrections = await readCorrectionsOf(transaction, ids, seal.lastEntry);
  return rows.flatMap(({ id, formId, version, answers: filed }) => {
    const form = findForm(settlement, formId, version);
    const ofClaim = corrections.get(id);
    if (!form || !ofClaim) return [];
    const answers = applyCorrections(filed, ofClaim);
    const { state, amount } = searchColumnsOf(form, answers, {});
    return [{ id, state, amount, answers }];
  });
}

/** SQL: the scores of the candidates. On the first evaluation, the run keeps them. */
function scoresOf({ runId, scoresOf: from }: EvaluatedRule): RawBuilder<unknown> {
  if (from !== null)
    return sql`select * from rule_run_scores where run_id = ${from} and claim_id = any(array(select id from candidate))`;
  return sql`
    insert into rule_run_scores (run_id, claim_id, duplicate, machine, signals)
    select ${runId}, claim_id, duplicate, machine,
      array(select signal from claim_signals where claim_signals.claim_id = claim_scores.claim_id order by signal)
    from claim_scores where claim_id = any(array(select id from candidate))
    returning *`;
}

const join = (conditions: readonly RawBuilder<boolean>[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
