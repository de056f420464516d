import { Server } from '@tus/server';
import { ERRORS } from '@tus/utils';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { UnfinishedUploads } from './unfinished-uploads.ts';
import { UnfinishedUploadStore } from './unfinished-uploads.ts';
import { UploadBusyError, UploadCompleteError, UploadGoneError } from './upload-errors.ts';
import { ProblemError, toProblemError } from '../http/problem.ts';
import type { InEveryLanguage } from '../http/problem-messages.ts';
import type { Api } from '../context.ts';

const brokenOff: InEveryLanguage = {
  en: 'These bytes could not be received. What came before is kept.',
  es: 'No se pudieron recibir estos datos. Lo que llegó antes está guardado.',
};
const notUnderstood: InEveryLanguage = {
  en: 'A piece of an upload has Tus-Resumable and Upload-Offset, and the content type application/offset+octet-stream.',
  es: 'Una parte de un envío tiene Tus-Resumable y Upload-Offset, y el tipo application/offset+octet-stream.',
};
const notCompared: InEveryLanguage = {
  en: 'Upload-Checksum is not compared here. Please send this piece without it, and compare the SHA-256 in the result.',
  es: 'Aquí no se compara Upload-Checksum. Envíe esta parte sin él y compare el SHA-256 del resultado.',
};
const isComplete: InEveryLanguage = {
  en: 'All of this file has arrived already: it cannot be taken back here. Please call us.',
  es: 'Este archivo ya llegó completo y aquí no se puede retirar. Llámenos.',
};

/** How long a request that is asked to let go may go on receiving: its browser is most likely gone. */
const drainMilliseconds = 200;
/** Of a lock that another request did not give up in time. */
const retrySeconds = 1;
/** What tus reads of a request; nothing else is shown to it, and nothing else can make it refuse one. */
const passedOn = ['tus-resumable', 'upload-offset', 'upload-length', 'content-type', 'content-length'] as const;
/** What it says in an answer; the rest (CORS) is not ours to say. */
const answered = ['tus-resumable', 'upload-offset', 'upload-length', 'upload-metadata', 'connection'] as const;

type Receive = (request: FastifyRequest, reply: FastifyReply, id: string) => Promise<FastifyReply>;

/**
 * Answers `HEAD`, `PATCH` and `DELETE` of an upload by the library's protocol of pieces. The answer goes through Fastify, so that it has the
 * headers and the log line of any other; what the library refuses becomes one of our problems. Requests that are being received when the server
 * stops are cut off at once: their browsers go on with the next process.
 */
export function pieceReceiver(api: Api, uploads: UnfinishedUploads): Receive {
  const failures = new WeakMap<object, unknown>();
  const receiving = new Set<FastifyRequest>();
  const complete = new Set<string>();
  const tus = new Server({
    path: '/api/uploads',
    relativeLocation: true,
    datastore: new UnfinishedUploadStore(uploads, (id) => complete.add(id)),
    locker: uploads.locker,
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
    // The checksum extension is not offered, but a sender would take 204 to mean that it matched.
    if (bringsChecksum(request)) throw new ProblemError('bad-request', { detail: notCompared });
    const asked = toWebRequest(request, id);
    receiving.add(request);
    let response: Response;
    try {
      response = await tus.handleWeb(asked);
    } finally {
      receiving.delete(request);
      // Only now that its lock is let go: its row is no longer written to.
      if (complete.delete(id)) uploads.wakeJoiner();
    }
    const failure = failures.get(asked);
    if (failure !== undefined) {
      // Nobody hears the answer: it is for the log, where a broken line is no failure of ours.
      if (request.raw.destroyed && !request.raw.complete) throw new ProblemError('bad-request', { detail: brokenOff });
      throw describeFailure(failure);
    }
    for (const name of answered) {
      const value = response.headers.get(name);
      if (value !== null) void reply.header(name, value);
    }
    // A program that speaks another version of the protocol is told which one is spoken here (tus 1.0.0, "Tus-Version").
    if (response.status === 412)
      return reply
        .code(412)
        .header('tus-version', '1.0.0')
        .type('text/plain; charset=utf-8')
        .send(await response.text());
    if (response.status >= 400) throw new ProblemError('bad-request', { detail: notUnderstood });
    return reply.code(response.status).send();
  };
}

function bringsChecksum({ headers }: FastifyRequest): boolean {
  return headers['upload-checksum'] !== undefined || /\bupload-checksum\b/i.test(headers.trailer ?? '');
}

function toWebRequest(request: FastifyRequest, id: string): Request {
  const headers = new Headers();
  for (const name of passedOn) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const body = request.method === 'PATCH' ? { body: Readable.toWeb(request.raw), duplex: 'half' as const } : {};
  const asked = new Request(`http://localhost/api/uploads/${id}`, { method: request.method, headers, ...body });
  // By this it hears of a line that breaks while the request waits for another one.
  return Object.assign(asked, { runtime: { name: 'node', node: { req: request.raw } } });
}

/** The library throws its own refusals as plain objects. */
function describeFailure(failure: unknown): ProblemError {
  const withCause = { cause: failure };
  if (failure instanceof UploadGoneError) return new ProblemError('not-found', {}, withCause);
  if (failure instanceof UploadCompleteError) return new ProblemError('bad-request', { detail: isComplete }, withCause);
  // Asked to let go by another request before it received anything, or no longer sure that it may write.
  if (failure instanceof UploadBusyError || failure === ERRORS.ABORTED)
    return new ProblemError('unavailable', {}, { ...withCause, retryAfterSeconds: retrySeconds, isExpected: true });
  switch (statusOf(failure)) {
    case 400:
    case 403:
    case 501:
      return new ProblemError('bad-request', { detail: brokenOff }, withCause);
    case 404:
      return new ProblemError('not-found', {}, withCause);
    case 409:
      return new ProblemError('wrong-offset', {}, withCause);
    case 413:
      return new ProblemError('too-large', {}, withCause);
    default:
      return toProblemError(failure);
  }
}

function statusOf(failure: unknown): number | undefined {
  return typeof failure === 'object' && failure !== null && 'status_code' in failure
    ? Number(failure.status_code)
    : undefined;
}
