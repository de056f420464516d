import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { SecurityHeaders } from '../security-headers.ts';
import { type Admission, overloadedProblem, type Priority, type Release } from './admission.ts';
import { prepareOverloadedResponses, sendOverloaded } from './send-overloaded.ts';
import { watchProgress } from './watch-progress.ts';

/** Concurrent uploads and downloads are limited, because each has an open file. */
const maxTransfers = { upload: 200, download: 100 };
/**
 * How load shedding treats a request.
 * - `unlimited`: pages, session and health are cheap, and overloaded clients need them.
 * - `started`, `new`: queued, and processed in a slot from the end of the body to the response.
 * - `no-script`: a form without JavaScript, which acquires a slot itself after it has been read.
 * - `upload`, `download`: take as long as the connection needs, so their number is limited instead.
 */
type RequestKind = 'unlimited' | Priority | 'no-script' | 'upload' | 'download';

/** Decides by method and path, before the body is read. New routes are queued. */
function classifyRequest({ method = 'GET', url = '/' }: IncomingMessage): RequestKind {
  if (url.startsWith('/api/console/')) return classifyStaffRequest(method, url);
  if (method === 'GET' || method === 'HEAD') {
    if (method === 'GET' && /^\/api\/claims\/[^/?]+\/documents\/./.test(url)) return 'download';
    if (url.startsWith('/api/claims/')) return 'started';
    return /^\/api\/(?:login|captcha)\//.test(url) ? 'new' : 'unlimited';
  }
  if (!url.startsWith('/api/')) return method === 'POST' ? 'no-script' : 'unlimited';
  if (url.startsWith('/api/uploads')) return method === 'PATCH' ? 'upload' : 'started';
  if (method !== 'POST') return 'unlimited';
  return url.includes('/SubmitDocuments') ? 'upload' : 'new';
}

/**
 * Staff do not come in a rush, and take no slots from claims: they share the connections of the
 * console. Only their uploads and downloads are limited.
 */
function classifyStaffRequest(method: string, url: string): RequestKind {
  if (method === 'PATCH' && url.startsWith('/api/console/member-imports/')) return 'upload';
  const isFile = /^\/api\/console\/(?:claims\/[^/?]+\/documents|exports\/[^/?]+\/file)\b/.test(url);
  return method === 'GET' && isFile ? 'download' : 'unlimited';
}

/** Sheds requests before their bodies are read, and queues the others. */
export function createLoadShedding(admission: Admission, headersOf: SecurityHeaders) {
  const responses = prepareOverloadedResponses(headersOf);
  const progress = watchProgress();
  /** The slots of queued requests, `undefined` for one that was shed. */
  const slots = new WeakMap<IncomingMessage, Release | undefined>();
  const transfers = { upload: 0, download: 0 };

  function isShed(kind: RequestKind): boolean {
    switch (kind) {
      case 'unlimited':
        return false;
      case 'upload':
      case 'download':
        return transfers[kind] >= maxTransfers[kind];
      default:
        // Browsers do not retry forms, so they have the priority of started work.
        return admission.isFull(kind === 'new' ? 'new' : 'started');
    }
  }

  return {
    /** Wraps Fastify's listener: most requests of a rush are shed, at less cost than by Fastify. */
    wrap:
      (listener: RequestListener): RequestListener =>
      (request, response) => {
        progress.watch(request, response);
        const kind = classifyRequest(request);
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

    /** Adds Fastify hooks: queues a request once its body has arrived. */
    addHooks(app: FastifyInstance) {
      // Uses callbacks, because a promise costs each claim a microsecond per hook.
      app.addHook('preValidation', ({ raw }, _reply, done) => {
        const kind = classifyRequest(raw);
        if (kind !== 'started' && kind !== 'new') {
          done();
          return;
        }
        const enter = (release: Release | undefined) => {
          slots.set(raw, release);
          done(release ? undefined : overloadedProblem(admission));
        };
        const acquired = admission.acquire(kind);
        if (acquired instanceof Promise) void acquired.then(enter);
        else enter(acquired);
      });
      // The slot is released before the response is sent: a slow client needs no slot.
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
        // One line counts all of them, because a line for each would cost more than the response.
        if (counts.shed > 0) app.log.warn(counts, 'overload: some requests were shed');
      }, 1_000);
      timer.unref();
      app.addHook('onClose', async () => clearInterval(timer));
    },
  };
}
