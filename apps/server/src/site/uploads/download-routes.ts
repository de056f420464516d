import { Type } from 'typebox';
import { type ClaimDocuments, ClaimDocumentsSchema } from '@redress/contract/uploads';
import { receiptTokenHeaders, requireReceiptToken } from '../../claims/filing/claim-access.ts';
import { problemResponses } from '../../platform/http/problem.ts';
import { answerInLanguage, languageHeaders } from '../../platform/http/request-language.ts';
import type { SiteContext } from '../context.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { enforceLimit } from '../../platform/http/rate-limits.ts';
import { isUploadId } from '../../platform/storage/upload-folder.ts';
import { documentResponse, requireReleased, scanStateOf, sendDocument } from '../../claims/documents/send-document.ts';

const params = { claimNumber: Type.String() };

/** `GET /api/claims/N/documents` and `…/documents/<id>`: for the tab that filed the claim. */
export async function claimUploadRoutes(api: Api, { context }: PluginOptions<SiteContext>): Promise<void> {
  api.get(
    '/claims/:claimNumber/documents',
    {
      schema: {
        summary: 'The documents of a claim that this tab filed',
        tags: ['claims'],
        headers: Type.Object({ ...languageHeaders, ...receiptTokenHeaders }),
        params: Type.Object(params),
        response: { 200: ClaimDocumentsSchema, ...problemResponses(403, 429, 500, 503) },
      },
      exposeHeadRoute: false,
    },
    async (request, reply): Promise<ClaimDocuments> => {
      answerInLanguage(request, reply);
      const { claimNumber } = request.params;
      requireReceiptToken(context, request, claimNumber);
      await enforceLimit(context, 'data-checks-address', request.ip);
      const rows = await selectStored(context, claimNumber)
        .orderBy('stored_at')
        .orderBy('claim_documents.name')
        .execute();
      return {
        documents: rows.map((row) => ({
          id: row.id,
          name: row.name,
          size: Number(row.size),
          type: row.type ?? '',
          sha256: row.sha256?.toString('hex') ?? '',
          ...(row.stored_sha256 === null ? {} : { storedSha256: row.stored_sha256.toString('hex') }),
          received: row.stored_at?.toISOString() ?? '',
          scan: scanStateOf(row, context.isScanned),
        })),
      };
    },
  );

  api.get(
    '/claims/:claimNumber/documents/:id',
    {
      schema: {
        summary: 'Download a document of a claim that this tab filed',
        description: 'With a virus scanner, only after it was found clean; never when it contains a virus.',
        tags: ['claims'],
        headers: Type.Object({ ...languageHeaders, ...receiptTokenHeaders }),
        params: Type.Object({ ...params, id: Type.String() }),
        response: {
          200: documentResponse,
          ...problemResponses(403, 404, 409, 429, 500, 503),
        },
      },
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      answerInLanguage(request, reply);
      const { claimNumber, id } = request.params;
      requireReceiptToken(context, request, claimNumber);
      await enforceLimit(context, 'download-address', request.ip);
      const row = isUploadId(id)
        ? await selectStored(context, claimNumber).where('claim_documents.id', '=', id).executeTakeFirst()
        : undefined;
      return sendDocument(context, reply, await requireReleased(context, row));
    },
  );
}

function selectStored({ database }: SiteContext, claimNumber: string) {
  return database
    .selectFrom('claim_documents')
    .innerJoin('claims', 'claims.id', 'claim_documents.claim_id')
    .select(['claim_documents.id', 'claim_documents.name', 'type', 'size', 'sha256', 'stored_sha256', 'stored_at'])
    .select(['scan', 'storage_key'])
    .where('claims.number', '=', claimNumber)
    .where('claim_documents.status', '=', 'stored');
}
