import { Metadata, TUS_RESUMABLE } from '@tus/utils';
import { sql } from 'kysely';
import type { FastifyRequest } from 'fastify';
import { finished, PassThrough } from 'node:stream';
import { Type } from 'typebox';
import type { Api, AppContext, PluginOptions } from '../context.ts';
import { ProblemError, problemResponses } from '../http/problem.ts';
import { enforceLimit } from '../http/rate-limits.ts';
import { answerInLanguage, languageHeaders } from '../http/request-language.ts';
import { uploadProblems } from '../messages/upload-messages.ts';
import { requireSpace } from '../storage/disk.ts';
import type { WritePart } from '../storage/upload-folder.ts';
import { createSlots } from './slots.ts';
import { completeUpload, deleteUnfinished, findUpload, type FoundUpload } from './unfinished-uploads.ts';

const chunkType = 'application/offset+octet-stream';
/** Bytes of one upload that wait in memory while others are being written. */
const bufferedBytes = 512 * 1024;

const headers = Type.Object({
  ...languageHeaders,
  'tus-resumable': Type.Optional(Type.String({ description: '`1.0.0`' })),
  'upload-offset': Type.Optional(Type.String({ description: 'For `PATCH`: where the chunk begins, in bytes' })),
});
const noContent = (description: string) => Type.Unsafe<undefined>({ type: 'null', description });
const problems = {
  ...problemResponses(400, 403, 404, 429, 500, 503),
  412: { description: '`Tus-Version` is the version to use', content: { 'text/plain': { schema: Type.String() } } },
};
const schemas = {
  HEAD: {
    summary: 'How many bytes of an upload have arrived (tus 1.0.0)',
    response: { 200: noContent('`Upload-Offset` and `Upload-Length`'), ...problems },
  },
  PATCH: {
    summary: 'The next chunk of an upload (tus 1.0.0)',
    description: 'The body is bytes, as `application/offset+octet-stream`. With `Upload-Checksum` it is refused.',
    response: {
      204: noContent('`Upload-Offset` is how many bytes have arrived'),
      ...problems,
      ...problemResponses(409, 413, 415),
    },
  },
  DELETE: {
    summary: 'Delete an incomplete upload (tus 1.0.0)',
    response: { 204: noContent('It is deleted'), ...problems },
  },
};

/**
 * `HEAD`, `PATCH` and `DELETE /api/uploads/<id>` (tus 1.0.0). The bytes that have arrived are the
 * file in the upload folder, and its size is the offset.
 */
export async function chunkRoutes(api: Api, { context }: PluginOptions): Promise<void> {
  /** The bodies that this process is receiving, by upload ID. */
  const receiving = new Map<string, PassThrough>();
  // A browser often returns before its broken connection is noticed.
  const stopReceiving = (id: string) => receiving.get(id)?.destroy(isBusy());

  api.addHook('onSend', async (request, reply) => {
    // Otherwise Node would read the rest of a refused body to keep the connection.
    if (reply.statusCode >= 400 && !request.raw.readableEnded) void reply.header('connection', 'close');
  });
  // The browsers resume with the next process.
  api.addHook('preClose', async () => {
    for (const id of receiving.keys()) stopReceiving(id);
  });
  api.addContentTypeParser(chunkType, (_request, _body, parsed) => parsed(null));
  for (const method of ['HEAD', 'PATCH', 'DELETE'] as const) {
    api.route<{ Params: { id: string } }>({
      method,
      url: '/uploads/:id',
      schema: { ...schemas[method], tags: ['uploads'], headers, params: Type.Object({ id: Type.String() }) },
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
        if (hasChecksum(request)) throw new ProblemError('bad-request', { detail: uploadProblems.checksumUnsupported });
        void reply.header('tus-resumable', TUS_RESUMABLE);
        if (method === 'PATCH')
          return reply
            .code(204)
            .header('upload-offset', await receive(request, upload))
            .send();
        stopReceiving(upload.id);
        if (method === 'DELETE') {
          if (await deleteUnfinished(context, upload.id)) return reply.code(204).send();
          // A complete upload belongs to its claim.
          throw new ProblemError('bad-request', { detail: uploadProblems.alreadyComplete });
        }
        const metadata = { claimnumber: upload.claimNumber, filename: upload.name };
        return reply
          .header('upload-offset', await readOffset(context, upload))
          .header('upload-length', upload.size)
          .header('upload-metadata', Metadata.stringify(metadata))
          .send();
      },
    });
  }

  /** Receives a chunk in place of an earlier request that has not ended, and returns the offset. */
  async function receive(request: FastifyRequest, upload: FoundUpload): Promise<number> {
    const body = new PassThrough({ writableHighWaterMark: bufferedBytes });
    // It may be stopped before it is read. Reading it throws the same error.
    body.on('error', () => {});
    try {
      return await receiveChunk(context, request, upload, () => {
        stopReceiving(upload.id);
        receiving.set(upload.id, body);
        // Also when the connection broke before this.
        finished(request.raw, (error) => error && body.destroy(error));
        return request.raw.pipe(body);
      });
    } finally {
      if (receiving.get(upload.id) === body) receiving.delete(upload.id);
    }
  }
}

