import {
  AddNeutralMarkSchema,
  IntegrityFairnessSchema,
  NeutralMarksSchema,
  RandomSampleSchema,
  RecordVerdictSchema,
  ShownIntegritySchema,
} from '@redress/contract/console/integrity';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { Type } from 'typebox';
import { findClaimId } from '../claim-details/find-claim.ts';
import { readHiddenReason } from '../sign-in/blind-reviews.ts';
import type { ConsoleContext } from '../context.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { readBody } from '../../platform/http/json-body.ts';
import { consoleProblem, ProblemError, problemResponses } from '../../platform/http/problem.ts';
import { recordRead } from '../access-log/record-read.ts';
import { casesWith, requirePermission, staffOf } from '../sign-in/staff-access.ts';
import { readFairness } from './fairness.ts';
import { addNeutralMark, withdrawNeutralMark } from './neutral-marks.ts';
import { readRandomSample } from './random-sample.ts';
import { readClaimIntegrity, readNeutralMarks } from './read-claim-integrity.ts';
import { recordVerdict } from './verdicts.ts';

const tags = ['console'];
const params = Type.Object({ number: Type.String({ maxLength: 40 }) });
const querystring = Type.Object({ case: Type.String({ maxLength: 100 }) });
const done = { 204: Type.Null(), ...problemResponses(400, 401, 403, 404, 409, 500, 503) };

