import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressSubject } from './client-address.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body has no total time limit, only the minimum rate. */
    hasLongBody?: boolean;
  }
}

/**
 * As Apache's `RequestReadTimeout body=90,MinRate=1000`: 90 seconds, and one more for each 1,000
 * bytes received. A claimant may send 25 MB at 14 kB/s for half an hour or lose the connection for
 * a minute, but one byte a second does not hold a connection.
 */
const defaultTimeouts = {
  /** For a whole body, unless the route has `hasLongBody`. */
  maxMilliseconds: 30 * 60 * 1_000,
  /** Without any byte. */
  inactivityMilliseconds: 2 * 60 * 1_000,
  /** For a body, plus the time that its received bytes take at the minimum rate. */
  graceMilliseconds: 90 * 1_000,
  minBytesPerSecond: 1_000,
  /** After this time a body counts as slow. */
  slowMilliseconds: 20 * 1_000,
  /** Slow bodies at the same time. Allows for a library. */
  maxSlowPerAddress: 40,
  /** How far a client may fall behind the minimum rate when it receives a response. */
  responseDelayMilliseconds: 2 * 60 * 1_000,
  /** Between checks. */
  checkMilliseconds: 5 * 1_000,
};
export type RequestTimeouts = Readonly<typeof defaultTimeouts>;

/** A request whose body has not arrived completely. */
interface Arriving {
  readonly request: FastifyRequest;
  readonly since: number;
  readonly bytesBefore: number;
  bytes: number;
  /** When the last bytes arrived. */
  movedAt: number;
}

/** How a response is being sent. */
export interface Progress {
  /** Bytes of its connection that the operating system has taken. */
  readonly sent: number;
  /** Milliseconds that the client is behind the minimum rate. */
  readonly behind: number;
}

/**
 * The progress after another check. Being ahead does not count later, nor does time in which the
 * client was not the bottleneck.
 */
export function progressAfter(
  before: Progress,
  look: { readonly sent: number; readonly pending: number; readonly passedMilliseconds: number },
  { minBytesPerSecond }: Pick<RequestTimeouts, 'minBytesPerSecond'>,
): Progress {
  const made = ((look.sent - before.sent) / minBytesPerSecond) * 1_000;
  const waited = look.pending === 0 ? 0 : look.passedMilliseconds;
  return { sent: look.sent, behind: Math.max(0, before.behind - made) + waited };
}

/** Whether a client is too slow. The more is buffered, the longer it may take. */
export function isTooSlow(
  { behind }: Progress,
  pending: number,
  times: Pick<RequestTimeouts, 'responseDelayMilliseconds' | 'minBytesPerSecond'>,
): boolean {
  return behind > times.responseDelayMilliseconds + (pending / times.minBytesPerSecond) * 1_000;
}

/**
 * Closes requests whose bodies take too long: in total, by their rate, or without any byte; the
 * slowest of an address with too many slow ones; and responses that clients read too slowly. Node's
 * own `requestTimeout` is one limit for all routes.
 */
export function addRequestTimeouts(app: FastifyInstance, times: RequestTimeouts = defaultTimeouts): void {
  const arriving = new Set<Arriving>();
  const leaving = new Map<ServerResponse, Progress>();
  // Bytes at the end of the previous request: headers and body may arrive together.
  const bytesAtEnd = new WeakMap<object, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const { socket } = raw;
    leaving.set(reply.raw, { sent: socket.bytesWritten, behind: 0 });
    reply.raw.once('close', () => leaving.delete(reply.raw));
    if (raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined) {
      const now = performance.now();
      const bytesBefore = (bytesAtEnd.get(socket) ?? 0) + headBytes(raw);
      const one: Arriving = { request, since: now, bytesBefore, bytes: 0, movedAt: now };
      arriving.add(one);
      raw.once('close', () => {
        bytesAtEnd.set(socket, socket.bytesRead);
        arriving.delete(one);
      });
    }
    done();
  });

  let checkedAt = performance.now();
  const check = () => {
    const now = performance.now();
    const passedMilliseconds = now - checkedAt;
    checkedAt = now;
    for (const [response, before] of leaving) {
      const { socket, writableLength: pending } = response;
      if (!socket) continue;
      const sent = socket.bytesWritten - socket.writableLength;
      const progress = progressAfter(before, { sent, pending, passedMilliseconds }, times);
      if (isTooSlow(progress, pending, times)) socket.destroy();
      else leaving.set(response, progress);
    }
    const slow: Arriving[] = [];
    for (const one of arriving) {
      const { raw } = one.request;
      if (raw.complete) {
        arriving.delete(one);
        continue;
      }
      const bytes = raw.socket.bytesRead - one.bytesBefore;
      if (bytes > one.bytes) one.movedAt = now;
      one.bytes = bytes;
      if (isOver(one, now, times)) raw.destroy();
      else if (now - one.since > times.slowMilliseconds) slow.push(one);
    }
    for (const ofAddress of Map.groupBy(slow, ({ request }) => addressSubject(request.ip)).values()) {
      const rate = ({ bytes, since }: Arriving) => bytes / (now - since);
      ofAddress.sort((a, b) => rate(b) - rate(a));
      for (const { request } of ofAddress.slice(times.maxSlowPerAddress)) request.raw.destroy();
    }
  };
  const timer = setInterval(check, times.checkMilliseconds);
  timer.unref();
  app.addHook('onClose', (_instance, done) => {
    clearInterval(timer);
    done();
  });
}

/** The size of the request line and headers. */
function headBytes({ method = '', url = '', rawHeaders }: IncomingMessage): number {
  const line = method.length + url.length + '  HTTP/1.1\r\n'.length;
  // Each name is followed by `: `, each value by a line break; an empty line ends the headers.
  return rawHeaders.reduce((sum, text) => sum + text.length + 2, line) + 2;
}

function isOver({ request, since, bytes, movedAt }: Arriving, now: number, times: RequestTimeouts): boolean {
  const hasLongBody = request.routeOptions.config.hasLongBody === true;
  const allowed = times.graceMilliseconds + (bytes / times.minBytesPerSecond) * 1_000;
  return (
    (!hasLongBody && now - since > times.maxMilliseconds) ||
    now - movedAt > times.inactivityMilliseconds ||
    now - since > allowed
  );
}
