import { hash } from 'node:crypto';
import {
  ApprovalProofSchema,
  ApprovalsQuerySchema,
  ApprovalsSchema,
  ApprovedTogetherSchema,
  ApproveSchema,
  ApproveTogetherProofSchema,
  ApproveTogetherSchema,
  DeclineSchema,
} from '@redress/contract/console/approvals';
import { Type } from 'typebox';
import type { ConsoleContext } from '../context.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import { readBody } from '../../platform/http/json-body.ts';
import { consoleProblem, ProblemError, problemResponses } from '../../platform/http/problem.ts';
import { canonicalJson } from '../../platform/keys/canonical-json.ts';
import { contentOf, decideApproval, findApproval, isApprovedTogether, type StoredApproval } from './approvals.ts';
import { listApprovals } from './list-approvals.ts';
import { proofOptions, verifyPasskey } from '../sign-in/passkeys.ts';
import { requireFresh, staffOf } from '../sign-in/staff-access.ts';
import type { StaffMember } from '../sign-in/staff-sessions.ts';

/** What waits for a second person, and their decision. */
export async function approvalRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const config = { access: 'approve' } as const;
  const params = Type.Object({ id: Type.String({ format: 'uuid' }) });
  const problems = problemResponses(400, 401, 403, 404, 409, 422, 500, 503);
  const done = { 204: Type.Null(), ...problems };

  api.get(
    '/approvals',
    {
      config: { ...config, reads: 'nothing' },
      schema: {
        summary: 'Requests that need a second person: the oldest that wait, and the latest decisions',
        tags: ['console'],
        querystring: ApprovalsQuerySchema,
        response: { 200: ApprovalsSchema, ...problems },
      },
    },
    (request) => listApprovals(context, staffOf(request), request.query.kind),
  );
  api.post(
    '/approvals/proof',
    {
      config,
      schema: {
        summary: 'Options for the browser to sign several approvals at once',
        tags: ['console'],
        body: ApproveTogetherProofSchema,
        response: { 200: ApprovalProofSchema, ...problems },
      },
    },
    async (request) => {
      const person = staffOf(request);
      const { ids } = readBody(ApproveTogetherProofSchema, request);
      const approvals = await findTogether(context, person, ids);
      const options = await proofOptions(context, challengeOfAll(person, approvals), person.id);
      return { passkey: options.allowCredentials?.length ? { ...options } : null };
    },
  );
  api.post(
    '/approvals/approve',
    {
      config,
      schema: {
        summary: 'Approve several decisions about claims with one signature',
        description: 'Each is approved by itself: one that cannot be any more does not keep the others',
        tags: ['console'],
        body: ApproveTogetherSchema,
        response: { 200: ApprovedTogetherSchema, ...problems },
      },
    },
    async (request) => {
      const person = staffOf(request);
      const { ids, passkey } = readBody(ApproveTogetherSchema, request);
      const approvals = await findTogether(context, person, ids);
      await requireProof(context, person, passkey, challengeOfAll(person, approvals));
      // With the list, whoever checks the signature later finds what it covers.
      const covered = approvals.map((approval) => approval.details_hash.toString('hex'));
      const evidence = passkey ? { ...passkey, covered } : null;
      const results: { id: string; problem: string | null }[] = [];
      for (const { id } of approvals) {
        const problem = await decideApproval(context, person, id, { decision: 'approved', evidence }).then(
          () => null,
          (error: unknown) => {
            if (error instanceof ProblemError) return error.message;
            throw error;
          },
        );
        results.push({ id, problem });
      }
      return { results };
    },
  );
  api.post(
    '/approvals/:id/proof',
    {
      config,
      schema: {
        summary: 'Options for the browser to sign an approval with a passkey',
        tags: ['console'],
        params,
        response: { 200: ApprovalProofSchema, ...problems },
      },
    },
    async (request) => {
      const person = staffOf(request);
      const approval = await findApproval(context.database, context, person, request.params.id);
      const options = await proofOptions(context, challengeUse(person, approval), person.id);
      return { passkey: options.allowCredentials?.length ? { ...options } : null };
    },
  );
  api.post(
    '/approvals/:id/approve',
    {
      config,
      schema: {
        summary: 'Approve what somebody else asked for',
        description: 'With a passkey that signed the content; without any passkey, after a fresh sign-in',
        tags: ['console'],
        params,
        body: ApproveSchema,
        response: done,
      },
    },
    async (request, reply) => {
      const person = staffOf(request);
      const { passkey } = readBody(ApproveSchema, request);
      const approval = await findApproval(context.database, context, person, request.params.id);
      requireUnchanged(approval);
      await requireProof(context, person, passkey, challengeUse(person, approval));
      await decideApproval(context, person, approval.id, { decision: 'approved', evidence: passkey ?? null });
      return reply.code(204).send(null);
    },
  );
  api.post(
    '/approvals/:id/decline',
    {
      config,
      schema: { summary: 'Decline, with a reason', tags: ['console'], params, body: DeclineSchema, response: done },
    },
    async (request, reply) => {
      const reason = stripNulAndSurrogates(readBody(DeclineSchema, request).reason).trim();
      if (reason === '') {
        const message = 'Say why, so that the other person knows what to change.';
        throw new ProblemError('invalid-answers', { errors: [{ field: 'reason', rule: 'required', message }] });
      }
      await decideApproval(context, staffOf(request), request.params.id, { decision: 'declined', reason });
      return reply.code(204).send(null);
    },
  );
  api.post(
    '/approvals/:id/withdraw',
    { config, schema: { summary: 'Withdraw what one asked for', tags: ['console'], params, response: done } },
    async (request, reply) => {
      await decideApproval(context, staffOf(request), request.params.id, { decision: 'withdrawn' });
      return reply.code(204).send(null);
    },
  );
}