/** What speaks for and against a claim, verdicts on it, neutral marks, and figures of the random sample. */
export async function integrityRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const { database } = context;
  const find = async (request: FastifyRequest, number: string) => {
    const claim = await findClaimId(context, number, casesWith(request, 'claims'));
    requirePermission(request, 'decide', claim.case_id);
    return claim;
  };

  api.get(
    '/claims/:number/integrity',
    {
      config: { access: 'decide', reads: 'view' },
      schema: {
        summary: 'Signals of a claim with their evidence, its scores, cluster and verdicts',
        tags,
        params,
        response: { 200: ShownIntegritySchema, ...problemResponses(401, 403, 404, 500, 503) },
      },
    },
    async (request) => {
      const claim = await find(request, request.params.number);
      const hidden = await readHiddenReason(database, claim.id, staffOf(request).id);
      if (hidden !== null) {
        await recordRead(context, request, { what: 'view', subject: `claim ${claim.number}` });
        return { hidden, integrity: null };
      }
      const integrity = await readClaimIntegrity(database, context, { id: claim.id, caseId: claim.case_id });
      const named = [integrity.links, integrity.neutralMarks].flat().map((each) => each.claim);
      const inEvidence = [integrity.duplicate, integrity.machine].flatMap(({ signals }) =>
        signals.flatMap(({ claims }) => claims),
      );
      const resultIds = [...new Set([...named, ...inEvidence])];
      await recordRead(context, request, { what: 'view', subject: `claim ${claim.number}`, resultIds });
      return { hidden, integrity };
    },
  );

  api.post(
    '/claims/:number/verdicts',
    {
      config: { access: 'decide' },
      schema: {
        summary: 'Record what somebody found out about a claim',
        description: 'Nothing is decided by it. A verdict of another person before makes it a second one.',
        tags,
        params,
        body: RecordVerdictSchema,
        response: done,
      },
    },
    async (request, reply) => {
      const { id: requestId, verdict, reason, clusterVerdict } = readBody(RecordVerdictSchema, request);
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
          'You gave a verdict on this claim before. A verdict never changes; another person can give a second one.',
        );
      return reply.code(204).send(null);
    },
  );

  api.post(
    '/claims/:number/neutral-marks',
    {
      config: { access: 'decide' },
      schema: {
        summary: 'Mark what a claim shares with others as that of a shared place or a known helper',
        tags,
        params,
        body: AddNeutralMarkSchema,
        response: done,
      },
    },
    async (request, reply) => {
      const { id, kind, reason } = readBody(AddNeutralMarkSchema, request);
      const claim = await find(request, request.params.number);
      requireFiled(claim);
      const mark = { id, kind, claimId: claim.id, reason: requireReason(reason), staffId: staffOf(request).id };
      const added = await database.transaction().execute((transaction) => addNeutralMark(transaction, context, mark));
      if (added === 'not-yet')
        throw consoleProblem(
          'conflict',
          'After an update, what claims have in common is being computed anew. Try again in some minutes.',
        );
      if (added === 'nothing')
        throw consoleProblem(
          'conflict',
          kind === 'shared-place'
            ? 'No other claim has this claim’s address, phone number, network or browser, so there is nothing to mark.'
            : 'No other claim has this claim’s phone number, mailbox, email domain, network or browser, so there is nothing to mark.',
        );
      return reply.code(204).send(null);
    },
  );

  api.get(
    '/neutral-marks',
    {
      config: { access: 'decide', reads: 'list' },
      schema: {
        summary: 'Shared places and known helpers',
        tags,
        response: { 200: NeutralMarksSchema, ...problemResponses(401, 403, 500, 503) },
      },
    },
    async (request) => {
      const marks = await readNeutralMarks(database, casesWith(request, 'decide'));
      const resultIds = [...new Set(marks.map(({ claim }) => claim))];
      await recordRead(context, request, { what: 'list', subject: 'neutral-marks', resultIds });
      return { marks };
    },
  );

  api.post(
    '/neutral-marks/:id/withdraw',
    {
      config: { access: 'decide' },
      schema: {
        summary: 'Withdraw a neutral mark: what it covered counts again',
        tags,
        params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
        response: done,
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const mark = await database
        .selectFrom('neutral_marks')
        .select('case_id')
        .where('id', '=', id)
        .where('case_id', 'in', casesWith(request, 'decide'))
        .executeTakeFirst();
      if (!mark) throw new ProblemError('not-found');
      const staffId = staffOf(request).id;
      const isWithdrawn = await database
        .transaction()
        .execute((transaction) => withdrawNeutralMark(transaction, context, { id, staffId }));
      if (!isWithdrawn) throw consoleProblem('conflict', 'Somebody withdrew this mark already.');
      return reply.code(204).send(null);
    },
  );

  api.get(
    '/integrity-sample',
    {
      config: { access: 'decide', reads: 'nothing' },
      schema: {
        summary: 'The next claim of the random sample without a verdict, and how many there are',
        tags,
        querystring,
        response: { 200: RandomSampleSchema, ...problemResponses(400, 401, 403, 404, 500, 503) },
      },
    },
    (request) => readRandomSample(database, requireCase(request, request.query.case)),
  );

  api.get(
    '/integrity-fairness',
    {
      config: { access: 'decide', reads: 'nothing' },
      schema: {
        summary: 'Among claims that were found genuine, how many had a flag, by group',
        tags,
        querystring,
        response: { 200: IntegrityFairnessSchema, ...problemResponses(400, 401, 403, 404, 500, 503) },
      },
    },
    (request) => readFairness(database, context, requireCase(request, request.query.case)),
  );
}

/** A case of somebody else and one that does not exist look the same. */
function requireCase(request: FastifyRequest, caseId: string): string {
  if (!casesWith(request, 'decide').includes(caseId)) throw new ProblemError('not-found');
  return caseId;
}

function requireFiled({ status }: { readonly status: string }): void {
  if (status !== 'filed')
    throw consoleProblem(
      'conflict',
      'The personal data of this claim was deleted, so it cannot get a verdict any more.',
    );
}

/** @throws ProblemError for a reason of blanks */
export function requireReason(reason: string): string {
  const text = reason.trim();
  if (text === '') throw consoleProblem('bad-request', 'Write a reason.');
  return text;
}

/** The cluster in whose sample somebody gives a verdict on a claim. */
async function findSample(transaction: Transaction<Tables>, id: string, claimId: string, staffId: string) {
  const row = await transaction
    .selectFrom('cluster_verdicts')
    .select(['cluster_id', 'claim_ids', 'sample_ids'])
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  if (!row?.sample_ids.includes(claimId)) throw consoleProblem('not-found', 'This claim is not in a sample of yours.');
  return { id: row.cluster_id, size: row.claim_ids.length };
}
