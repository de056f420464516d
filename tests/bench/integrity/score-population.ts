import { settlement } from '@redress/content/settlement';
import type { InventedFile } from '@redress/contract/demonstration';
import { observationsField } from '@redress/contract/observations';
import { insertStatement } from '@redress/server/claims/filing/insert-claims';
import { thresholdsOf } from '@redress/server/console/integrity/score-claim';
import { scoreNewClaimsNow } from '@redress/server/console/integrity/score-claims';
import { observeVisit } from '@redress/server/operations/demo/file-invented-claim';
import { openDatabase, withClient } from '@redress/server/platform/database/pool';
import type { Keys } from '@redress/server/platform/keys/keys';
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { claimRowMaker } from '../../generate/claim-row.ts';
import { importRows } from '../../setup/test-server.ts';
import type { LabeledFiling, Population, Score } from './population.ts';
import type { Filing } from './world.ts';

export interface ScoredFiling extends Omit<LabeledFiling, 'filing'> {
  /** Margins are decibans above each score's threshold. */
  readonly margins: Readonly<Record<Score, number>>;
}
export interface ScoredPopulation {
  readonly claims: readonly ScoredFiling[];
  /** The time of the job for a claim. */
  readonly milliseconds: number;
}

interface ScoringOptions {
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
      const makeRow = claimRowMaker(settlement, keys);
      let milliseconds = 0;
      for (let from = 0; from < filings.length; from += step) {
        const part = filings.slice(from, from + step).map(({ filing }) => filing);
        const rows = part.map((filing, index) => {
          const { answers, documentsToFollow, loginNoticeId: noticeId, visit } = filing;
          const body = { ...answers, documentsToFollow, [observationsField]: visit.measured };
          const claim = { ...filing, serial: from + index, idempotencyKey: `bench-${from + index}`, noticeId };
          return makeRow({ ...claim, answers: body, observed: observeVisit({ keys }, filing) }).json;
        });
        const stored = await client.query(insertStatement, [`[${rows.join(',')}]`]);
        if (stored.rowCount !== part.length) throw new Error('Not all claims were filed');
        await insertDocuments(client, part, from + 1);
        const begun = performance.now();
        await scoreNewClaimsNow(context);
        milliseconds += performance.now() - begun;
        onProgress(from + part.length);
      }
      const text = 'select duplicate, machine from claim_scores order by claim_id';
      const { rows } = await client.query<Record<Score, number>>(text);
      const thresholds = thresholdsOf(settlement);
      const claims = filings.map(({ filing: _filing, ...labels }, index) => {
        const scores = rows[index];
        if (!scores || rows.length !== filings.length) throw new Error('Not every claim has scores');
        const [duplicate, machine] = [scores.duplicate - thresholds.duplicate, scores.machine - thresholds.machine];
        return { ...labels, margins: { duplicate, machine } };
      });
      return { claims, milliseconds: milliseconds / filings.length };
    });
  } finally {
    await close();
  }
}

/** The database had no claims before these, so their IDs begin with 1. */
async function insertDocuments(client: pg.Client, filings: readonly Filing[], firstId: number): Promise<void> {
  const rows = filings.flatMap(({ uploads, filedAt }, index) =>
    uploads.map(({ file, seconds }, place) => ({
      claim: firstId + index,
      key: `bench/${firstId + index}/${place}`,
      hash: `\\x${createHash('sha256').update(contentOf(file)).digest('hex')}`,
      at: new Date(filedAt.getTime() + seconds * 1_000),
    })),
  );
  if (rows.length === 0) return;
  await client.query(
    `insert into claim_documents (id, claim_id, name, storage_key, status, type, size, sha256, created_at, stored_at)
     select gen_random_uuid(), claim, 'document.pdf', key, 'stored', 'pdf', 20000, hash, at, at
     from jsonb_to_recordset($1) as document (claim bigint, key text, hash bytea, at timestamptz)
     on conflict do nothing`,
    [JSON.stringify(rows)],
  );
}

/** Files are not made, but equal ones have equal content. One that is sent twice is stored once. */
const contentOf = (file: InventedFile): string =>
  JSON.stringify(file.kind === 'table' ? { ...file, rows: file.rows() } : file);
