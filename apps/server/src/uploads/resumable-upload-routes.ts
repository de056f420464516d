import { Metadata, TUS_RESUMABLE } from '@tus/utils';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { type UploadResult, UploadResultSchema } from '@redress/contract/uploads';
import type { Language } from '@redress/contract/language';
import { type ChosenTable, dateOrders, decimalMarks } from '@redress/datafiles/report';
import { membershipColumns, purchaseColumns, tableKinds } from '@redress/datafiles/rules';
import type { DocumentsItem } from '@redress/forms/definition';
import type { Api, AppContext, PluginOptions } from '../context.ts';
import { ProblemError, problemResponses } from '../http/problem.ts';
import { enforceLimit } from '../http/rate-limits.ts';
import { answerInLanguage, languageHeaders } from '../http/request-language.ts';
import { uploadProblems } from '../messages/upload-messages.ts';
import { cleanFileName } from './file-name.ts';
import { tusHandler } from './tus-server.ts';
import { type CreateResult, type DeclaredFile, createUpload } from './unfinished-uploads.ts';
import { diskFullRetrySeconds } from './upload-limits.ts';
import { authorizeUpload } from './authorize-upload.ts';
import { isUploadId } from '../storage/upload-folder.ts';
import { refusalMessage } from './upload-results.ts';

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
const params = Type.Object({ id: Type.String() });
const problems = problemResponses(400, 403, 404, 429, 500, 503);
const noContent = (description: string) => Type.Unsafe<undefined>({ type: 'null', description });

/**
 * `/api/uploads`: resumable uploads (tus 1.0.0) for the browser that filed the claim; for any
 * other, they do not exist. This file creates uploads; the tus library receives their chunks
 * (`tus-server.ts`).
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
      if (created.outcome !== 'created') throw toCreateProblem(created, item, file.name, language);
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

  addChunkRoutes(api, context);
}

const tusHeaders = { ...languageHeaders, 'tus-resumable': Type.Optional(Type.String({ description: '`1.0.0`' })) };
const chunkProblems = {
  ...problems,
  412: { description: '`Tus-Version` is the version to use', content: { 'text/plain': { schema: Type.String() } } },
};
const chunkSchemas = {
  HEAD: {
    summary: 'How many bytes of an upload have arrived (tus 1.0.0)',
    headers: Type.Object(tusHeaders),
    response: { 200: noContent('`Upload-Offset` and `Upload-Length`'), ...chunkProblems },
  },
  PATCH: {
    summary: 'The next chunk of an upload (tus 1.0.0)',
    description: 'The body is bytes, as `application/offset+octet-stream`. With `Upload-Checksum` it is refused.',
    headers: Type.Object({
      ...tusHeaders,
      'upload-offset': Type.Optional(Type.String({ description: 'Where the chunk begins, in bytes' })),
    }),
    response: {
      204: noContent('`Upload-Offset` is how many bytes have arrived'),
      ...chunkProblems,
      ...problemResponses(409, 413, 415),
    },
  },
  DELETE: {
    summary: 'Delete an incomplete upload (tus 1.0.0)',
    headers: Type.Object(tusHeaders),
    response: { 204: noContent('It is deleted'), ...chunkProblems },
  },
};

/** In their own scope, so that only their bodies stay unparsed. */
function addChunkRoutes(api: Api, context: AppContext): void {
  const handle = tusHandler(api, context);
  void api.register((scope, _options, done) => {
    scope.addHook('onSend', (request, reply, payload, next) => {
      // Otherwise Node would read the rest of a refused body to keep the connection.
      if (reply.statusCode >= 400 && !request.raw.readableEnded) void reply.header('connection', 'close');
      next(null, payload);
    });
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _body, parsed) => parsed(null));
    for (const method of ['HEAD', 'PATCH', 'DELETE'] as const) {
      scope.route<{ Params: { id: string } }>({
        method,
        url: '/uploads/:id',
        schema: { ...chunkSchemas[method], tags, params },
        config: { swagger: { exposeHeadRoute: true } },
        async handler(request, reply) {
          answerInLanguage(request, reply);
          await enforceLimit(context, 'upload-pieces-address', request.ip);
          await findUpload(context, request, request.params.id);
          return handle(request, reply, request.params.id);
        },
      });
    }
    done();
  });
}

async function findUpload(context: Pick<AppContext, 'database' | 'cookies'>, request: FastifyRequest, id: string) {
  if (!isUploadId(id)) throw new ProblemError('not-found');
  const upload = await context.database
    .selectFrom('uploads')
    .innerJoin('claims', 'claims.id', 'uploads.claim_id')
    .select(['uploads.status', 'uploads.result', 'claims.number'])
    .where('uploads.id', '=', id)
    .executeTakeFirst();
  if (!upload || !context.cookies.hasFiled(request, upload.number)) throw new ProblemError('not-found');
  return upload;
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
  if (chosen === undefined || chosen === null) return { claimNumber, file };
  const tables = parseChosenTables(chosen);
  if (tables === undefined) throw invalid();
  return { claimNumber, file: { ...file, chosen: tables } };
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

function toCreateProblem(
  created: Exclude<CreateResult, { outcome: 'created' }>,
  item: DocumentsItem,
  name: string,
  language: Language,
): ProblemError {
  switch (created.outcome) {
    case 'too-much-at-once':
      return new ProblemError('too-large', { detail: uploadProblems.tooMuchAtOnce });
    case 'disk-full':
      return new ProblemError(
        'unavailable',
        { detail: uploadProblems.diskFull },
        { retryAfterSeconds: diskFullRetrySeconds },
      );
    case 'refused': {
      const { reason, maxBytes } = created;
      const messageIn = (messageLanguage: Language) => refusalMessage(reason, item, messageLanguage, maxBytes);
      return new ProblemError(reason === 'empty' ? 'no-documents' : 'too-large', {
        detail: { en: messageIn('en'), es: messageIn('es') },
        files: [{ name, reason, message: messageIn(language) }],
      });
    }
  }
}
