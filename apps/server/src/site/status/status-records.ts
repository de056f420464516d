import type { ReviewStatus } from '@redress/contract/console/review';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import type { Tables } from '../../platform/database/tables.ts';

/** The entries of a history that change where a claim is, for its claimant. */
const shownKinds = [
  'claim-filed',
  'document-stored',
  'claim-decided',
  'decision-undone',
  'decision-released',
  'status-changed',
  'answer-sent',
] as const;

export type StatusRecords = Awaited<ReturnType<typeof readStatusRecords>>;
type Entry = StatusRecords['history'][number];

/** Reads what the status page and the actions on it need to know about a claim. */
export async function readStatusRecords(database: Database, claimId: string) {
  const [review, history, decisions, answers, disputes, documents, letters] = await Promise.all([
    database
      .selectFrom('claim_review')
      .select(['status', 'decision_id', 'cure_due'])
      .where('claim_id', '=', claimId)
      .executeTakeFirst(),
    database
      .selectFrom('claim_history')
      .select(['at', 'kind', 'details'])
      .where('claim_id', '=', claimId)
      .where('kind', '=', sql<string>`any(${[...shownKinds]}::text[])`)
      .orderBy('position')
      .execute(),
    database
      .selectFrom('claim_decisions')
      .select(['id', 'outcome', 'reasons', 'recognized_amount'])
      .where('claim_id', '=', claimId)
      .execute(),
    database
      .selectFrom('deficiency_answers')
      .select(['decision_id', 'position', 'at', 'late', 'items'])
      .where('claim_id', '=', claimId)
      .orderBy('at')
      .execute(),
    database
      .selectFrom('disputes')
      .select(['decision_id', 'filed_at', 'late'])
      .where('claim_id', '=', claimId)
      .orderBy('filed_at')
      .execute(),
    database
      .selectFrom('claim_documents')
      .select(['id', 'name', 'size', 'scan'])
      .where('claim_id', '=', claimId)
      .where('status', '=', 'stored')
      .execute(),
    database
      .selectFrom('letters')
      .select(['id', 'kind', 'channel', 'status', 'decision_id', 'mailed_on', 'due_on'])
      .where('claim_id', '=', claimId)
      .where('mailed_on', 'is not', null)
      .orderBy('mailed_on')
      .orderBy('queued_at')
      .execute(),
  ]);
  return { review, history, decisions, answers, disputes, documents, letters };
}

/**
 * The last day to answer or dispute a decision. Null unless a letter about it is out, as in
 * `claim_review`.
 */
export function lastDayOf({ letters }: Pick<StatusRecords, 'letters'>, decisionId: string): string | null {
  return letters
    .filter(({ decision_id: id, status }) => id === decisionId && (status === 'sent' || status === 'mailed'))
    .reduce<string | null>((last, { due_on: due }) => (due !== null && due > (last ?? '') ? due : last), null);
}

/** The deficiency that a claimant can answer, with the reasons that are still open. */
export interface OpenDeficiency {
  readonly decisionId: string;
  /** The number of the next answer. */
  readonly position: number;
  readonly items: readonly {
    readonly reason: string;
    /** Files of an earlier answer in which the scanner found a virus. */
    readonly refused: readonly { readonly id: string; readonly name: string }[];
  }[];
  /** Documents that the claimant uploaded elsewhere since then. The next answer takes them. */
  readonly arrived: readonly { readonly id: string; readonly name: string; readonly size: number }[];
}

/**
 * Finds the deficiency that can be answered: one that the claim has now, or one that expired
 * without an answer, or whose answer had a file with a virus, as long as no decision followed.
 */
export function findOpenDeficiency(records: StatusRecords): OpenDeficiency | undefined {
  const { review, history, decisions, answers, documents } = records;
  const at = findLastDeficiency(history);
  const decision = decisions.find(({ id }) => id === history[at]?.details['decisionId']);
  if (!decision || !review || closedStatuses.includes(review.status)) return undefined;
  if (review.status !== 'deficient' && history.slice(at + 1).some(endsDeficiency)) return undefined;
  const own = answers.filter(({ decision_id: id }) => id === decision.id);
  const items = decision.reasons.flatMap((reason) => {
    const answered = own.findLast((answer) => answer.items?.some((item) => item.reason === reason));
    const files = answered?.items?.find((item) => item.reason === reason)?.documents ?? [];
    const refused = documents.filter(({ id, scan }) => scan === 'infected' && files.includes(id));
    return answered && refused.length === 0 ? [] : [{ reason, refused }];
  });
  const stored = history
    .slice(at + 1)
    .flatMap(({ kind, details }) =>
      kind === 'document-stored' && details['by'] === undefined ? details['documentId'] : [],
    );
  const answered = own.flatMap((answer) => answer.items ?? []).flatMap((item) => item.documents);
  const arrived = documents.flatMap(({ id, name, size, scan }) =>
    stored.includes(id) && !answered.includes(id) && scan !== 'infected' ? { id, name, size: Number(size) } : [],
  );
  return items.length === 0 ? undefined : { decisionId: decision.id, position: own.length + 1, items, arrived };
}

/**
 * Whether a decision is in force, and its claimant has disputed none. After a dispute, only the
 * court is left, as the letter says.
 */
export const canDispute = ({ review, disputes }: StatusRecords, decisionId: string): boolean =>
  review?.decision_id === decisionId &&
  ['approved', 'reduced', 'denied'].includes(review.status) &&
  disputes.length === 0;

export const closedStatuses: readonly ReviewStatus[] = [
  'approved',
  'reduced',
  'denied',
  'disputed',
  'withdrawn',
  'void',
  'final',
];

/** The place of the last deficiency that was not undone, or -1. */
function findLastDeficiency(history: readonly Entry[]): number {
  const undone = history.flatMap(({ kind, details }) => (kind === 'decision-undone' ? [details['decisionId']] : []));
  return history.findLastIndex((entry) => isDeficiency(entry) && !undone.includes(entry.details['decisionId']));
}

export const isDeficiency = ({ kind, details }: Pick<Entry, 'kind' | 'details'>): boolean =>
  kind === 'claim-decided' && details['outcome'] === 'deficient';

/** A decision took effect, or staff cured the deficiency: neither an answer nor the end of the time. */
const endsDeficiency = ({ kind, details }: Entry): boolean =>
  kind === 'decision-released' ||
  (kind === 'status-changed' && !['answered', 'expired'].includes(String(details['cause'])));

export type Claim = Pick<Selectable<Tables['claims']>, 'id' | 'number' | 'case_id' | 'form_id' | 'form_version'>;
