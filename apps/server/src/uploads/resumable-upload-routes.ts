import { Metadata, TUS_RESUMABLE } from '@tus/utils';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { UploadResultSchema } from '@redress/contract/data-checks';
import type { UploadResult } from '@redress/contract/data-checks';
import type { Language } from '@redress/contract/language';
import { ProblemSchema } from '@redress/contract/problem';
import type { DocumentsItem } from '@redress/forms/definition';
import { readChosenTables } from './chosen-tables.ts';
import { documentsItemOfClaim } from './upload-item.ts';
import { cleanFileName } from './file-name.ts';
import type { AnnouncedFile, OpenedUpload } from './open-upload.ts';
import { openUpload } from './open-upload.ts';
import { refusalMessage } from './refusals.ts';
import { countBytes, retryWhenDiskFull } from './upload-bytes.ts';
import { ProblemError } from '../http/problem.ts';
import type { InEveryLanguage } from '../http/problem-messages.ts';
import { answerInLanguage, languageHeaders } from '../http/request-language.ts';
import type { Api, AppContext, PluginOptions } from '../context.ts';
import { enforceLimit } from '../http/rate-limits.ts';
import { pieceReceiver } from './receive-upload-chunk.ts';

const notAnnounced: InEveryLanguage = {
  en: 'An upload begins with Upload-Length and an Upload-Metadata that names the claim and the file.',
  es: 'Un envío empieza con Upload-Length y un Upload-Metadata que nombre el reclamo y el archivo.',
};
const claimFull: InEveryLanguage = {
  en: 'Too much is being sent for this claim at once. Please let the other files arrive first.',
  es: 'Se está enviando demasiado a la vez para este reclamo. Espere primero a que lleguen los otros archivos.',
};
const diskFull: InEveryLanguage = {
  en: 'We have no room for this file right now. Your claim itself is safe. Please try again later or send the file by mail.',
  es: 'Ahora no tenemos espacio para este archivo. Su reclamo está a salvo. Inténtelo más tarde o envíelo por correo.',
};
const uploadId = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
const uploadParams = Type.Object({ id: Type.String() });
const tusTag = ['uploads'];
const problems = { 400: ProblemSchema, 403: ProblemSchema, 404: ProblemSchema, 500: ProblemSchema, 503: ProblemSchema };

/**
 * `/api/uploads`: documents that come in pieces (tus 1.0.0), for the browser that filed the claim; to any other there is nothing here. Beginning an
 * upload is ours, because it is about claims and limits; bytes are the library's (`upload-pieces.ts`).
 */
