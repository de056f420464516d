import { Metadata, TUS_RESUMABLE } from '@tus/utils';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { type UploadResult, UploadResultSchema } from '@redress/contract/uploads';
import { type ChosenTable, dateOrders, decimalMarks } from '@redress/datafiles/report';
import { membershipColumns, purchaseColumns, tableKinds } from '@redress/datafiles/rules';
import type { Api, PluginOptions } from '../context.ts';
import { ProblemError, problemResponses } from '../http/problem.ts';
import { enforceLimit } from '../http/rate-limits.ts';
import { answerInLanguage, languageHeaders } from '../http/request-language.ts';
import { uploadProblems } from '../messages/upload-messages.ts';
import { cleanFileName } from './file-name.ts';
import { type DeclaredFile, createUpload, findUpload } from './unfinished-uploads.ts';
import { authorizeUpload } from './authorize-upload.ts';
import { createProblem } from './upload-results.ts';

/** Characters of JSON. */
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
const problems = problemResponses(400, 403, 404, 429, 500, 503);
const noContent = (description: string) => Type.Unsafe<undefined>({ type: 'null', description });

/**
 * `/api/uploads`: resumable uploads (tus 1.0.0) for the browser that filed the claim; for any
 * other, they do not exist.
 */
export async function resumableUploadRoutes(api: Api, { context }: PluginOptions): Promise<void> {
  api.post(
    '/uploads',
    {
      schema: {
        summary: 'Create a resumable upload for a claim (tus 1.0.0)',
        description:
          'For the browser that filed the claim. `Upload-Metadata` has `claimnumber`, `filename`, and optionally `chosen`: how the tables of a data file are to be read (columns, order of dates, decimal mark), as JSON. The chunks are sent by `PATCH` to the address in `Location`.',
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
      if (!context.cookies.hasFiled(request, claimNumber)) throw new ProblemError('not-your-claim');
      const { claim, item } = await authorizeUpload(context, request, claimNumber, file.size);
      const created = await createUpload(context, claim, item, file);
      if ('refusal' in created) throw createProblem(file.name, created.refusal, item, language);
      return reply.code(201).header('location', `/api/uploads/${created.id}`).send(undefined);
    },
  );

  api.get(
    '/uploads/:id/result',
    {
      schema: {
        summary: 'The result of a resumable upload',
        tags,
        headers: Type.Object(languageHeaders),
        params: Type.Object({ id: Type.String() }),
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

function readDeclaration(request: FastifyRequest): { readonly claimNumber: string; readonly file: DeclaredFile } {
  const { 'tus-resumable': version, 'upload-length': length, 'upload-metadata': metadata } = request.headers;
  const invalid = (cause?: unknown) =>
    new ProblemError('bad-request', { detail: uploadProblems.invalidCreation }, { cause });
  if (version !== TUS_RESUMABLE || typeof length !== 'string' || typeof metadata !== 'string') throw invalid();
  if (!/^\d{1,15}$/.test(length)) throw invalid();
  let values: Readonly<Record<string, string | null>>;
  try {
    values = Metadata.parse(metadata);
  } catch (error) {
    throw invalid(error);
  }
  const { claimnumber: claimNumber, filename, chosen } = values;
  if (typeof claimNumber !== 'string' || typeof filename !== 'string') throw invalid();
  const file = { name: cleanFileName(filename), size: Number(length) };
  const tables = typeof chosen === 'string' ? parseChosenTables(chosen) : null;
  if (tables === undefined) throw invalid();
  return { claimNumber, file: { ...file, ...(tables && { chosen: tables }) } };
}

/** Parses how the claimant wants tables read. `undefined` for anything but `ChosenTable[]`. */
export function parseChosenTables(text: string): readonly ChosenTable[] | undefined {
  if (text.length > maxChosenLength) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  return Check(ChosenTablesSchema, parsed) ? parsed : undefined;
}
