import { hash } from 'node:crypto';
import { approvalsApi } from '@redress/contract/console/approvals';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import { consoleProblem, invalidField, ProblemError } from '../../platform/http/problem.ts';
import { canonicalJson } from '../../platform/keys/canonical-json.ts';
import { contentOf, findApproval, isApprovedTogether, requireContent, type StoredApproval } from './approvals.ts';
import { decideApproval } from './decide-approval.ts';
import { listApprovals } from './list-approvals.ts';
import { proofOptions, verifyPasskey } from '../sign-in/passkeys.ts';
import { requireFresh, staffOf } from '../sign-in/staff-access.ts';
import type { StaffMember } from '../sign-in/staff-sessions.ts';

/** Requests that need a second person, and the decisions about them. */
export async function approvalRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, approvalsApi);
  const config = { access: 'approve', problems: [400, 404, 409, 422] } as const;

  // People who may not approve see their own requests, and can withdraw them.
  route('GET /approvals', { ...config, access: 'signed-in', reads: 'nothing' }, (request) =>
    listApprovals(context, staffOf(request), request.query.kind),
  );
  route('POST /approvals/proof', config, async (request) => {
    const person = staffOf(request);
    const { ids } = request.body;
    const approvals = await findTogether(context, person, ids);
    const options = await proofOptions(context, challengeOfAll(person, approvals), person.id);
    return { passkey: options.allowCredentials?.length ? { ...options } : null };
  });
  route('POST /approvals/approve', config, async (request) => {
    const person = staffOf(request);
    const { ids, passkey } = request.body;
    const approvals = await findTogether(context, person, ids);
    await requireProof(context, person, passkey, challengeOfAll(person, approvals));
    // With this list, anyone who verifies the signature later finds its content.
    const covered = approvals.map((approval) => approval.details_hash.toString('hex'));
    const evidence = passkey ? { ...passkey, covered } : null;
    const results: { id: string; problem: string | null }[] = [];
    for (const { id, details_hash: contentHash } of approvals) {
      const problem = await decideApproval(context, person, id, { decision: 'approved', evidence, contentHash }).then(
        () => null,
        (error: unknown) => {
          if (error instanceof ProblemError) return error.message;
          throw error;
        },
      );
      results.push({ id, problem });
    }
    return { results };
  });
  route('POST /approvals/:id/proof', config, async (request) => {
    const person = staffOf(request);
    const approval = await findApproval(context.database, context, person, request.params.id);
    const options = await proofOptions(context, challengeUse(person, approval), person.id);
    return { passkey: options.allowCredentials?.length ? { ...options } : null };
  });
  route('POST /approvals/:id/approve', config, async (request) => {
    const person = staffOf(request);
    const { passkey } = request.body;
    const approval = await findApproval(context.database, context, person, request.params.id);
    requireContent(approval, approval.details_hash);
    await requireProof(context, person, passkey, challengeUse(person, approval));
    const approved = { decision: 'approved', evidence: passkey ?? null, contentHash: approval.details_hash } as const;
    await decideApproval(context, person, approval.id, approved);
  });
  route('POST /approvals/:id/decline', config, async (request) => {
    const reason = stripNulAndSurrogates(request.body.reason).trim();
    if (reason === '')
      throw invalidField('reason', 'required', 'Give a reason, so the requester knows what to change.');
    await decideApproval(context, staffOf(request), request.params.id, { decision: 'declined', reason });
  });
  route('POST /approvals/:id/withdraw', { ...config, access: 'signed-in' }, async (request) => {
    await decideApproval(context, staffOf(request), request.params.id, { decision: 'withdrawn' });
  });
}

function challengeUse({ sessionId }: StaffMember, approval: StoredApproval) {
  return { purpose: 'approve', boundTo: `${sessionId} ${approval.id}`, covers: contentOf(approval) } as const;
}

/** @throws ProblemError without a fresh sign-in or a signature by one of the person's passkeys */
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
 * Finds requests that are approved with one signature, in the order of their IDs.
 * @throws ProblemError `not-found` if the person may not see one, `bad-request` if one needs its
 *   own signature
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
    requireContent(approval, approval.details_hash);
    approvals.push(approval);
  }
  return approvals;
}

/** The challenge covers the content of every request. */
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
