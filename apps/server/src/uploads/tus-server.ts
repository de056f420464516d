import { Server } from '@tus/server';
import { DataStore, ERRORS, Upload } from '@tus/utils';
import type { ProblemCode } from '@redress/contract/problem';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Api, AppContext } from '../context.ts';
import { ProblemError, toProblemError } from '../http/problem.ts';
import { uploadProblems } from '../messages/upload-messages.ts';
import { DiskFullError, lacksSpace, spaceMonitor } from '../storage/disk.ts';
import type { UploadFolder } from '../storage/upload-folder.ts';
import { completeUpload } from './unfinished-uploads.ts';
import { UploadBusyError } from './upload-locker.ts';

type TusContext = Pick<AppContext, 'database' | 'uploadFolder' | 'uploads'>;

/** How long a request may continue after it was asked to release its lock. */
const drainMilliseconds = 200;
const busyRetrySeconds = 1;
/** The headers that the library sees. No other header can make it refuse a request. */
const requestHeaders = ['tus-resumable', 'upload-offset', 'upload-length', 'content-type', 'content-length'] as const;
/** The headers of its answer that are sent. Others, such as CORS, are not its business. */
const responseHeaders = ['tus-resumable', 'upload-offset', 'upload-length', 'upload-metadata', 'connection'] as const;

/**
 * Handles `HEAD`, `PATCH` and `DELETE` of an upload with the tus library. Answers go through
 * Fastify, with its headers and logging, and the library's refusals become our problems. When the
 * server stops, it cuts off requests that are still receiving: their browsers resume with the next
 * process.
 */
export function tusHandler(
  api: Api,
  context: TusContext,
): (request: FastifyRequest, reply: FastifyReply, id: string) => Promise<FastifyReply> {
  const failures = new WeakMap<object, unknown>();
  const receiving = new Set<FastifyRequest>();
  const complete = new Set<string>();
  const tus = new Server({
    path: '/api/uploads',
    relativeLocation: true,
    datastore: new UploadDataStore(context, (id) => complete.add(id)),
    locker: context.uploads.locker,
    lockDrainTimeout: drainMilliseconds,
    getFileIdFromRequest: (_request, lastPart) => lastPart,
    onResponseError(request, error) {
      failures.set(request, error);
      return undefined;
    },
  });
  api.addHook('preClose', (done) => {
    for (const request of receiving) request.raw.destroy();
    done();
  });

  return async (request, reply, id) => {
    // A client that sends a checksum would take our 204 as proof that it matched.
    if (hasChecksum(request)) throw new ProblemError('bad-request', { detail: uploadProblems.checksumUnsupported });
    const webRequest = toWebRequest(request, id);
    receiving.add(request);
    let response: Response;
    try {
      response = await tus.handleWeb(webRequest);
    } finally {
      receiving.delete(request);
      // After the lock is released: from now on nothing else writes to the row.
      if (complete.delete(id)) context.uploads.wakeFinalizer();
    }
    const failure = failures.get(webRequest);
    if (failure !== undefined) {
      // Only for the log, where a broken connection must not count as our failure.
      if (request.raw.destroyed && !request.raw.complete)
        throw new ProblemError('bad-request', { detail: uploadProblems.chunkNotReceived });
      throw toUploadProblem(failure);
    }
    for (const name of responseHeaders) {
      const value = response.headers.get(name);
      if (value !== null) void reply.header(name, value);
    }
    // Tells clients of other protocol versions which one we speak (tus 1.0.0, "Tus-Version").
    if (response.status === 412)
      return reply
        .code(412)
        .header('tus-version', '1.0.0')
        .type('text/plain; charset=utf-8')
        .send(await response.text());
    if (response.status >= 400) throw new ProblemError('bad-request', { detail: uploadProblems.invalidChunk });
    return reply.code(response.status).send();
  };
}

/**
 * The library's access to uploads: bytes are in the upload folder, everything else is in the table.
 * Its own FileStore lacks what we need (docs/decisions/0012). Each caller holds the upload's lock.
 */
class UploadDataStore extends DataStore {
  readonly #context: TusContext;
  readonly #onComplete: (id: string) => void;

  constructor(context: TusContext, onComplete: (id: string) => void) {
    super();
    this.#context = context;
    this.#onComplete = onComplete;
    this.extensions = ['creation', 'termination'];
  }

