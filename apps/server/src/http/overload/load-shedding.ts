import { idempotencyHeader } from '@redress/contract/http-headers';
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { SecurityHeaders } from '../security-headers.ts';
import { type Admission, overloadedProblem, type Release } from './admission.ts';
import { classifyRequest, type RequestKind } from './request-kinds.ts';
import { prepareOverloadedResponses, sendOverloaded } from './send-overloaded.ts';
import { watchProgress } from './watch-progress.ts';

/** Uploads and downloads at the same time: each has an open file. */
const maxTransfers = { upload: 200, download: 100 };
/** Idempotency keys that are remembered, and the length of the longest. */
const maxKeys = 10_000;
const maxKeyLength = 64;

/** Sheds requests before their bodies are read, and queues the others. */
export function createLoadShedding(admission: Admission, headersOf: SecurityHeaders) {
  const responses = prepareOverloadedResponses(headersOf);
  const progress = watchProgress();
  /** Of queued requests. `undefined`: it was shed. */
  const slots = new WeakMap<IncomingMessage, Release | undefined>();
  const transfers = { upload: 0, download: 0 };
  /**
   * A repeat after a lost response is cheap. This is a hint: another process treats the repeat as
   * new work, with the same result.
   */
  const startedKeys = new Map<string, number>();

  function rememberKey(key: unknown) {
    if (typeof key !== 'string' || key.length > maxKeyLength) return;
    const [oldest] = startedKeys.keys();
    if (oldest !== undefined && startedKeys.size >= maxKeys) startedKeys.delete(oldest);
    startedKeys.set(key, (startedKeys.get(key) ?? 0) + 1);
  }

  function isShed(kind: RequestKind): boolean {
    switch (kind) {
      case 'unlimited':
        return false;
      case 'started':
      case 'new':
        return admission.isFull(kind);
      // Browsers do not retry forms, so they have the priority of started work.
      case 'no-script':
        return admission.isFull('started');
      case 'upload':
      case 'download':
        return transfers[kind] >= maxTransfers[kind];
    }
  }

  return {
    /** Wraps Fastify's listener: most requests of a rush are shed, at less cost than by Fastify. */
    wrap:
      (listener: RequestListener): RequestListener =>
      (request, response) => {
        progress.watch(request, response);
        const kind = classifyRequest(request, startedKeys);
        if (isShed(kind)) {
          admission.countShed();
          const retryAfterSeconds = admission.retryAfterSeconds();
          sendOverloaded(responses, request, response, { isPage: kind === 'no-script', retryAfterSeconds });
          return;
        }
        if (kind === 'upload' || kind === 'download') {
          transfers[kind] += 1;
          response.once('close', () => (transfers[kind] -= 1));
        }
        listener(request, response);
      },

    wasShed: (request: IncomingMessage) => slots.has(request) && slots.get(request) === undefined,

    /** Adds Fastify hooks: queues a request once its body is there. */
    addHooks(app: FastifyInstance) {
      // With callbacks, because a promise costs each claim a microsecond per hook.
      app.addHook('preValidation', ({ raw }, _reply, done) => {
        const kind = classifyRequest(raw, startedKeys);
        if (kind !== 'started' && kind !== 'new') {
          done();
          return;
        }
        const enter = (release: Release | undefined) => {
          slots.set(raw, release);
          if (release) rememberKey(raw.headers[idempotencyHeader]);
          done(release ? undefined : overloadedProblem(admission));
        };
        const acquired = admission.acquire(kind);
        if (acquired instanceof Promise) void acquired.then(enter);
        else enter(acquired);
      });
      // Released before the response is sent: a slow client needs no slot.
      app.addHook('onSend', ({ raw }, _reply, payload, done) => {
        slots.get(raw)?.();
        done(null, payload);
      });
      app.addHook('onResponse', ({ raw }, _reply, done) => {
        slots.get(raw)?.();
        done();
      });
      const timer = setInterval(() => {
        progress.closeStalled(performance.now());
        const counts = admission.adaptPause();
        // One line for all, because a line for each would cost more than the response.
        if (counts.shed > 0) app.log.warn(counts, 'overload: some requests were shed');
      }, 1_000);
      timer.unref();
      app.addHook('onClose', async () => clearInterval(timer));
    },
  };
}
