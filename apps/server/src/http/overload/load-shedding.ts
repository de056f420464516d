import proxyAddr from '@fastify/proxy-addr';
import { idempotencyHeader } from '@redress/contract/http-headers';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage, RequestListener } from 'node:http';
import { ProblemError } from '../problem.ts';
import { addressSubject } from '../client-address.ts';
import type { SecurityHeaders } from '../security-headers.ts';
import { type Admission, overloadedProblem, type Release } from './admission.ts';
import { classifyRequest, rememberStartedKeys, type RequestKind } from './request-kinds.ts';
import { prepareOverloadedResponses, sendOverloaded } from './send-overloaded.ts';
import { countTransfers, transferLimits } from './transfer-limits.ts';

/**
 * No-script forms that are still read and rendered per second during overload, so that their pages
 * keep what was typed. Each costs as much as a claim. The others get a page that asks to reload.
 */
const maxRenderedPerSecond = 10;
const reportMs = 1_000;

/**
 * @param trustProxy addresses of trusted reverse proxies, as for Fastify's `trustProxy`
 * @param sharePerAddress false for load tests, which come from one address
 */
export function createLoadShedding(
  admission: Admission,
  headersOf: SecurityHeaders,
  { trustProxy = [], sharePerAddress }: { readonly trustProxy?: readonly string[]; readonly sharePerAddress: boolean },
) {
  const responses = prepareOverloadedResponses(headersOf);
  const startedKeys = rememberStartedKeys();
  const kinds = new WeakMap<IncomingMessage, RequestKind>();
  const shed = new WeakSet<IncomingMessage>();
  const slots = new WeakMap<IncomingMessage, Release>();
  const transfers = { upload: countTransfers(), download: countTransfers() };
  const isTrusted = proxyAddr.compile([...trustProxy]);
  const addressOf = (request: IncomingMessage) => addressSubject(proxyAddr(request, isTrusted));
  let rendered = 0;

  function isShed(kind: Exclude<RequestKind, 'unlimited'>, request: IncomingMessage): boolean {
    switch (kind) {
      case 'started':
      case 'new':
        return admission.isFull(kind);
      // Browsers do not retry forms, so they have the priority of started work.
      case 'no-script':
        if (!admission.isFull('started')) return false;
        rendered += 1;
        return rendered > maxRenderedPerSecond;
      case 'upload':
      case 'download': {
        const { total, perAddress } = transferLimits[kind];
        const current = transfers[kind];
        return current.total() >= total || (sharePerAddress && current.of(addressOf(request)) >= perAddress);
      }
    }
  }

  return {
    /** Wraps Fastify's listener: sheds a request before its body is read. */
    wrap:
      (listener: RequestListener): RequestListener =>
      (request, response) => {
        const kind = classifyRequest(request, startedKeys.wasStarted);
        kinds.set(request, kind);
        if (kind !== 'unlimited' && isShed(kind, request)) {
          admission.countShed();
          const retryAfterSeconds = admission.retryAfterSeconds();
          sendOverloaded(responses, request, response, { isPage: kind === 'no-script', retryAfterSeconds });
          return;
        }
        if (kind === 'upload' || kind === 'download') response.once('close', transfers[kind].begin(addressOf(request)));
        listener(request, response);
      },

    /** Adds Fastify hooks: queues a request once its body is there. */
    addHooks(app: FastifyInstance) {
      app.addHook('preValidation', async ({ raw }) => {
        const kind = kinds.get(raw) ?? classifyRequest(raw, startedKeys.wasStarted);
        if (kind !== 'started' && kind !== 'new') return;
        const release = await admission.acquire(kind);
        if (!release) {
          shed.add(raw);
          throw overloadedProblem(admission);
        }
        slots.set(raw, release);
        // The client has gone away while its request was queued.
        if (raw.destroyed && !raw.complete) throw new ProblemError('bad-request');
        const key = raw.headers[idempotencyHeader];
        if (typeof key === 'string') startedKeys.add(key);
      });
      // Released before the response is sent: a slow client needs no slot.
      app.addHook('onSend', async ({ raw }) => slots.get(raw)?.());
      app.addHook('onResponse', async ({ raw }) => slots.get(raw)?.());
      const timer = setInterval(() => {
        rendered = 0;
        const counts = admission.takeCounts();
        if (counts.shed > 0) app.log.warn(counts, 'overload: some requests were shed');
      }, reportMs);
      timer.unref();
      app.addHook('onClose', async () => {
        clearInterval(timer);
        admission.stop();
      });
    },

    /** Shed requests are counted instead of logged one by one. */
    wasShed: ({ raw }: FastifyRequest) => shed.has(raw),
  };
}