  override async getUpload(id: string): Promise<Upload> {
    const { database, uploadFolder } = this.#context;
    const row = await database
      .selectFrom('uploads')
      .innerJoin('claims', 'claims.id', 'uploads.claim_id')
      .select(['uploads.size', 'uploads.status', 'uploads.name', 'claims.number'])
      .where('uploads.id', '=', id)
      .executeTakeFirst();
    if (!row) throw new ProblemError('not-found');
    const size = Number(row.size);
    const isArriving = row.status === 'arriving';
    const offset = isArriving ? ((await uploadFolder.find(id))?.size ?? 0) : size;
    // A process ended after the last byte and before it marked the upload as complete.
    if (isArriving && offset === size) await this.#complete(id);
    return new Upload({ id, size, offset, metadata: { claimnumber: row.number, filename: row.name } });
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const { uploadFolder, uploads } = this.#context;
    const holdsLock = uploads.locker.watchLock(id);
    const { size = 0, offset: end } = await this.getUpload(id);
    // A browser that did not receive our last answer repeats its last chunk.
    if (end === size) return end;
    if (lacksSpace(await uploadFolder.space(), size - offset)) throw diskFull();
    const newEnd = await uploadFolder.append(id, offset, whileWritable(bytes, uploadFolder, holdsLock));
    if (newEnd === size) await this.#complete(id);
    return newEnd;
  }

  override async remove(id: string): Promise<void> {
    const { database, uploadFolder } = this.#context;
    const deleted = await database
      .deleteFrom('uploads')
      .where('id', '=', id)
      .where('status', '=', 'arriving')
      .returning('id')
      .executeTakeFirst();
    // A complete upload belongs to its claim.
    if (!deleted) throw new ProblemError('bad-request', { detail: uploadProblems.alreadyComplete });
    await uploadFolder.remove(id);
  }

  async #complete(id: string): Promise<void> {
    await completeUpload(this.#context, id);
    this.#onComplete(id);
  }
}

/** Stops when the disk lacks space, or when the request no longer holds the lock. */
async function* whileWritable(
  bytes: AsyncIterable<Buffer>,
  folder: UploadFolder,
  holdsLock: () => boolean,
): AsyncGenerator<Buffer> {
  const isDiskFull = spaceMonitor(() => folder.space());
  for await (const chunk of bytes) {
    if (await isDiskFull(chunk.length)) throw diskFull();
    if (!holdsLock()) throw new UploadBusyError('The lock of the upload was lost');
    yield chunk;
  }
}

const diskFull = () => new DiskFullError('The disk of unfinished uploads is full');

function hasChecksum({ headers }: FastifyRequest): boolean {
  return headers['upload-checksum'] !== undefined || /\bupload-checksum\b/i.test(headers.trailer ?? '');
}

function toWebRequest(request: FastifyRequest, id: string): Request {
  const headers = new Headers();
  for (const name of requestHeaders) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const body = request.method === 'PATCH' ? { body: Readable.toWeb(request.raw), duplex: 'half' as const } : {};
  const webRequest = new Request(`http://localhost/api/uploads/${id}`, { method: request.method, headers, ...body });
  // Lets the library notice a connection that breaks while the request waits for the lock.
  return Object.assign(webRequest, { runtime: { name: 'node', node: { req: request.raw } } });
}

/** By the `status_code` of the plain objects that the library throws. */
const libraryProblems: Readonly<Record<string, ProblemCode>> = {
  400: 'bad-request',
  403: 'bad-request',
  404: 'not-found',
  409: 'wrong-offset',
  413: 'too-large',
  501: 'bad-request',
};

function toUploadProblem(failure: unknown): ProblemError {
  const withCause = { cause: failure };
  // Another request wants the upload, or holds it.
  if (failure instanceof UploadBusyError || failure === ERRORS.ABORTED)
    return new ProblemError('unavailable', {}, { ...withCause, retryAfterSeconds: busyRetrySeconds, isExpected: true });
  const isLibraryFailure = typeof failure === 'object' && failure !== null && 'status_code' in failure;
  const code = isLibraryFailure ? libraryProblems[String(failure.status_code)] : undefined;
  if (!code) return toProblemError(failure);
  return new ProblemError(code, code === 'bad-request' ? { detail: uploadProblems.chunkNotReceived } : {}, withCause);
}