/** Another request continues the upload, or the server stops. */
const isBusy = () => new ProblemError('unavailable', {}, { retryAfterSeconds: 1, isExpected: true });

function hasChecksum({ headers: sent }: FastifyRequest): boolean {
  return sent['upload-checksum'] !== undefined || /\bupload-checksum\b/i.test(sent.trailer ?? '');
}

async function readOffset(context: AppContext, { id, size, status }: FoundUpload): Promise<number> {
  if (status !== 'arriving') return size;
  const offset = (await context.uploadFolder.find(id))?.size ?? 0;
  // A process ended after the last byte and before it marked the upload as complete.
  if (offset === size) await complete(context, id);
  return offset;
}

async function complete(context: AppContext, id: string): Promise<void> {
  await completeUpload(context, id);
  context.uploads.wake();
}

/** Appends the bytes of a request to its upload and returns the new offset. */
async function receiveChunk(
  context: AppContext,
  request: FastifyRequest,
  upload: FoundUpload,
  openBody: () => AsyncIterable<Buffer>,
): Promise<number> {
  const { uploadFolder } = context;
  const { id, size } = upload;
  const { 'upload-offset': declared, 'content-type': type, 'content-length': length } = request.headers;
  if (type !== chunkType || typeof declared !== 'string' || !/^\d{1,15}$/.test(declared))
    throw new ProblemError('bad-request', { detail: uploadProblems.invalidChunk });
  const offset = await readOffset(context, upload);
  if (Number(declared) !== offset) throw new ProblemError('wrong-offset');
  if (offset + Number(length ?? 0) > size) throw new ProblemError('too-large');
  // A browser that did not receive our last answer repeats its last chunk.
  if (offset === size) return offset;
  requireSpace(await uploadFolder.space(), size - offset);
  const body = openBody();
  async function* readBody() {
    let left = size - offset;
    for await (const bytes of body) {
      left -= bytes.length;
      if (left < 0) throw new ProblemError('too-large');
      // Uploads that started together each saw the same free space.
      requireSpace(await uploadFolder.space(), 0);
      yield bytes;
    }
  }
  try {
    const end = await uploadFolder.append(id, offset, readBody(), writeAlone(context, id));
    if (end === size) await complete(context, id);
    return end;
  } catch (error) {
    // Only for the log, where a broken connection must not count as our failure.
    if (request.raw.destroyed && !request.raw.complete)
      throw new ProblemError('bad-request', { detail: uploadProblems.chunkNotReceived }, { cause: error });
    throw error;
  }
}

/** Each write to disk holds a database connection, of which claims need most. */
const writes = createSlots(2);

/**
 * Returns how each part of a chunk is written: while no other request, in any process, writes to
 * the upload, and only if none has continued or completed it.
 */
function writeAlone({ database, uploadFolder }: AppContext, id: string): WritePart {
  return async (offset, write) => {
    const release = await writes.take();
    try {
      await database.transaction().execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${id}, 13))`.execute(transaction);
        const row = await transaction.selectFrom('uploads').select('status').where('id', '=', id).executeTakeFirst();
        const end = (await uploadFolder.find(id))?.size ?? 0;
        if (row?.status !== 'arriving' || end !== offset) throw isBusy();
        await write();
      });
    } finally {
      release();
    }
  };
}
