import type { IntegrityFairness } from '@redress/contract/console/integrity';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { wilsonInterval } from '../quality/error-rate.ts';
import { type IntegrityContext, loadClaims } from './load-claims.ts';
import { readNameShares } from './baseline-rates.ts';

type Group = IntegrityFairness['groups'][number];

interface GroupTotal {
  genuine: number;
  flagged: number;
  /** The inverse of the chance with which the claim was selected for review. */
  weight: number;
  squares: number;
  flaggedWeight: number;
}

/** Only the newest verdicts are read. */
const maxVerdicts = 20_000;
const claimsPerBatch = 500;
/** A last name is frequent if its share of claimants is higher. */
const frequentShare = 1 / 1_000;

/**
 * For claims that were found genuine, the share that had a flag at the time of their review, by
 * script, language, unit, helper and frequency of the last name.
 */
export async function readFairness(
  database: Kysely<Tables>,
  context: Pick<IntegrityContext, 'settlement' | 'keys'>,
  caseId: string,
): Promise<IntegrityFairness> {
  const verdicts = await database
    .selectFrom((from) =>
      from
        .selectFrom('claim_verdicts')
        .innerJoin('claims', 'claims.id', 'claim_verdicts.claim_id')
        .select([
          'claim_verdicts.id',
          'claim_verdicts.claim_id',
          'verdict',
          'probability',
          'evidence',
          'claims.language',
        ])
        .where('claims.case_id', '=', caseId)
        .where('claims.status', '=', 'filed')
        .orderBy('claim_verdicts.id', 'desc')
        .limit(maxVerdicts)
        .as('newest'),
    )
    .distinctOn('claim_id')
    .select(['claim_id', 'verdict', 'probability', 'evidence', 'language'])
    .orderBy('claim_id')
    .orderBy('id', 'desc')
    .execute();
  const genuine = verdicts.filter(({ verdict }) => verdict === 'genuine');
  const totals = new Map<string, GroupTotal>();
  for (let from = 0; from < genuine.length; from += claimsPerBatch) {
    const batch = genuine.slice(from, from + claimsPerBatch);
    const ids = batch.map(({ claim_id: id }) => id);
    const claims = await loadClaims(database, context, ids);
    const shares = await readNameShares(database, [...claims.values()]);
    for (const { claim_id: id, probability, evidence, language } of batch) {
      const claim = claims.get(id);
      if (!claim) continue;
      const groups = [
        ['script', claim.withoutScript ? 'without script' : 'with script'],
        ['language', language === 'es' ? 'Spanish' : 'English'],
        ['unit', claim.address.unit === '' ? 'without a unit' : 'with a unit'],
        ['helper', claim.helper === '' ? 'without a helper' : 'with a helper'],
        ['surname-frequency', shares.surname(claim.name.surname) > frequentShare ? 'frequent' : 'less frequent'],
      ] as const;
      for (const [by, value] of groups) {
        const key = `${by}\n${value}`;
        const total = totals.get(key) ?? { genuine: 0, flagged: 0, weight: 0, squares: 0, flaggedWeight: 0 };
        total.genuine += 1;
        total.weight += 1 / probability;
        total.squares += 1 / probability ** 2;
        if (evidence.flagged) {
          total.flagged += 1;
          total.flaggedWeight += 1 / probability;
        }
        totals.set(key, total);
      }
    }
  }
  return { groups: allGroups.map(([by, value]) => groupOf(by, value, totals.get(`${by}\n${value}`))) };
}

const allGroups = [
  ['script', 'with script'],
  ['script', 'without script'],
  ['language', 'English'],
  ['language', 'Spanish'],
  ['unit', 'with a unit'],
  ['unit', 'without a unit'],
  ['helper', 'with a helper'],
  ['helper', 'without a helper'],
  ['surname-frequency', 'frequent'],
  ['surname-frequency', 'less frequent'],
] as const;

function groupOf(by: Group['by'], value: string, total: GroupTotal | undefined): Group {
  if (!total) return { by, value, genuine: 0, flagged: 0, rate: null, low: null, high: null };
  const { genuine, flagged, weight, squares, flaggedWeight } = total;
  const rate = flaggedWeight / weight;
  // Few claims may represent many: Kish's effective sample size is smaller than their number.
  const [low, high] = wilsonInterval(rate, weight ** 2 / squares);
  return { by, value, genuine, flagged, rate, low, high };
}
