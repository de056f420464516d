import { isDeepStrictEqual } from 'node:util';
import type { RuleContent } from '@redress/contract/console/rules';
import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { hashDrawn } from '../../console/quality/draw-sample.ts';
import type { RecordKind } from '../../platform/history/record-events.ts';
import { hashClaims, hashResult, hashScores } from '../../console/rules/rule-run-jobs.ts';
import { hashContent } from '../../console/rules/rules.ts';

/** Rules, their runs with the claims that they found, and verdicts on clusters must be as recorded. */
export async function* findChangedRules(snapshot: Transaction<Tables>): AsyncGenerator<string> {
  yield* compareRules(snapshot);
  yield* compareVersions(snapshot);
  yield* compareRuns(snapshot);
  yield* compareClusterVerdicts(snapshot);
}

/** A time that is no whole millisecond becomes null: no release writes one, and a `Date` does not show it. */
const exact = (column: string) =>
  sql<Date | null>`case when ${sql.ref(column)} = date_trunc('milliseconds', ${sql.ref(column)}) then ${sql.ref(column)} end`;

const readEntries = (snapshot: Transaction<Tables>, kind: RecordKind) =>
  snapshot
    .selectFrom('record_history')
    .select(['record_id as id', 'at', 'kind', 'details'])
    .where('record_kind', '=', kind)
    .orderBy('record_id')
    .orderBy('position')
    .execute();

/** Compares what histories say with what is stored, by the name of each thing. */
function* compare(
  what: string,
  recorded: ReadonlyMap<string, unknown>,
  stored: ReadonlyMap<string, unknown>,
): Generator<string> {
  for (const name of [...new Set([...recorded.keys(), ...stored.keys()])].toSorted())
    if (!stored.has(name)) yield `The ${what} ${name} is missing.`;
    else if (!recorded.has(name)) yield `The ${what} ${name} is not in its history.`;
    else if (!isDeepStrictEqual(recorded.get(name), stored.get(name)))
      yield `The ${what} ${name} is not as its history says.`;
}

async function* compareRules(snapshot: Transaction<Tables>): AsyncGenerator<string> {
  const created = (await readEntries(snapshot, 'rule')).filter(({ kind }) => kind === 'rule-created');
  const rules = await snapshot
    .selectFrom('rules')
    .select(['id', 'case_id as caseId', 'created_by as by'])
    .select(exact('created_at').as('at'))
    .execute();
  yield* compare(
    'rule',
    new Map(created.map(({ id, at, details: { caseId, by } }) => [id, { caseId, by, at }])),
    new Map(rules.map(({ id, caseId, by, at }) => [id, { caseId, by, at }])),
  );
}

/** Outcome and conditions must have the hash that the history has. */
async function* compareVersions(snapshot: Transaction<Tables>): AsyncGenerator<string> {
  const nameOf = (id: string, version: unknown) => `${String(version)} of rule ${id}`;
  const entries = await readEntries(snapshot, 'rule');
  const versions = await snapshot
    .selectFrom('rule_versions')
    .select(['rule_id', 'version', 'outcome', 'conditions', 'sha256', 'staff_id as by'])
    .select(exact('at').as('at'))
    .execute();
  yield* compare(
    'version',
    new Map(
      entries.map(({ id, at, details: { version = 1, by, sha256 } }) => [
        nameOf(id, version),
        { by, at, sha256, content: sha256 },
      ]),
    ),
    new Map(
      versions.map(({ rule_id: id, version, by, at, sha256, ...content }) => [
        nameOf(id, version),
        { by, at, sha256: sha256.toString('hex'), content: hashStored(content) },
      ]),
    ),
  );
}

/** Undefined for conditions that are no list, which no release writes. */
const hashStored = (content: RuleContent): string | undefined =>
  Array.isArray(content.conditions) ? hashContent(content).toString('hex') : undefined;

/** The status of a run after the entry that ends it. */
const endings: Readonly<Record<string, string>> = {
  'rule-run-made': 'done',
  'rule-run-compared': 'done',
  'rule-run-cancelled': 'cancelled',
  'rule-run-failed': 'failed',
};

