import type { SampledReview, SampleResult } from '@redress/contract/console/quality';
import { listBlindClaimIds } from '../sign-in/blind-reviews.ts';
import type { ConsoleContext } from '../context.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { formatAmount, parseAmount } from '../review/recognized-amount.ts';
import type { StaffMember } from '../sign-in/staff-sessions.ts';
import { errorRate } from './error-rate.ts';
import { findSample, listSamples } from './samples.ts';
import { canReview, findTaken, maySettle } from './second-reviews.ts';

type ReadContext = Pick<ConsoleContext, 'database' | 'settlement'>;

/**
 * A sample with its reviews and error rates. A claim without a finished review is shown with
 * neither number nor decision, because any reader may become its second reviewer.
 */
export async function readSample(context: ReadContext, person: StaffMember, id: string): Promise<SampleResult> {
  const { database } = context;
  const cases = person.permitted.decide;
  const stored = await findSample(database, id, cases);
  const blind = await listBlindClaimIds(database, person.id);
  const [sample] = await listSamples(database, { cases, without: blind, id });
  if (!sample) throw new ProblemError('not-found');
  const rows = await readRows(context, id);
  const seesAnswers = person.permitted.answers.includes(stored.case_id);
  const isSupervisor = person.permitted.supervise.includes(stored.case_id);
  const left = await database
    .selectFrom('quality_reviews')
    .select('position')
    .where('sample_id', '=', id)
    .where(canReview(person.id))
    .limit(1)
    .executeTakeFirst();
  const finished = rows.filter((row) => isFinished(row) && !blind.includes(row.claim_id));
  return {
    sample,
    seed: stored.seed,
    upToEntry: stored.up_to_entry,
    rate: rateOf(finished),
    byReviewer: rateEach(finished, (row) => [row.firstName ?? 'Automatic: a deficiency expired']).map(
      ([name, rate]) => ({
        name,
        rate,
      }),
    ),
    byReason: rateEach(finished, (row) => labelsOf(context, row.firstReasons)).map(([label, rate]) => ({
      label,
      rate,
    })),
    taken: (await findTaken(database, id, person.id)) ?? null,
    mayReview: left !== undefined,
    reviews: rows.map((row) => describeRow(context, row, { person, blind, seesAnswers, isSupervisor })),
  };
}

type Row = Awaited<ReturnType<typeof readRows>>[number];

async function readRows({ database }: ReadContext, sampleId: string) {
  return database
    .selectFrom('quality_reviews')
    .innerJoin('claims', 'claims.id', 'quality_reviews.claim_id')
    .innerJoin('claim_decisions', 'claim_decisions.id', 'decision_id')
    .leftJoin('rule_runs', 'rule_runs.id', 'source_id')
    .leftJoin('rules', 'rules.id', 'rule_id')
    .leftJoin('staff as first', 'first.id', 'first_decider')
    .leftJoin('staff as approver', 'approver.id', 'first_approver')
    .leftJoin('staff as second', 'second.id', 'reviewer')
    .leftJoin('staff as third', 'third.id', 'settled_by')
    .selectAll('quality_reviews')
    .select(['claims.number', 'first.name as firstName', 'second.name as secondName', 'third.name as thirdName'])
    .select(['approver.name as approverName', 'rules.name as ruleName'])
    .select(['claim_decisions.outcome as firstOutcome', 'claim_decisions.reasons as firstReasons'])
    .select('claim_decisions.recognized_amount as firstAmount')
    .where('sample_id', '=', sampleId)
    .orderBy('position')
    .execute();
}

/** Only finished reviews count in the error rate. */
const isFinished = ({ agrees, verdict }: Row): boolean => agrees === true || verdict !== null;

const rateOf = (rows: readonly Row[]) =>
  errorRate(rows.filter(({ verdict }) => verdict === 'overturned').length, rows.length);

function rateEach(rows: readonly Row[], groupsOf: (row: Row) => readonly string[]) {
  const pairs = rows.flatMap((row) => groupsOf(row).map((group) => ({ group, row })));
  return [...Map.groupBy(pairs, ({ group }) => group)]
    .map(([group, each]) => [group, rateOf(each.map(({ row }) => row))] as const)
    .toSorted(([a], [b]) => a.localeCompare(b));
}

/** The labels of reasons, or a label for a decision without any. */
function labelsOf({ settlement }: ReadContext, reasons: readonly string[]): string[] {
  if (reasons.length === 0) return ['No reason: approved'];
  return reasons.map((id) => settlement.review.reasons.find((reason) => reason.id === id)?.label ?? id);
}

const stateOf = ({ reviewer, outcome, agrees, verdict }: Row): SampledReview['state'] => {
  if (outcome === null) return reviewer === null ? 'open' : 'taken';
  return agrees ? 'agreed' : (verdict ?? 'disagreed');
};

function describeRow(
  context: ReadContext,
  row: Row,
  viewer: {
    readonly person: StaffMember;
    /** Claims that the person is reviewing now, perhaps in another sample. */
    readonly blind: readonly string[];
    readonly seesAnswers: boolean;
    readonly isSupervisor: boolean;
  },
): SampledReview {
  const { position, outcome, verdict, agrees } = row;
  const amountOf = (decimal: string | null) => (decimal === null ? null : formatAmount(parseAmount(decimal)));
  const reasonsOf = (ids: readonly string[]) => (ids.length === 0 ? [] : labelsOf(context, ids));
  const isHidden = outcome !== null && viewer.blind.includes(row.claim_id);
  const isOpen = outcome === null || isHidden;
  return {
    position,
    state: isHidden ? 'taken' : stateOf(row),
    reviewer: isHidden ? null : row.secondName,
    number: isOpen ? null : row.number,
    first: isOpen
      ? null
      : {
          by: row.firstName,
          approvedBy: row.approverName,
          rule: row.ruleName,
          outcome: row.firstOutcome,
          reasons: reasonsOf(row.firstReasons),
          amount: amountOf(row.firstAmount),
        },
    second: isOpen
      ? null
      : {
          by: row.secondName,
          approvedBy: null,
          rule: null,
          outcome,
          reasons: reasonsOf(row.reasons),
          amount: amountOf(row.recognized_amount),
        },
    note: !isOpen && viewer.seesAnswers ? row.note : null,
    settledBy: isOpen ? null : row.thirdName,
    verdictNote: !isOpen && verdict !== null && viewer.seesAnswers ? row.verdict_note : null,
    maySettle:
      !isOpen && viewer.isSupervisor && agrees === false && verdict === null && maySettle(row, viewer.person.id),
  };
}
