import { settlement } from '@redress/content/settlement';
import { openDatabase, withClient } from '@redress/server/database/pool';
import { thresholdsOf } from '@redress/server/integrity/active-weights';
import { scoreNewClaimsNow } from '@redress/server/integrity/score-claims';
import type { Keys } from '@redress/server/keys/keys';
import type pg from 'pg';
import { bothScores, type LabeledFiling, type Population, type Score, type Source, sources } from './population.ts';
import { createClaimWriter, insertMembers } from './store-population.ts';

type Scores = Readonly<Record<Score, number>>;
export interface ScoredFiling extends Pick<LabeledFiling, 'source' | 'unit' | 'isHonest'> {
  /** Decibans. */
  readonly scores: Scores;
  /** Decibans above each score's threshold. */
  readonly margins: Scores;
}
export interface ScoredPopulation {
  readonly claims: readonly ScoredFiling[];
  /** By attacker: how many claims each campaign had filed when the first of them was queued. */
  readonly untilQueued: ReadonlyMap<string, readonly number[]>;
  readonly campaigns: ReadonlyMap<string, number>;
  /** Of the job, by claim. */
  readonly milliseconds: number;
}

export interface ScoringOptions {
  readonly connectionString: string;
  readonly keys: Keys;
  /** Claims that arrive between two runs of the job. */
  readonly step: number;
  readonly onProgress: (filed: number) => void;
}

export const sourceNamed = new Map(sources.map((source) => [source.name, source]));

/** Files a population in the order of its arrival, and lets the job score it from time to time, as a server does. */
export async function scorePopulation(population: Population, options: ScoringOptions): Promise<ScoredPopulation> {
  const { connectionString, keys, step, onProgress } = options;
  const { filings, notices } = population;
  const { database, close } = openDatabase(connectionString, (error) => {
    throw error;
  });
  const context = { database, settlement, keys, now: () => new Date() };
  const thresholds = thresholdsOf(settlement);
  const scored = withClient(connectionString, async (client) => {
    await client.query('set synchronous_commit = off');
    await insertMembers(client, notices, keys);
    const file = createClaimWriter(client, settlement, keys);
    const queued = watchCampaigns(filings, thresholds);
    let milliseconds = 0;
    for (let from = 0; from < filings.length; from += step) {
      const part = filings.slice(from, from + step);
      await file(part.map(({ filing }) => filing));
      const begun = performance.now();
      await scoreNewClaimsNow(context);
      milliseconds += performance.now() - begun;
      queued.look(await readScores(client, thresholds), from + part.length);
      onProgress(from + part.length);
    }
    const scores = new Map(await readScores(client, { duplicate: -Infinity, machine: -Infinity }));
    return {
      claims: filings.map(({ source, unit, isHonest }, index) => {
        const of = scores.get(index + 1);
        if (!of) throw new Error(`Claim ${index + 1} has no scores`);
        return { source, unit, isHonest, scores: of, margins: marginsOf(of, thresholds) };
      }),
      untilQueued: queued.counts,
      campaigns: queued.campaigns,
      milliseconds: milliseconds / filings.length,
    };
  });
  try {
    return await scored;
  } finally {
    await close();
  }
}

/** Of the claims of which a score reaches its threshold. */
async function readScores(client: pg.Client, thresholds: Scores): Promise<readonly (readonly [number, Scores])[]> {
  const { rows } = await client.query<{ id: string; duplicate: number; machine: number }>(
    'select claim_id as id, duplicate, machine from claim_scores where duplicate >= $1 or machine >= $2',
    [thresholds.duplicate, thresholds.machine],
  );
  return rows.map(({ id, duplicate, machine }) => [Number(id), { duplicate, machine }]);
}

const marginsOf = ({ duplicate, machine }: Scores, thresholds: Scores): Scores => ({
  duplicate: duplicate - thresholds.duplicate,
  machine: machine - thresholds.machine,
});

/** The score that counts: the highest of those named. */
export const marginOf = ({ margins }: Pick<ScoredFiling, 'margins'>, scores: readonly Score[]): number =>
  Math.max(...scores.map((score) => margins[score]));

/** The scores that are wrong when they queue a claim. */
export const wrongScoresOf = (
  source: Source | undefined,
  { isHonest }: Pick<ScoredFiling, 'isHonest'>,
): readonly Score[] => (isHonest ? bothScores : (source?.wrong ?? []));

/** Whether a claim counts for the recall of an attacker. */
export const isFalseClaim = (source: Source | undefined, { isHonest }: Pick<ScoredFiling, 'isHonest'>): boolean =>
  source?.kind === 'attacker' && !isHonest;

/** Notes for each campaign how many of its claims had arrived when the first of them was queued. */
function watchCampaigns(filings: readonly LabeledFiling[], thresholds: Scores) {
  const counts = new Map<string, number[]>();
  const campaigns = new Map<string, number>();
  const seen = new Set<string>();
  const arrived = new Map<string, number>();
  let counted = 0;
  for (const { source, unit } of filings)
    if (sourceNamed.get(source)?.kind === 'attacker' && !seen.has(unit)) {
      seen.add(unit);
      campaigns.set(source, (campaigns.get(source) ?? 0) + 1);
    }
  seen.clear();
  return {
    counts,
    campaigns,
    look(queued: readonly (readonly [number, Scores])[], filed: number): void {
      for (; counted < filed; counted += 1) {
        const unit = filings[counted]?.unit ?? '';
        arrived.set(unit, (arrived.get(unit) ?? 0) + 1);
      }
      for (const [id, scores] of queued) {
        const filing = filings[id - 1];
        const source = sourceNamed.get(filing?.source ?? '');
        if (!filing || !source || seen.has(filing.unit) || !isFalseClaim(source, filing)) continue;
        if (marginOf({ margins: marginsOf(scores, thresholds) }, source.right) < 0) continue;
        seen.add(filing.unit);
        counts.set(source.name, [...(counts.get(source.name) ?? []), arrived.get(filing.unit) ?? 0]);
      }
    },
  };
}
