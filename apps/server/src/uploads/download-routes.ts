import { Type } from 'typebox';
import { type ClaimDocuments, ClaimDocumentsSchema } from '@redress/contract/uploads';
import type { Readable } from 'node:stream';
import type { ScanStatus } from '../database/tables.ts';
import { create as contentDisposition } from 'content-disposition';
import type { LocalizedText } from '../messages/problem-messages.ts';
import { receiptTokenHeaders, requireReceiptToken } from '../claims/claim-access.ts';
import { ProblemError, problemResponses } from '../http/problem.ts';
import { uploadProblems } from '../messages/upload-messages.ts';
import { answerInLanguage, languageHeaders } from '../http/request-language.ts';
import type { Api, AppContext, PluginOptions } from '../context.ts';
import { enforceLimit } from '../http/rate-limits.ts';
import { isUploadId } from '../storage/upload-folder.ts';
import { fileTypes } from './file-name.ts';

/** Why uploads with these scan statuses are never handed out, even without a scanner now. */
const withheld: Readonly<Partial<Record<ScanStatus, LocalizedText>>> = {
  infected: uploadProblems.infected,
  'unscanned-too-large': uploadProblems.tooLargeToScan,
};
/** Most scans are faster. */
const scanRetrySeconds = 5;

const params = { claimNumber: Type.String() };

/** `GET /api/claims/N/documents` and `…/documents/<id>`: for the tab that filed the claim. */
export async function claimUploadRoutes(api: Api, { context }: PluginOptions): Promise<void> {
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
          scan: row.scan === 'waiting' && !context.isScanned ? 'not-configured' : row.scan,
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
          200: {
            description: 'The stored file, with the media type of its detected type',
            content: { '*/*': { schema: Type.Unsafe<Readable>({ type: 'string', format: 'binary' }) } },
          },
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
      if (!row || !(await context.store.has(row.storage_key))) throw new ProblemError('not-found');
      const detail = withheld[row.scan];
      if (detail) throw new ProblemError('document-withheld', { detail });
      if (row.scan === 'waiting' && context.isScanned)
        throw new ProblemError('document-withheld', {}, { retryAfterSeconds: scanRetrySeconds });
      // Browsers must save the file and never display it: it may be a page or a program.
      return (
        reply
          // By detected type, not by what the claimant said. Text and types of
          // other releases have none, so they are sent as bytes.
          .type((row.type && fileTypes[row.type]?.media) ?? 'application/octet-stream')
          .header('content-length', row.size ?? '')
          .header('content-disposition', contentDisposition(row.name.toWellFormed()))
          .send(context.store.read(row.storage_key))
      );
    },
  );
}

function selectStored({ database }: AppContext, claimNumber: string) {
  return database
    .selectFrom('claim_documents')
    .innerJoin('claims', 'claims.id', 'claim_documents.claim_id')
    .select(['claim_documents.id', 'claim_documents.name', 'type', 'size', 'sha256', 'stored_sha256', 'stored_at'])
    .select(['scan', 'storage_key'])
    .where('claims.number', '=', claimNumber)
    .where('claim_documents.status', '=', 'stored');
}
