import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage, RequestListener } from 'node:http';
import { idempotencyHeader } from '@redress/contract/http-headers';
import { addressSubject } from '../rate-limits.ts';
import type { Admission, Leave } from './admission.ts';
import { answerShed, makeShedAnswers } from './send-overloaded.ts';
import type { AdmissionKind, Transfer } from './request-kinds.ts';
import { admissionKindOf, admittedKeys } from './request-kinds.ts';
import { ProblemError } from '../problem.ts';
import type { SecurityHeaders } from '../security-headers.ts';

/** What stands between the connections and the routes. */
export interface Entrance {
  /** Before Fastify: turns away at once, unread, what would be turned away later. */
  admit(listener: RequestListener): RequestListener;
  /** Within Fastify: a turn for what needs one, as soon as its body is there. */
  guard(app: FastifyInstance): void;
  /** Whether a request was turned away: it is counted, not logged. */
  wasShed(request: FastifyRequest): boolean;
}

/**
 * How many documents may move at the same time: each is an open file, and an upload is also a hash
 * of its bytes.
 */
export interface TransferLimits {
  readonly inAll: number;
  /**
   * Of one address: enough for a library or an office, and too few to keep anybody else's documents
   * out.
   */
  readonly perAddress: number;
}
const transferLimits: Readonly<Record<Transfer, TransferLimits>> = {
  upload: { inAll: 200, perAddress: 20 },
  download: { inAll: 100, perAddress: 10 },
};
/**
 * Forms without script that are read and rendered again a second though there is no turn for them: what was typed stands on the page that comes back.
 * That costs as much as a claim; who comes beyond gets a page that has the browser send the form again.
 */
const maxRenderedBusy = 10;
const reportMs = 1_000;

export interface EntranceOptions {
  /**
   * Addresses of balancers whose word on the client's address counts, as Fastify's `trustProxy` has
   * them.
   */
  readonly trustProxy?: readonly string[];
  /** Without it one address may have all: for load tests, which come from one. */
  readonly sharePerAddress: boolean;
}

export function openEntrance(
  admission: Admission,
  headers: SecurityHeaders,
  { trustProxy = [], sharePerAddress }: EntranceOptions,
): Entrance {
  const answers = makeShedAnswers(headers);
  const keys = admittedKeys();
  const kinds = new WeakMap<IncomingMessage, AdmissionKind>();
  const shed = new WeakSet<IncomingMessage>();
  const turns = new WeakMap<IncomingMessage, Leave>();
  const transfers = { upload: countTransfers(), download: countTransfers() };
  const isTrusted = proxyAddr.compile([...trustProxy]);
  const addressOf = (request: IncomingMessage) => addressSubject(proxyAddr(request, isTrusted));
  let renderedBusy = 0;

  function isShed(kind: Exclude<AdmissionKind, { name: 'free' }>, request: IncomingMessage): boolean {
    switch (kind.name) {
      case 'turn':
        return admission.isFull(kind.precedence);
      // Nothing tries again by itself for them, so they have the precedence of what was paid for.
      case 'posted':
        if (!admission.isFull('paid')) return false;
        renderedBusy += 1;
        return renderedBusy > maxRenderedBusy;
      case 'upload':
      case 'download': {
        const { inAll, perAddress } = transferLimits[kind.name];
        const { all, of } = transfers[kind.name];
        return all() >= inAll || (sharePerAddress && of(addressOf(request)) >= perAddress);
      }
    }
  }

  return {
    admit: (listener) => (request, response) => {
      const kind = admissionKindOf(request, keys.wasAdmitted);
      kinds.set(request, kind);
      if (kind.name !== 'free' && isShed(kind, request)) {
        admission.countShed();
        const retryAfterSeconds = admission.retryAfterSeconds();
        answerShed(answers, request, response, { isPage: kind.name === 'posted', retryAfterSeconds });
        return;
      }
      if (kind.name === 'upload' || kind.name === 'download')
        response.once('close', transfers[kind.name].begin(addressOf(request)));
      listener(request, response);
    },

    guard(app) {
      app.addHook('preValidation', async ({ raw }) => {
        const kind = kinds.get(raw) ?? admissionKindOf(raw, keys.wasAdmitted);
        if (kind.name !== 'turn') return;
        const leave = await admission.enter(kind.precedence);
        if (!leave) {
          shed.add(raw);
          throw overloaded(admission);
        }
        turns.set(raw, leave);
        // Whoever went away meanwhile gets nothing, and takes nobody's time.
        if (raw.destroyed && !raw.complete) throw new ProblemError('bad-request');
        const key = raw.headers[idempotencyHeader];
        if (typeof key === 'string') keys.note(key);
      });
      // Not with the end of the answer: a line that takes it slowly takes no work.
      app.addHook('onSend', (request, _reply, payload, done) => {
        turns.get(request.raw)?.();
        done(null, payload);
      });
      app.addHook('onResponse', (request, _reply, done) => {
        turns.get(request.raw)?.();
        done();
      });
      const timer = setInterval(() => {
        renderedBusy = 0;
        const counts = admission.takeCounts();
        if (counts.shed > 0) app.log.warn(counts, 'more requests than can be served: some were asked to come again');
      }, reportMs);
      timer.unref();
      app.addHook('onClose', (_instance, done) => {
        clearInterval(timer);
        admission.stop();
        done();
      });
    },

    wasShed: ({ raw }) => shed.has(raw),
  };
}

/** Transfers under way, in all and by address. */
function countTransfers() {
  const byAddress = new Map<string, number>();
  let count = 0;
  return {
    all: () => count,
    of: (address: string) => byAddress.get(address) ?? 0,
    /** Counts one; the function that it gives ends it. */
    begin(address: string): () => void {
      count += 1;
      byAddress.set(address, (byAddress.get(address) ?? 0) + 1);
      return () => {
        count -= 1;
        const left = (byAddress.get(address) ?? 0) - 1;
        if (left > 0) byAddress.set(address, left);
        else byAddress.delete(address);
      };
    },
  };
}

/** Does something within a turn of its own. Throws the problem `overloaded` when there is no turn for it. */
export async function takeTurn<T>(admission: Admission, work: () => Promise<T>): Promise<T> {
  const leave = await admission.enter('paid');
  if (!leave) throw overloaded(admission);
  try {
    return await work();
  } finally {
    leave();
  }
}

function overloaded(admission: Admission): ProblemError {
  return new ProblemError('overloaded', {}, { retryAfterSeconds: admission.retryAfterSeconds() });
}
