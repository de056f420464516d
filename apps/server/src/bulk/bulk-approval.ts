import { BulkActionSchema } from '@redress/contract/console/bulk';
import { Type } from 'typebox';
import { registerApproval } from '../staff/approvals.ts';
import { bulkApproval } from './create-bulk-job.ts';
import { actionVerbs, approveBulkJob, refuseBulkJob } from './end-bulk-job.ts';

// More than a hundred claims at once take two people. The second one signs the list of claims.
registerApproval(bulkApproval, {
  permission: 'supervise',
  details: Type.Object({
    jobId: Type.String(),
    action: BulkActionSchema,
    claims: Type.Integer(),
    query: Type.Union([Type.String(), Type.Null()]),
    sha256: Type.String(),
  }),
  async describe(database, { action, claims, query, sha256 }) {
    const to =
      action.kind === 'assign'
        ? await database.selectFrom('staff').select('name').where('id', '=', action.to).executeTakeFirst()
        : undefined;
    const parts = [
      `${actionVerbs[action.kind]} ${claims.toLocaleString('en-US')} claims`,
      ...(to ? [`to ${to.name}`] : []),
      ...(action.kind === 'deficient' ? [`for ${action.reasons.join(', ')}`] : []),
      ...(query === null ? ['chosen one by one'] : query === '' ? ['of the whole list'] : [`of the list ${query}`]),
    ];
    return `${parts.join(' ')}. SHA-256 of their numbers: ${sha256}.`;
  },
  carryOut: (transaction, { now }, { id, details, decidedBy }) =>
    approveBulkJob(transaction, { jobId: details.jobId, approvalId: id, by: decidedBy, at: now() }),
  drop: (transaction, { now }, { details, askedBy, decidedBy }) =>
    refuseBulkJob(transaction, { jobId: details.jobId, by: decidedBy, isWithdrawn: askedBy === decidedBy, at: now() }),
});
