import { claimDetailsApi } from '@redress/contract/console/claim-details';

import type { FastifyRequest } from 'fastify';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { ProblemError } from '../../platform/http/problem.ts';
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
  const route = defineRoutes(api, claimDetailsApi);
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
  route(
    'POST /claims/:number/documents',
    { access: 'decide', problems: [400, 404, 409, 413, 415, 422, 429] },
    async (request) => {
      await limitPerson(context, request, 'staff-document');
      const claim = await findClaim(context, request.params.number, casesWith(request, 'claims'));
      requirePermission(request, 'decide', claim.case_id);
      await refuseBlind(context.database, claim.id, staffOf(request).id);
      await addDocument(context, request, claim);
    },
  );

  const problems = [404, 409, 429];

  route(
    'GET /claims/:number/documents/:id',
    { access: 'answers', reads: 'download', problems, exposeHeadRoute: false },
    async (request, reply) => {
      const { claim, document } = await find(request, request.params);
      await log(request, 'download', claim.number, request.params.id);
      return sendDocument(context, reply, document);
    },
  );
  route(
    'GET /claims/:number/documents/:id/preview',
    { access: 'answers', reads: 'view', problems, exposeHeadRoute: false },
    async (request, reply) => {
      const { claim, document } = await find(request, request.params);
      if (!previewTypes.has(document.type ?? '') || Number(document.size) > maxPreviewBytes)
        throw new ProblemError('unsupported-type');
      await log(request, 'view', claim.number, request.params.id);
      return sendDocument(context, reply, document);
    },
  );
}
