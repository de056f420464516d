import { Metadata, TUS_RESUMABLE } from '@tus/utils';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { type UploadResult, UploadResultSchema } from '@redress/contract/uploads';
import { type ChosenTable, dateOrders, decimalMarks } from '@redress/datafiles/report';
import { membershipColumns, purchaseColumns, tableKinds } from '@redress/datafiles/rules';
import type { SiteContext } from '../context.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { ProblemError, problemResponses } from '../../platform/http/problem.ts';
import { enforceLimit } from '../../platform/http/rate-limits.ts';
import { answerInLanguage, languageHeaders } from '../../platform/http/request-language.ts';
import { uploadProblems } from '../../claims/documents/upload-messages.ts';
import { cleanFileName } from '../../claims/documents/file-name.ts';
import { createChunkReceiver } from './receive-chunk.ts';
import {
  claimUploadFiles,
  type DeclaredFile,
  createUpload,
  deleteUnfinished,
  findUpload,
} from './unfinished-uploads.ts';
import { authorizeUpload } from './authorize-upload.ts';
import { refusalProblem, refusedResult } from './upload-results.ts';

/** Maximum characters of JSON. */
const maxChosenLength = 8 * 1024;
/** No real workbook has more sheets, and no sheet has more columns. */
const maxTables = 200;
const maxColumns = 16_384;

const columnNumber = Type.Optional(Type.Integer({ minimum: 0, maximum: maxColumns }));
const ChosenTableSchema = Type.Unsafe<ChosenTable>(
  Type.Object(
    {
      table: Type.Integer({ minimum: 0, maximum: maxTables }),
      kind: Type.Enum([...tableKinds, 'none']),
      columns: Type.Object(
        Object.fromEntries([...purchaseColumns, ...membershipColumns].map((key) => [key, columnNumber])),
        { additionalProperties: false },
      ),
      dates: Type.Optional(Type.Enum([...dateOrders])),
      decimals: Type.Optional(Type.Enum([...decimalMarks])),
    },
    { additionalProperties: false },
  ),
);
const ChosenTablesSchema = Type.Array(ChosenTableSchema, { maxItems: maxTables });

const tags = ['uploads'];
const params = Type.Object({ id: Type.String() });
const problems = problemResponses(400, 403, 404, 429, 500, 503);
const noContent = (description: string) => Type.Unsafe<undefined>({ type: 'null', description });

/**
 * `/api/uploads`: resumable uploads (tus 1.0.0) for the browser that filed the claim. Other
 * browsers get `not-found`. The bytes that have arrived are the file in the upload folder.
 */
