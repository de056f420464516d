import { sql, type Transaction } from 'kysely';
import { finished, PassThrough } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { SiteContext } from '../context.ts';
import type { Api } from '../../platform/http/plugin.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { waitForStandby } from '../../platform/database/wait-for-standby.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { countUploadBytes } from '../../platform/metrics/event-metrics.ts';
import { requireSpace } from '../../platform/storage/disk.ts';
import type { WritePart } from '../../platform/storage/upload-folder.ts';
import { limitConcurrency } from '../../platform/jobs/limit-concurrency.ts';

const chunkType = 'application/offset+octet-stream';
/** Bytes of one upload that wait in memory while others are being written. */
const bufferedBytes = 512 * 1024;

type ReceiverContext = Pick<SiteContext, 'database' | 'uploadFolder'>;

/** A file whose bytes arrive in chunks, in the upload folder under its ID. */
interface ArrivingFile {
  readonly id: string;
  /** The size of the whole file, in bytes. */
  readonly size: number;
  readonly isArriving: boolean;
}

/** The rows of arriving files. */
export interface ArrivingFiles {
  isArriving(transaction: Transaction<Tables>, id: string): Promise<boolean>;
  /** Marks the file as complete, because all its bytes have arrived. */
  complete(id: string): Promise<void>;
}

/** Receives the chunks that are sent to the routes of a plugin, in this process. */
export function createChunkReceiver(api: Api, context: ReceiverContext, files: ArrivingFiles) {
  const { uploadFolder } = context;
  /** The bodies that are being received, by upload ID. */
  const receiving = new Map<string, PassThrough>();
  const stop = (id: string) => receiving.get(id)?.destroy(isBusy());
  api.addContentTypeParser(chunkType, (_request, _body, parsed) => parsed(null));
  api.addHook('onSend', async (request, reply) => {
    // Node would otherwise read the rest of a refused body to keep the connection.
    if (reply.statusCode >= 400 && !request.raw.complete) void reply.header('connection', 'close');
  });
  // The browsers resume with the next process.
  api.addHook('preClose', async () => [...receiving.keys()].forEach(stop));

  /** Reads how many bytes of an upload have arrived: the size of its file. */
  async function readOffset({ id, size, isArriving }: ArrivingFile): Promise<number> {
    if (!isArriving) {
      await waitForStandby(context.database);
      return size;
    }
    const offset = (await uploadFolder.find(id))?.size ?? 0;
    // A process ended after the last byte and before it marked the upload as complete.
    if (offset === size) await files.complete(id);
    return offset;
  }

  return {
    readOffset,
    stop,
    /**
     * Appends the bytes of a request to its upload, in place of an earlier request that has not
     * ended, and returns the new offset.
     */
    async receive(request: FastifyRequest, upload: ArrivingFile): Promise<number> {
      const { id, size } = upload;
      const { 'upload-offset': declared, 'content-type': type, 'content-length': length } = request.headers;
      if (type !== chunkType || typeof declared !== 'string' || !/^\d{1,15}$/.test(declared))
        throw new ProblemError('bad-request');
      const offset = await readOffset(upload);
      if (Number(declared) !== offset) throw new ProblemError('wrong-offset');
      if (offset + Number(length ?? 0) > size) throw new ProblemError('too-large');
      // A browser that did not receive our last answer repeats its last chunk.
      if (offset === size) return offset;
      requireSpace(await uploadFolder.space(), size - offset);
      const body = new PassThrough({ writableHighWaterMark: bufferedBytes });
      // Without this listener, destroying the body before it is read would end the process.
      body.on('error', () => {});
      stop(id);
      receiving.set(id, body);
      // `finished` also calls back if the connection broke before.
      finished(request.raw, (error) => error && body.destroy(error));
      request.raw.pipe(body);
      async function* readBody() {
        let left = size - offset;
        const parts: AsyncIterable<Buffer> = body;
        for await (const bytes of parts) {
          left -= bytes.length;
          countUploadBytes(bytes.length);
          if (left < 0) throw new ProblemError('too-large');
          // Uploads that started together each saw the same free space.
          requireSpace(await uploadFolder.space(), 0);
          yield bytes;
        }
      }
      try {
        const end = await uploadFolder.append(id, offset, readBody(), writeAlone(context, files, id));
        if (end === size) await files.complete(id);
        return end;
      } catch (error) {
        // In the log, a broken connection must not count as our failure.
        if (request.raw.destroyed && !request.raw.complete) throw new ProblemError('bad-request', {}, { cause: error });
        throw error;
      } finally {
        if (receiving.get(id) === body) receiving.delete(id);
      }
    },
  };
}

/** Another request continues the upload, or the server stops. */
const isBusy = () => new ProblemError('unavailable', {}, { retryAfterSeconds: 1, isExpected: true });

/** Each write to disk holds a database connection, and claims need most connections. */
const write = limitConcurrency(2);

/**
 * Returns a function that writes a part of a chunk while no other request, in any process, writes
 * to the upload, and only if none has continued or completed it.
 */
function writeAlone({ database, uploadFolder }: ReceiverContext, files: ArrivingFiles, id: string): WritePart {
  return (offset, writePart) =>
    write(() =>
      database.transaction().execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${id}, 13))`.execute(transaction);
        const end = (await uploadFolder.find(id))?.size ?? 0;
        if (end !== offset || !(await files.isArriving(transaction, id))) throw isBusy();
        await writePart();
      }),
    );
}
