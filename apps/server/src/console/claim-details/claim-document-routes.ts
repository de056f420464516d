import { claimDetailsApi } from '@redress/contract/console/claim-details';

import type { FastifyRequest } from 'fastify';
import type { ConsoleContext } from '../context.ts';
import { describeRoute } from '../describe-route.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { ProblemError, problemResponses } from '../../platform/http/problem.ts';
import { recordRead, type StaffRead } from '../access-log/record-read.ts';
import { refuseBlind } from '../sign-in/blind-reviews.ts';
import { casesWith, requirePermission, staffOf } from '../sign-in/staff-access.ts';
import { limitPerson } from '../sign-in/staff-limits.ts';
import { isUploadId } from '../../platform/storage/upload-folder.ts';
import { requireReleased, sendDocument } from '../../claims/documents/send-document.ts';
import { addDocument } from './add-document.ts';
import { findClaim, findClaimId } from './find-claim.ts';
import { maxPreviewBytes, previewTypes } from './read-documents.ts';

/**
 * `GET /api/console/claims/:number/documents/:id` downloads a document, and `…/preview` has the
 * bytes for the console's sandboxed frame. Both follow the rule for claimants' own downloads.
 */
export async function claimDocumentRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const find = async (request: FastifyRequest, { number, id }: { readonly number: string; readonly id: string }) => {
    await limitPerson(context, request, 'staff-document');
    const claim = await findClaimId(context, number, casesWith(request, 'answers'));
    const document = isUploadId(id)
      ? await context.database
          .selectFrom('claim_documents')
          .select(['name', 'type', 'size', 'scan', 'storage_key'])
          .where('id', '=', id)
          .where('claim_id', '=', claim.id)
          .where('status', '=', 'stored')
          .executeTakeFirst()
      : undefined;
    return { claim, document: await requireReleased(context, document) };
  };
  const log = (request: FastifyRequest, what: StaffRead['what'], number: string, id: string) =>
    recordRead(context, request, { what, subject: `claim ${number}`, resultIds: [`document ${id}`] });
  api.route({
    ...describeRoute(
      claimDetailsApi,
      'POST /claims/:number/documents',
      problemResponses(400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503),
    ),
    config: { access: 'decide' },
    handler: async (request, reply) => {
      await limitPerson(context, request, 'staff-document');
      const claim = await findClaim(context, request.params.number, casesWith(request, 'claims'));
      requirePermission(request, 'decide', claim.case_id);
      await refuseBlind(context.database, claim.id, staffOf(request).id);
      await addDocument(context, request, claim);
      return reply.code(204).send(null);
    },
  });

  const problems = problemResponses(401, 403, 404, 409, 429, 500, 503);

  api.route({
    ...describeRoute(claimDetailsApi, 'GET /claims/:number/documents/:id', problems),
    config: { access: 'answers', reads: 'download' },
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { claim, document } = await find(request, request.params);
      await log(request, 'download', claim.number, request.params.id);
      return sendDocument(context, reply, document);
    },
  });
  api.route({
    ...describeRoute(claimDetailsApi, 'GET /claims/:number/documents/:id/preview', problems),
    config: { access: 'answers', reads: 'view' },
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { claim, document } = await find(request, request.params);
      if (!previewTypes.has(document.type ?? '') || Number(document.size) > maxPreviewBytes)
        throw new ProblemError('unsupported-type');
      await log(request, 'view', claim.number, request.params.id);
      return sendDocument(context, reply, document);
    },
  });
}