function challengeUse({ sessionId }: StaffMember, approval: StoredApproval) {
  return { purpose: 'approve', boundTo: `${sessionId} ${approval.id}`, covers: contentOf(approval) } as const;
}

/** The row cannot change through the server: whoever changed it wants something else approved. */
function requireUnchanged(approval: StoredApproval): void {
  if (!hash('sha256', contentOf(approval), 'buffer').equals(approval.details_hash))
    throw new Error(`The content of the approval ${approval.id} was changed`);
}

/** @throws ProblemError without a signature by one of the person’s passkeys, or a fresh sign-in */
async function requireProof(
  context: ConsoleContext,
  person: StaffMember,
  passkey: Parameters<typeof verifyPasskey>[1] | undefined,
  use: Parameters<typeof verifyPasskey>[2],
): Promise<void> {
  if (passkey) {
    const signed = await verifyPasskey(context, passkey, use);
    if (signed?.staffId !== person.id)
      throw consoleProblem(
        'sign-in-failed',
        'The approval was not signed with one of your passkeys. Nothing was approved. Try again.',
      );
  } else {
    requireFresh(person);
    if (await hasPasskeys(context, person.id)) throw new ProblemError('fresh-sign-in-required');
  }
}

/**
 * Requests that are approved with one signature, in the order of their IDs.
 * @throws ProblemError `not-found` if the person may not see one, `bad-request` if one needs its own
 */
async function findTogether(
  context: ConsoleContext,
  person: StaffMember,
  ids: readonly string[],
): Promise<StoredApproval[]> {
  const approvals: StoredApproval[] = [];
  for (const id of [...new Set(ids)].toSorted()) {
    const approval = await findApproval(context.database, context, person, id);
    if (!isApprovedTogether(approval)) throw new ProblemError('bad-request');
    requireUnchanged(approval);
    approvals.push(approval);
  }
  return approvals;
}

/** Covers the contents of all of them. */
function challengeOfAll({ sessionId }: StaffMember, approvals: readonly StoredApproval[]) {
  const covers = canonicalJson(approvals.map(contentOf));
  const ids = approvals.map(({ id }) => id).join(' ');
  return { purpose: 'approve', boundTo: `${sessionId} ${hash('sha256', ids)}`, covers } as const;
}

async function hasPasskeys({ database }: ConsoleContext, staffId: string): Promise<boolean> {
  const found = await database
    .selectFrom('staff_passkeys')
    .select('id')
    .where('staff_id', '=', staffId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
