import { settlement } from '@redress/content/settlement';
import { openDatabase, withClient } from '@redress/server/platform/database/pool';
import { thresholdsOf } from '@redress/server/console/integrity/score-claim';
import { scoreNewClaimsNow } from '@redress/server/console/integrity/score-claims';
import type { Keys } from '@redress/server/platform/keys/keys';
import { importRows } from '../../setup/test-server.ts';
import type { Population, Score, Source } from './population.ts';
import { createClaimWriter } from './store-population.ts';

export interface ScoredFiling {
  readonly source: Source;
  readonly unit: string;
  readonly isHonest: boolean;
  /** Margins are decibans above each score's threshold. */
  readonly margins: Readonly<Record<Score, number>>;
}
export interface ScoredPopulation {
  readonly claims: readonly ScoredFiling[];
  /** The time of the job for a claim. */
  readonly milliseconds: number;
}

export interface ScoringOptions {
  readonly connectionString: string;
  readonly keys: Keys;
  /** The number of claims that arrive between two runs of the job. */
  readonly step: number;
  readonly onProgress: (filed: number) => void;
}

/** Files a population in the order of its arrival. The job scores it from time to time. */
export async function scorePopulation(
  { filings, members }: Population,
  { connectionString, keys, step, onProgress }: ScoringOptions,
): Promise<ScoredPopulation> {
  const { database, close } = openDatabase(connectionString, (error) => {
    throw error;
  });
  const context = { database, settlement, keys, now: () => new Date() };
  try {
    await importRows(connectionString, members, keys);
    return await withClient(connectionString, async (client) => {
      await client.query('set synchronous_commit = off');
      const file = createClaimWriter(client, settlement, keys);
      let milliseconds = 0;
      for (let from = 0; from < filings.length; from += step) {
        const part = filings.slice(from, from + step);
        await file(part.map(({ filing }) => filing));
        const begun = performance.now();
        await scoreNewClaimsNow(context);
        milliseconds += performance.now() - begun;
        onProgress(from + part.length);
      }
      const { rows } = await client.query<{ duplicate: number; machine: number }>(
        'select duplicate, machine from claim_scores order by claim_id',
      );
      if (rows.length !== filings.length) throw new Error('Not every claim has scores');
      const thresholds = thresholdsOf(settlement);
      const claims = rows.flatMap(({ duplicate, machine }, index) => {
        const margins = { duplicate: duplicate - thresholds.duplicate, machine: machine - thresholds.machine };
        const filing = filings[index];
        return filing ? [{ ...filing, margins }] : [];
      });
      return { claims, milliseconds: milliseconds / filings.length };
    });
  } finally {
    await close();
  }
}
