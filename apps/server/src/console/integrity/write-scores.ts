import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { addHistoryEntries, type HistoryEvent } from '../../claims/history/claim-history.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { ClaimFeatures } from './claim-features.ts';
import { anyOf } from './load-claims.ts';
import type { Scores } from './score-claim.ts';
import { catalogVersion, definitionOf } from './signal-catalog.ts';

export interface ScoredClaim {
  readonly claim: ClaimFeatures;
  readonly scores: Scores;
  readonly model: number | null;
}

/** One in so many claims that no score queued is reviewed, to learn what scores miss. */
const sampleEvery = 100;
/** The chance of a claim of the sample to be looked at. */
export const sampleProbability = 1 / sampleEvery;

/** Drawn by the claim's number, which nobody chooses, so that it stays the same. */
const isDrawn = (number: string): boolean =>
  hash('sha256', `integrity-sample ${number}`, 'buffer').readUInt32BE() % sampleEvery === 0;

/**
 * Writes signals and scores where they changed, counts the signals by week, and adds an entry to
 * the history of each claim that reached a threshold or no longer does. Returns how many changed.
 */
export async function writeScores(
  transaction: Kysely<Tables>,
  scored: readonly ScoredClaim[],
  at: Date,
): Promise<void> {
  if (scored.length === 0) return;
  const ids = scored.map(({ claim }) => claim.id);
  const before = new Map(
    (await transaction.selectFrom('claim_scores').selectAll().where('claim_id', '=', anyOf(ids)).execute()).map(
      (row) => [row.claim_id, row],
    ),
  );
  await writeSignals(
    transaction,
    scored,
    scored.flatMap(({ claim }) => (before.has(claim.id) ? [claim.id] : [])),
  );
  const rows = scored.map(({ claim, scores, model }) => ({
    claim_id: claim.id,
    case_id: claim.caseId,
    duplicate: scores.duplicate.decibans,
    machine: scores.machine.decibans,
    duplicate_reached: scores.duplicate.reached,
    machine_reached: scores.machine.reached,
    model,
    catalog: catalogVersion,
    scored_at: at,
    sampled: !scores.duplicate.reached && !scores.machine.reached && isDrawn(claim.number),
  }));
  await sql`
    insert into claim_scores (claim_id, case_id, duplicate, machine, duplicate_reached, machine_reached, model, catalog, scored_at, sampled)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as score (claim_id bigint, case_id text, duplicate float8,
      machine float8, duplicate_reached boolean, machine_reached boolean, model int, catalog int, scored_at timestamptz, sampled boolean)
    order by claim_id
    on conflict (claim_id) do update set duplicate = excluded.duplicate, machine = excluded.machine,
      duplicate_reached = excluded.duplicate_reached, machine_reached = excluded.machine_reached, model = excluded.model,
      catalog = excluded.catalog, scored_at = excluded.scored_at, sampled = excluded.sampled
    where (claim_scores.duplicate, claim_scores.machine, claim_scores.duplicate_reached, claim_scores.machine_reached,
        claim_scores.model, claim_scores.catalog)
      is distinct from (excluded.duplicate, excluded.machine, excluded.duplicate_reached, excluded.machine_reached,
        excluded.model, excluded.catalog)`.execute(transaction);
  const changed = scored.flatMap(({ claim, scores, model }) => {
    const last = before.get(claim.id);
    const isSame =
      (last?.duplicate_reached ?? false) === scores.duplicate.reached &&
      (last?.machine_reached ?? false) === scores.machine.reached;
    return isSame ? [] : [{ ...claim, events: [scoredEvent(scores, model)] }];
  });
  if (changed.length === 0) return;
  const changedIds = changed.map(({ id }) => id);
  await sql`select id from claims where id = ${anyOf(changedIds)} order by id for no key update`.execute(transaction);
  // Last: while a transaction has added history entries, nothing can be sealed.
  await addHistoryEntries(transaction, at, changed);
}

const scoredEvent = ({ duplicate, machine }: Scores, model: number | null): HistoryEvent => ({
  kind: 'claim-scored',
  details: {
    duplicate: duplicate.decibans,
    machine: machine.decibans,
    duplicateReached: duplicate.reached,
    machineReached: machine.reached,
    catalog: catalogVersion,
    ...(model !== null && { model }),
  },
});

interface SignalRow {
  readonly claim_id: string;
  readonly signal: string;
  readonly version: number;
  readonly level: string;
  readonly strength: number;
  readonly points: number;
  readonly arguments: unknown;
  readonly model: number | null;
}

async function writeSignals(
  transaction: Kysely<Tables>,
  scored: readonly ScoredClaim[],
  known: readonly string[],
): Promise<void> {
  const rows = scored.flatMap(({ claim, scores, model }) =>
    [...scores.duplicate.signals, ...scores.machine.signals].map(
      ({ signal, level, strength, points, arguments: values }): SignalRow => ({
        claim_id: claim.id,
        signal,
        version: definitionOf(signal).version,
        level,
        strength,
        points,
        arguments: values,
        model,
      }),
    ),
  );
  const counted = new Set(known);
  const removed =
    known.length === 0
      ? []
      : (
          await sql<{ claim_id: string; signal: string }>`
          delete from claim_signals where claim_id = ${anyOf(known)} returning claim_id, signal`.execute(transaction)
        ).rows;
  await countSignals(transaction, scored, counted, rows, removed);
  if (rows.length === 0) return;
  await sql`
    insert into claim_signals (claim_id, signal, version, level, strength, points, arguments, model)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as signal (claim_id bigint, signal text, version smallint,
      level text, strength float8, points float8, arguments jsonb, model int)
    order by claim_id, signal`.execute(transaction);
}

/** Changes the counts by week by the difference. An empty signal counts claims that are scored first. */
async function countSignals(
  transaction: Kysely<Tables>,
  scored: readonly ScoredClaim[],
  known: ReadonlySet<string>,
  added: readonly { readonly claim_id: string; readonly signal: string }[],
  removed: readonly { readonly claim_id: string; readonly signal: string }[],
): Promise<void> {
  const claims = new Map(scored.map(({ claim }) => [claim.id, claim]));
  const counts = new Map<string, { form_id: string; week: string; signal: string; claims: number }>();
  const change = (claimId: string, signal: string, by: number) => {
    const claim = claims.get(claimId);
    if (!claim) return;
    const week = weekOf(claim.filedAt);
    const key = `${claim.formId}\n${week}\n${signal}`;
    const count = counts.get(key) ?? { form_id: claim.formId, week, signal, claims: 0 };
    count.claims += by;
    counts.set(key, count);
  };
  for (const id of claims.keys()) if (!known.has(id)) change(id, '', 1);
  for (const { claim_id: id, signal } of added) change(id, signal, 1);
  for (const { claim_id: id, signal } of removed) change(id, signal, -1);
  const changed = [...counts.values()].filter(({ claims: by }) => by !== 0);
  if (changed.length === 0) return;
  await sql`
    insert into signal_counts (form_id, week, signal, claims)
    select * from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as count (form_id text, week text, signal text, claims bigint)
    order by form_id, week, signal
    on conflict (form_id, week, signal) do update set claims = signal_counts.claims + excluded.claims`.execute(
    transaction,
  );
}

/** The Monday of a day's week, in UTC, as `YYYY-MM-DD`. */
export function weekOf(at: Date): string {
  const day = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}
