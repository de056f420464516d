import { hash } from 'node:crypto';
import {
  type Approval,
  ApprovalProofSchema,
  ApprovalsSchema,
  ApproveSchema,
  DeclineSchema,
} from '@redress/contract/console/approvals';
import { Type } from 'typebox';
import type { Api, AppContext, PluginOptions } from '../context.ts';
import { storableText } from '../database/storable-text.ts';
import { readBody } from '../http/json-body.ts';
import { consoleProblem, ProblemError, problemResponses } from '../http/problem.ts';
import {
  contentOf,
  decideApproval,
  describeApproval,
  findApproval,
  mayDecide,
  maySee,
  type StoredApproval,
} from './approvals.ts';
import { proofOptions, verifyPasskey } from './passkeys.ts';
import { staffOf } from './staff-access.ts';
import type { StaffMember } from './staff-sessions.ts';

/** More would be a list for the access log. */
const maxDecided = 100;

/** What waits for a second person, and their decision. */
export async function approvalRoutes(api: Api, { context }: PluginOptions): Promise<void> {
  const config = { access: 'approve' } as const;
  const params = Type.Object({ id: Type.String({ format: 'uuid' }) });
  const problems = problemResponses(400, 401, 403, 404, 409, 422, 500, 503);
  const done = { 204: Type.Null(), ...problems };

  api.get(
    '/approvals',
    {
      config: { ...config, reads: 'nothing' },
      schema: {
        summary: 'Requests that need a second person: all that wait, and the latest decisions',
        tags: ['console'],
        response: { 200: ApprovalsSchema, ...problems },
      },
    },
    async (request) => ({ approvals: await listApprovals(context, staffOf(request)) }),
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
      // The row cannot change through the server: whoever changed it wants something else approved.
      if (!hash('sha256', contentOf(approval), 'buffer').equals(approval.details_hash))
        throw new Error(`The content of the approval ${approval.id} was changed`);
      if (passkey) {
        const signed = await verifyPasskey(context, passkey, challengeUse(person, approval));
        if (signed?.staffId !== person.id)
          throw consoleProblem(
            'sign-in-failed',
            'The approval was not signed with one of your passkeys. Nothing was approved. Try again.',
          );
      } else if (!person.isFresh || (await hasPasskeys(context, person.id))) {
        throw new ProblemError('fresh-sign-in-required');
      }
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
      const reason = storableText(readBody(DeclineSchema, request).reason).trim();
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

async function hasPasskeys({ database }: AppContext, staffId: string): Promise<boolean> {
  const found = await database
    .selectFrom('staff_passkeys')
    .select('id')
    .where('staff_id', '=', staffId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

async function listApprovals(context: AppContext, person: StaffMember): Promise<Approval[]> {
  const { database } = context;
  const approvals = database
    .selectFrom('approvals')
    .innerJoin('staff as asker', 'asker.id', 'asked_by')
    .leftJoin('staff as decider', 'decider.id', 'decided_by')
    .selectAll('approvals')
    .select(['asker.name as askerName', 'decider.name as deciderName']);
  const waiting = approvals.where('decision', 'is', null).orderBy('asked_at');
  const decided = approvals.where('decision', 'is not', null).orderBy('decided_at', 'desc').limit(maxDecided);
  const all = [...(await waiting.execute()), ...(await decided.execute())];
  const visible = all.filter((approval) => maySee(context, person, approval));
  return Promise.all(
    visible.map(async (approval) => ({
      id: approval.id,
      what: await describeApproval(database, approval),
      reason: approval.reason,
      askedBy: approval.askerName,
      askedAt: approval.asked_at.toISOString(),
      isOwn: approval.asked_by === person.id,
      mayDecide: mayDecide(context, person, approval),
      decision: approval.decision,
      decidedBy: approval.deciderName,
      decidedAt: approval.decided_at?.toISOString() ?? null,
      decisionReason: approval.decision_reason,
    })),
  );
}