export async function resumableUploadRoutes(api: Api, { context }: PluginOptions<SiteContext>): Promise<void> {
  const chunks = createChunkReceiver(api, context, claimUploadFiles(context));

  api.post(
    '/uploads',
    {
      schema: {
        summary: 'Create a resumable upload for a claim (tus 1.0.0)',
        description:
          'For the browser that filed the claim. `Upload-Metadata` has `claimnumber`, `filename`, and optionally `key`, with which creating the same upload can safely be repeated, and `chosen`: how the tables of a data file are to be read (columns, order of dates, decimal mark), as JSON. The chunks are sent by `PATCH` to the address in `Location`.',
        tags,
        headers: Type.Object({
          ...languageHeaders,
          'tus-resumable': Type.Optional(Type.String()),
          'upload-length': Type.Optional(Type.String({ description: 'Bytes' })),
          'upload-metadata': Type.Optional(Type.String()),
        }),
        response: {
          201: noContent('`Location` is the address for its chunks'),
          ...problems,
          ...problemResponses(413, 415, 422),
        },
      },
    },
    async (request, reply) => {
      const language = answerInLanguage(request, reply);
      void reply.header('tus-resumable', TUS_RESUMABLE);
      if (request.headers['content-type'] !== undefined) throw new ProblemError('unsupported-type');
      const { claimNumber, file } = readDeclaration(request);
      if (!context.cookies.hasFiled(request, claimNumber, context.now())) throw new ProblemError('not-your-claim');
      const { claim, item } = await authorizeUpload(context, request, claimNumber, file.size);
      const created = await createUpload(context, claim, item, file);
      if ('reason' in created) throw refusalProblem([refusedResult(created, item, language)]);
      return reply.code(201).header('location', `/api/uploads/${created.id}`).send(undefined);
    },
  );

  api.route({
    method: ['HEAD', 'PATCH', 'DELETE'],
    url: '/uploads/:id',
    schema: {
      summary: 'Continue an upload, find out how many bytes of it have arrived, or delete it (tus 1.0.0)',
      description:
        '`PATCH` sends the next chunk as `application/offset+octet-stream`. With `Upload-Checksum` it is refused: the result has the SHA-256.',
      tags,
      headers: Type.Object({
        ...languageHeaders,
        'tus-resumable': Type.Optional(Type.String({ description: '`1.0.0`' })),
        'upload-offset': Type.Optional(Type.String({ description: 'For `PATCH`: where the chunk begins, in bytes' })),
      }),
      params,
      response: {
        200: noContent('For `HEAD`: `Upload-Offset` and `Upload-Length`'),
        204: noContent('For `PATCH`: `Upload-Offset` is how many bytes have arrived. For `DELETE`: it is deleted'),
        ...problems,
        ...problemResponses(409, 413, 415),
        412: {
          description: '`Tus-Version` is the version to use',
          content: { 'text/plain': { schema: Type.String() } },
        },
      },
    },
    config: { swagger: { exposeHeadRoute: true } },
    async handler(request, reply) {
      answerInLanguage(request, reply);
      await enforceLimit(context, 'upload-pieces-address', request.ip);
      const upload = await findUpload(context, request, request.params.id);
      // Tells clients of other protocol versions which one we speak (tus 1.0.0, "Tus-Version").
      if (request.headers['tus-resumable'] !== TUS_RESUMABLE)
        return reply
          .code(412)
          .header('tus-version', TUS_RESUMABLE)
          .type('text/plain; charset=utf-8')
          .send('Tus-Resumable Required\n');
      // A client that sends a checksum would take our 204 as proof that it matched.
      if ('upload-checksum' in request.headers || /\bupload-checksum\b/i.test(request.headers.trailer ?? ''))
        throw new ProblemError('bad-request');
      void reply.header('tus-resumable', TUS_RESUMABLE);
      if (request.method === 'PATCH')
        return reply
          .code(204)
          .header('upload-offset', await chunks.receive(request, upload))
          .send(undefined);
      // A browser often returns before its broken connection is noticed.
      chunks.stop(upload.id);
      if (request.method === 'DELETE') {
        if (await deleteUnfinished(context, upload.id)) return reply.code(204).send(undefined);
        // A complete upload belongs to its claim.
        throw new ProblemError('bad-request', { detail: uploadProblems.alreadyComplete });
      }
      const metadata = { claimnumber: upload.claimNumber, filename: upload.name };
      return reply
        .header('upload-offset', await chunks.readOffset(upload))
        .header('upload-length', upload.size)
        .header('upload-metadata', Metadata.stringify(metadata))
        .send(undefined);
    },
  });

  api.get(
    '/uploads/:id/result',
    {
      schema: {
        summary: 'The result of a resumable upload',
        tags,
        headers: Type.Object(languageHeaders),
        params,
        response: { 200: UploadResultSchema, ...problems },
      },
      exposeHeadRoute: false,
    },
    async (request): Promise<UploadResult> => {
      await enforceLimit(context, 'upload-results-address', request.ip);
      const upload = await findUpload(context, request, request.params.id);
      if (upload.result) return { state: 'done', file: upload.result };
      return { state: upload.status === 'arriving' ? 'arriving' : 'joining' };
    },
  );
}

function readDeclaration({ headers }: FastifyRequest): { readonly claimNumber: string; readonly file: DeclaredFile } {
  const { 'tus-resumable': version, 'upload-length': length, 'upload-metadata': metadata } = headers;
  try {
    if (version !== TUS_RESUMABLE || !/^\d{1,15}$/.test(String(length))) throw new Error('No version or length');
    const { claimnumber: claimNumber, filename, chosen, key } = Metadata.parse(String(metadata));
    if (typeof claimNumber !== 'string' || typeof filename !== 'string') throw new Error('No claim or name');
    const file = { name: cleanFileName(filename), size: Number(length) };
    return {
      claimNumber,
      file: { ...file, ...(chosen && { chosen: parseChosenTables(chosen) }), ...(key && { key }) },
    };
  } catch (error) {
    throw new ProblemError('bad-request', {}, { cause: error });
  }
}

/** Parses the claimant's choice of how tables are read. Throws unless it is `ChosenTable[]`. */
export function parseChosenTables(text: string): readonly ChosenTable[] {
  const parsed: unknown = text.length > maxChosenLength ? undefined : JSON.parse(text);
  if (!Check(ChosenTablesSchema, parsed)) throw new Error('An invalid choice of tables');
  return parsed;
}