export async function resumableUploadRoutes(api: Api, { context }: PluginOptions): Promise<void> {
  api.post(
    '/uploads',
    {
      schema: {
        summary: 'Begin to send a document of a claim in pieces (tus 1.0.0)',
        description:
          'For the browser that filed the claim. `Upload-Metadata` has `claimnumber`, `filename`, and optionally `chosen`: how the tables of a data file are to be read (columns, order of dates, decimal mark), as JSON. The pieces are sent by `PATCH` to the address in `Location`.',
        tags: tusTag,
        headers: Type.Object({
          ...languageHeaders,
          'tus-resumable': Type.Optional(Type.String()),
          'upload-length': Type.Optional(Type.String({ description: 'Bytes' })),
          'upload-metadata': Type.Optional(Type.String()),
        }),
        response: {
          201: Type.Unsafe<undefined>({ type: 'null', description: '`Location` is where its pieces go' }),
          ...problems,
          413: ProblemSchema,
          415: ProblemSchema,
          422: ProblemSchema,
          429: ProblemSchema,
        },
      },
    },
    async (request, reply) => {
      const language = answerInLanguage(request, reply);
      void reply.header('tus-resumable', TUS_RESUMABLE);
      if (request.headers['content-type'] !== undefined) throw new ProblemError('unsupported-type');
      const { claimNumber, file } = readAnnouncement(request);
      if (!context.cookies.hasFiled(request, claimNumber)) throw new ProblemError('not-your-claim');
      await enforceLimit(context, 'documents-address', request.ip);
      const claim = await context.database
        .selectFrom('claims')
        .select(['id', 'number', 'form_id', 'form_version'])
        .where('number', '=', claimNumber)
        .where('status', '=', 'filed')
        .executeTakeFirst();
      const item = claim && documentsItemOfClaim(context.settlement.claimForms, claim);
      if (!claim || !item) throw new ProblemError('not-your-claim');
      await countBytes(context, request.ip, file.size);
      const opened = await openUpload(
        { ...context.uploads, store: context.store, now: context.now },
        claim,
        item,
        file,
      );
      if (opened.outcome !== 'opened') throw describeObstacle(opened, item, file.name, language);
      return reply.code(201).header('location', `/api/uploads/${opened.id}`).send(undefined);
    },
  );

  api.get(
    '/uploads/:id/result',
    {
      schema: {
        summary: 'What became of a document that was sent in pieces',
        tags: tusTag,
        headers: Type.Object(languageHeaders),
        params: uploadParams,
        response: { 200: UploadResultSchema, ...problems, 429: ProblemSchema },
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

  addPieces(api, context);
}

/** As a program of another version of the protocol reads it. */
const otherVersion = {
  412: { description: '`Tus-Version` is spoken here', content: { 'text/plain': { schema: Type.String() } } },
};
const tusHeaders = { ...languageHeaders, 'tus-resumable': Type.Optional(Type.String({ description: '`1.0.0`' })) };
const pieceHeaders = {
  HEAD: Type.Object(tusHeaders),
  PATCH: Type.Object({
    ...tusHeaders,
    'upload-offset': Type.Optional(Type.String({ description: 'Where the piece begins, in bytes' })),
  }),
  DELETE: Type.Object(tusHeaders),
};
const pieceAnswers = {
  HEAD: {
    200: Type.Unsafe<undefined>({ type: 'null', description: '`Upload-Offset` and `Upload-Length`' }),
    ...problems,
    429: ProblemSchema,
    ...otherVersion,
  },
  PATCH: {
    204: Type.Unsafe<undefined>({ type: 'null', description: '`Upload-Offset` is how far it has come' }),
    ...problems,
    429: ProblemSchema,
    409: ProblemSchema,
    ...otherVersion,
    413: ProblemSchema,
    415: ProblemSchema,
  },
  DELETE: {
    204: Type.Unsafe<undefined>({ type: 'null', description: 'It is gone' }),
    ...problems,
    429: ProblemSchema,
    ...otherVersion,
  },
};

/** In a scope of its own: only there a body of bytes is left alone. */
function addPieces(api: Api, context: AppContext): void {
  const receive = pieceReceiver(api, context.uploads);
  void api.register((scope, _options, done) => {
    scope.addHook('onSend', (request, reply, payload, sent) => {
      // What was not read of a refused body is not wanted: Node would read it to its end to keep the connection.
      if (reply.statusCode >= 400 && !request.raw.readableEnded) void reply.header('connection', 'close');
      sent(null, payload);
    });
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _body, parsed) => parsed(null));
    for (const method of ['HEAD', 'PATCH', 'DELETE'] as const) {
      scope.route<{ Params: { id: string } }>({
        method,
        url: '/uploads/:id',
        schema: {
          summary: {
            HEAD: 'How far an upload has come (tus 1.0.0)',
            PATCH: 'The next piece of an upload (tus 1.0.0)',
            DELETE: 'Give an upload up before its end (tus 1.0.0)',
          }[method],
          ...(method === 'PATCH'
            ? {
                description:
                  'The body is bytes, as `application/offset+octet-stream`. With `Upload-Checksum` it is refused.',
              }
            : {}),
          tags: tusTag,
          headers: pieceHeaders[method],
          params: uploadParams,
          response: pieceAnswers[method],
        },
        config: { mayTakeLong: true, swagger: { exposeHeadRoute: true } },
        async handler(request, reply) {
          answerInLanguage(request, reply);
          await enforceLimit(context, 'upload-pieces-address', request.ip);
          await findUpload(context, request, request.params.id);
          return receive(request, reply, request.params.id);
        },
      });
    }
    done();
  });
}

interface FoundUpload {
  readonly status: string;
  readonly result: Extract<UploadResult, { state: 'done' }>['file'] | null;
}

/** To a browser that did not file the claim there is no such upload. */
async function findUpload(context: AppContext, request: FastifyRequest, id: string): Promise<FoundUpload> {
  if (!new RegExp(uploadId).test(id)) throw new ProblemError('not-found');
  const upload = await context.database
    .selectFrom('uploads')
    .innerJoin('claims', 'claims.id', 'uploads.claim_id')
    .select(['uploads.status', 'uploads.result', 'claims.number'])
    .where('uploads.id', '=', id)
    .executeTakeFirst();
  if (!upload || !context.cookies.hasFiled(request, upload.number)) throw new ProblemError('not-found');
  return upload;
}

function readAnnouncement(request: FastifyRequest): { claimNumber: string; file: AnnouncedFile } {
  const { 'tus-resumable': version, 'upload-length': length, 'upload-metadata': metadata } = request.headers;
  const refuse = (cause?: unknown) => new ProblemError('bad-request', { detail: notAnnounced }, { cause });
  if (version !== TUS_RESUMABLE || typeof length !== 'string' || typeof metadata !== 'string') throw refuse();
  if (!/^\d{1,15}$/.test(length)) throw refuse();
  let said: Readonly<Record<string, string | null>>;
  try {
    said = Metadata.parse(metadata);
  } catch (error) {
    throw refuse(error);
  }
  const { claimnumber, filename, chosen } = said;
  if (typeof claimnumber !== 'string' || typeof filename !== 'string') throw refuse();
  const file = { name: cleanFileName(filename), size: Number(length) };
  if (chosen === undefined || chosen === null) return { claimNumber: claimnumber, file };
  const tables = readChosenTables(chosen);
  if (tables === undefined) throw refuse();
  return { claimNumber: claimnumber, file: { ...file, chosen: tables } };
}

function describeObstacle(
  opened: Exclude<OpenedUpload, { outcome: 'opened' }>,
  item: DocumentsItem,
  name: string,
  language: Language,
): ProblemError {
  switch (opened.outcome) {
    case 'claim-full':
      return new ProblemError('too-large', { detail: claimFull });
    case 'disk-full':
      return new ProblemError('unavailable', { detail: diskFull }, { retryAfterSeconds: retryWhenDiskFull });
    case 'refused': {
      const { reason, maxBytes } = opened;
      const say = (inLanguage: Language) => refusalMessage(reason, item, inLanguage, maxBytes);
      return new ProblemError(reason === 'empty' ? 'no-documents' : 'too-large', {
        detail: { en: say('en'), es: say('es') },
        files: [{ name, reason, message: say(language) }],
      });
    }
  }
}
