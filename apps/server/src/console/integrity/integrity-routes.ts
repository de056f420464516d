import { integrityApi, type RandomSample } from '@redress/contract/console/integrity';
import type { FastifyRequest } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import { findClaimId } from '../claim-details/find-claim.ts';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { consoleProblem, notFound, ProblemError } from '../../platform/http/problem.ts';
import { recordRead } from '../access-log/record-read.ts';
import { casesWith, requirePermission, staffOf } from '../sign-in/staff-access.ts';
import { readFairness } from './fairness.ts';
import { addNeutralMark, withdrawNeutralMark } from './neutral-marks.ts';
import { readNeutralMarks } from './read-claim-integrity.ts';
import { claimsNamed, showIntegrity } from './show-integrity.ts';
import { recordVerdict } from './verdicts.ts';

const problems = [400, 404, 409];

/** A claim's signals, verdicts on it, neutral marks, and figures of the random sample. */
export async function integrityRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, integrityApi);
  const { database } = context;
  const find = async (request: FastifyRequest, number: string) => {
    const claim = await findClaimId(context, number, casesWith(request, 'claims'));
    requirePermission(request, 'decide', claim.case_id);
    return claim;
  };

  route('GET /claims/:number/integrity', { access: 'decide', reads: 'view', problems: [404] }, async (request) => {
    const claim = await find(request, request.params.number);
    const shown = await showIntegrity(context, staffOf(request).id, claim);
    await recordRead(context, request, {
      what: 'view',
      subject: `claim ${claim.number}`,
      resultIds: claimsNamed(shown),
    });
    return shown;
  });

  route('POST /claims/:number/verdicts', { access: 'decide', problems }, async (request) => {
    const { id: requestId, verdict, reason, clusterVerdict } = request.body;
    const claim = await find(request, request.params.number);
    requireFiled(claim);
    const { id: staffId } = staffOf(request);
    const recorded = await database.transaction().execute(async (transaction) => {
      const cluster =
        clusterVerdict === undefined ? undefined : await findSample(transaction, clusterVerdict, claim.id, staffId);
      return recordVerdict(transaction, context, {
        requestId,
        claim,
        verdict,
        reason: requireReason(reason),
        staffId,
        ...(cluster && { cluster }),
      });
    });
    if (recorded === 'judged-before')
      throw consoleProblem(
        'conflict',
        'You already recorded a finding on this claim. Findings are permanent; another person can record a second one.',
      );
  });

  route('POST /claims/:number/neutral-marks', { access: 'decide', problems }, async (request) => {
    const { id, kind, reason } = request.body;
    const claim = await find(request, request.params.number);
    requireFiled(claim);
    const mark = { id, kind, claimId: claim.id, reason: requireReason(reason), staffId: staffOf(request).id };
    const added = await database.transaction().execute((transaction) => addNeutralMark(transaction, context, mark));
    if (added === 'other')
      throw consoleProblem('conflict', 'A different mark was already saved. Reload the page to see it.');
    if (added === 'not-yet')
      throw consoleProblem(
        'conflict',
        'Links between claims are being recalculated after an update. Try again in a few minutes.',
      );
    if (added === 'nothing')
      throw consoleProblem(
        'conflict',
        kind === 'shared-place'
          ? 'No other claim shares this claim’s address, phone number, network, or browser, so there is nothing to mark.'
          : 'No other claim shares this claim’s phone number, mailbox, email domain, network, or browser, so there is nothing to mark.',
      );
  });

  route('GET /neutral-marks', { access: 'decide', reads: 'list' }, async (request) => {
    const marks = await readNeutralMarks(database, casesWith(request, 'decide'));
    const resultIds = [...new Set(marks.map(({ claim }) => claim))];
    await recordRead(context, request, { what: 'list', subject: 'neutral-marks', resultIds });
    return { marks };
  });

  route('POST /neutral-marks/:id/withdraw', { access: 'decide', problems }, async (request) => {
    const { id } = request.params;
    await database
      .selectFrom('neutral_marks')
      .select('case_id')
      .where('id', '=', id)
      .where('case_id', 'in', casesWith(request, 'decide'))
      .executeTakeFirstOrThrow(notFound);
    const staffId = staffOf(request).id;
    const isWithdrawn = await database
      .transaction()
      .execute((transaction) => withdrawNeutralMark(transaction, context, { id, staffId }));
    if (!isWithdrawn) throw consoleProblem('conflict', 'This mark was already withdrawn.');
  });

  route('GET /integrity-sample', { access: 'decide', reads: 'nothing', problems: [400, 404] }, (request) =>
    readRandomSample(database, requireCase(request, request.query.case)),
  );

  route('GET /integrity-fairness', { access: 'decide', reads: 'nothing', problems: [400, 404] }, (request) =>
    readFairness(database, context, requireCase(request, request.query.case)),
  );
}

/** A case outside the person's permissions looks like one that does not exist. */
function requireCase(request: FastifyRequest, caseId: string): string {
  if (!casesWith(request, 'decide').includes(caseId)) throw new ProblemError('not-found');
  return caseId;
}

function requireFiled({ status }: { readonly status: string }): void {
  if (status !== 'filed')
    throw consoleProblem('conflict', 'The personal data of this claim was deleted, so no finding can be recorded.');
}

/** @throws ProblemError for a blank reason */
export function requireReason(reason: string): string {
  const text = reason.trim();
  if (text === '') throw consoleProblem('bad-request', 'Enter a reason.');
  return text;
}

/** The cluster for whose sample the person gives a verdict on a claim. */
async function findSample(transaction: Transaction<Tables>, id: string, claimId: string, staffId: string) {
  const row = await transaction
    .selectFrom('cluster_verdicts')
    .select(['cluster_id', 'claim_ids', 'sample_ids'])
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  if (!row?.sample_ids.includes(claimId)) throw consoleProblem('not-found', 'This claim isn’t in one of your samples.');
  return { id: row.cluster_id, size: row.claim_ids.length };
}

/** The count stops here. */
const maxCounted = 1_000;

/**
 * Counts the claims of a case's random sample that have no verdict. Returns one of the first few at
 * random, so that two people seldom review the same claim.
 */
async function readRandomSample(database: Kysely<Tables>, caseId: string): Promise<RandomSample> {
  const { rows } = await sql<{ left: number; next: string | null }>`
    with waiting as materialized (
      select claims.number from claim_scores score join claims on claims.id = score.claim_id
      where score.case_id = ${caseId} and score.sampled and claims.status = 'filed'
        and not exists (select from claim_verdicts where claim_verdicts.claim_id = score.claim_id)
      order by score.claim_id limit ${maxCounted + 1}
    )
    select count(*)::int as left, (select number from waiting order by random() limit 1) as next from waiting`.execute(
    database,
  );
  const { left = 0, next = null } = rows[0] ?? {};
  return { left: Math.min(left, maxCounted), isExact: left <= maxCounted, next };
}