async function* compareRuns(snapshot: Transaction<Tables>): AsyncGenerator<string> {
  const entries = Map.groupBy(await readEntries(snapshot, 'rule-run'), ({ id }) => id);
  const recorded = new Map(
    [...entries].map(([id, [asked, ended]]) => {
      const { by, rule, version, seal, seed, evaluation, lastClaim, repeats = null } = asked?.details ?? {};
      const { sha256, scoresSha256, resultSha256, outcome } = ended?.details ?? {};
      const status = endings[ended?.kind ?? ''] ?? 'waiting';
      const isIdentical = outcome === undefined ? null : outcome === 'identical';
      return [
        id,
        {
          asked: { by, at: asked?.at, rule, version, seal, seed, evaluation, lastClaim, repeats },
          ended: { status, at: ended?.at ?? null },
          made: status === 'done' ? { sha256, scoresSha256, resultSha256, isIdentical } : null,
        },
      ];
    }),
  );
  const runs = await snapshot
    .selectFrom('rule_runs')
    .selectAll()
    .select([exact('asked_at').as('askedAt'), exact('finished_at').as('finishedAt')])
    .execute();
  const stored = new Map(
    runs.map((run) => [
      run.id,
      {
        asked: {
          by: run.asked_by,
          at: run.askedAt,
          rule: run.rule_id,
          version: run.version,
          seal: Number(run.seal),
          seed: run.seed,
          evaluation: run.evaluation.toString('hex'),
          lastClaim: run.last_claim,
          repeats: run.repeats,
        },
        // Null for a run that has not ended, and undefined for a time that no release writes.
        ended: { status: run.status, at: run.finished_at === null ? null : (run.finishedAt ?? undefined) },
        // A run that is not done has none of these.
        made: [run.sha256, run.scores_sha256, run.result, run.is_identical].every((value) => value === null)
          ? null
          : {
              sha256: run.sha256?.toString('hex'),
              scoresSha256: run.scores_sha256?.toString('hex'),
              resultSha256: run.result === null ? undefined : hashResult(run.result),
              isIdentical: run.is_identical,
            },
      },
    ]),
  );
  yield* compare('run', recorded, stored);
  for (const [id, { made }] of recorded) {
    // Cleanup deletes a list that is the same as that of the run before. It has no scores of its own.
    if (!made || made.isIdentical === true) continue;
    if ((await hashClaims(snapshot, id)).toString('hex') !== made.sha256)
      yield `The claims of run ${id} are not those that its history names.`;
    if (made.isIdentical === null && (await hashScores(snapshot, id)).toString('hex') !== made.scoresSha256)
      yield `The scores of run ${id} are not those that its history names.`;
  }
}

/** The state of a verdict on a cluster after each of its entries. */
const states: Readonly<Record<string, string>> = {
  'cluster-sample-drawn': 'sample',
  'cluster-verdict-asked': 'asked',
  'cluster-verdict-approved': 'approved',
  'cluster-verdict-declined': 'declined',
  'cluster-verdict-recorded': 'recorded',
};

async function* compareClusterVerdicts(snapshot: Transaction<Tables>): AsyncGenerator<string> {
  const entries = Map.groupBy(await readEntries(snapshot, 'cluster-verdict'), ({ id }) => id);
  const verdicts = await snapshot
    .selectFrom('cluster_verdicts')
    .selectAll()
    .select(exact('started_at').as('at'))
    .execute();
  yield* compare(
    'verdict on a cluster',
    new Map(
      [...entries].map(([id, ofVerdict]) => {
        const [drawn, asked] = ofVerdict;
        const last = ofVerdict.at(-1);
        const state = states[last?.kind ?? ''];
        const { by, caseId, cluster, population, size, seed, claimsHash } = drawn?.details ?? {};
        const { verdict = null, approval = null } = asked?.details ?? {};
        const recorded = state === 'recorded' ? last?.details['claims'] : 0;
        return [
          id,
          {
            by,
            at: drawn?.at,
            caseId,
            cluster,
            population,
            size,
            seed,
            claimsHash,
            state,
            verdict,
            approval,
            recorded,
          },
        ];
      }),
    ),
    new Map(
      verdicts.map(({ claim_ids: claimIds, sample_ids: sampleIds, state, ...row }) => [
        row.id,
        {
          by: row.staff_id,
          at: row.at,
          caseId: row.case_id,
          cluster: row.cluster_id,
          population: claimIds.length,
          size: sampleIds.length,
          seed: row.seed,
          claimsHash: hashDrawn([claimIds, sampleIds]),
          state,
          verdict: row.verdict,
          approval: row.approval_id,
          // While a job records it, the count has no entry.
          recorded: state === 'approved' ? 0 : row.recorded,
        },
      ]),
    ),
  );
}
