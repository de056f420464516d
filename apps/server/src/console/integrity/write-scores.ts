import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { addHistoryEntries, type HistoryEvent } from '../../claims/history/claim-history.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { ClaimFeatures } from './claim-features.ts';
import { anyOf } from './load-claims.ts';
import type { Scores } from './score-claim.ts';
import { catalogVersion } from './signal-catalog.ts';

export interface ScoredClaim {
  readonly claim: ClaimFeatures;
  readonly scores: Scores;
}

/** One in this many claims that no score queued is reviewed, to find fraud that scores miss. */
const sampleEvery = 100;
/** The chance with which a claim is drawn for the sample. */
export const sampleProbability = 1 / sampleEvery;

/** The draw uses the claim's number, which claimants cannot choose, so the result never changes. */
const isDrawn = (number: string): boolean =>
  hash('sha256', `integrity-sample ${number}`, 'buffer').readUInt32BE() % sampleEvery === 0;

/**
 * Writes signals and scores that changed, and adds an entry to the history of each claim that
 * reached a threshold or fell below it.
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
  const rows = scored.map(({ claim, scores }) => ({
    claim_id: claim.id,
    case_id: claim.caseId,
    duplicate: scores.duplicate.decibans,
    machine: scores.machine.decibans,
    duplicate_reached: scores.duplicate.reached,
    machine_reached: scores.machine.reached,
    catalog: catalogVersion,
    scored_at: at,
    sampled: !scores.duplicate.reached && !scores.machine.reached && isDrawn(claim.number),
  }));
  await sql`
    insert into claim_scores (claim_id, case_id, duplicate, machine, duplicate_reached, machine_reached, catalog, scored_at, sampled)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as score (claim_id bigint, case_id text, duplicate float8,
      machine float8, duplicate_reached boolean, machine_reached boolean, catalog int, scored_at timestamptz, sampled boolean)
    order by claim_id
    on conflict (claim_id) do update set duplicate = excluded.duplicate, machine = excluded.machine,
      duplicate_reached = excluded.duplicate_reached, machine_reached = excluded.machine_reached,
      catalog = excluded.catalog, scored_at = excluded.scored_at, sampled = excluded.sampled
    where (claim_scores.duplicate, claim_scores.machine, claim_scores.duplicate_reached, claim_scores.machine_reached,
        claim_scores.catalog)
      is distinct from (excluded.duplicate, excluded.machine, excluded.duplicate_reached, excluded.machine_reached,
        excluded.catalog)`.execute(transaction);
  const changed = scored.flatMap(({ claim, scores }) => {
    const last = before.get(claim.id);
    const isSame =
      (last?.duplicate_reached ?? false) === scores.duplicate.reached &&
      (last?.machine_reached ?? false) === scores.machine.reached;
    return isSame ? [] : [{ ...claim, events: [scoredEvent(scores)] }];
  });
  if (changed.length === 0) return;
  const changedIds = changed.map(({ id }) => id);
  await sql`select id from claims where id = ${anyOf(changedIds)} order by id for no key update`.execute(transaction);
  // Entries are added last: until the transaction ends, they keep histories from being sealed.
  await addHistoryEntries(transaction, at, changed);
}

const scoredEvent = ({ duplicate, machine }: Scores): HistoryEvent => ({
  kind: 'claim-scored',
  details: {
    duplicate: duplicate.decibans,
    machine: machine.decibans,
    duplicateReached: duplicate.reached,
    machineReached: machine.reached,
    catalog: catalogVersion,
  },
});

async function writeSignals(
  transaction: Kysely<Tables>,
  scored: readonly ScoredClaim[],
  known: readonly string[],
): Promise<void> {
  const rows = scored.flatMap(({ claim, scores }) =>
    [...scores.duplicate.signals, ...scores.machine.signals].map(
      ({ signal, level, strength, points, arguments: values }) => ({
        claim_id: claim.id,
        signal,
        level,
        strength,
        points,
        arguments: values,
      }),
    ),
  );
  if (known.length > 0) await transaction.deleteFrom('claim_signals').where('claim_id', '=', anyOf(known)).execute();
  if (rows.length === 0) return;
  await sql`
    insert into claim_signals (claim_id, signal, level, strength, points, arguments)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as signal (claim_id bigint, signal text,
      level text, strength float8, points float8, arguments jsonb)
    order by claim_id, signal`.execute(transaction);
}
