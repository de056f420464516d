import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressSubject } from './rate-limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body may take as long as it needs, as long as it comes at the least rate. */
    hasLongBody?: boolean;
  }
}

export interface RequestTimeouts {
  /** A whole body, but a piece of a file. */
  readonly maxMilliseconds: number;
  /** Without a single byte. */
  readonly inactivityMilliseconds: number;
  /** A body may take so long, and so much longer for each byte of it that is here. */
  readonly graceMilliseconds: number;
  readonly minBytesPerSecond: number;
  /** From when on a body counts as slow, and how many such an address may have. */
  readonly slowMilliseconds: number;
  readonly maxSlowPerAddress: number;
  /** How long nothing of an answer may go out though there is something to send. */
  readonly responseDelayMilliseconds: number;
  /** How often is looked. */
  readonly checkMilliseconds: number;
}
/**
 * A claimant on a bad line must not be cut, who sends 25 MB at 14 kB a second in half an hour; nor one whose line stands still for a minute on
 * the way. A byte a second must not hold a connection for half an hour. So, as Apache's `RequestReadTimeout body=90,MinRate=1000`: a minute and a half, and a
 * second more for each thousand bytes that have come. Who was quick has time in hand; who sends nothing worth having is gone in 90 seconds.
 * Two minutes without a byte is a dead line. What one address may have of slow bodies leaves room for a library.
 */
const defaultTimeouts: RequestTimeouts = {
  maxMilliseconds: 30 * 60 * 1_000,
  inactivityMilliseconds: 2 * 60 * 1_000,
  graceMilliseconds: 90 * 1_000,
  minBytesPerSecond: 1_000,
  slowMilliseconds: 20 * 1_000,
  maxSlowPerAddress: 40,
  responseDelayMilliseconds: 2 * 60 * 1_000,
  checkMilliseconds: 5 * 1_000,
};

/** A request whose body is still coming. */
interface Arriving {
  readonly request: FastifyRequest;
  readonly since: number;
  readonly bytesBefore: number;
  bytes: number;
  /** When the last bytes came. */
  movedAt: number;
}

/** How an answer goes out. */
export interface Progress {
  /** Bytes of its connection that the system has taken. */
  readonly sent: number;
  /** Milliseconds that its reader has taken longer than at the least rate. */
  readonly behind: number;
}

/**
 * How an answer goes out after another look. Being quick cannot be saved up for a standstill later,
 * and time in which nothing waits for the reader, as while a disk is slow, does not count.
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

/**
 * Whether a reader is too slow: of a large piece nothing shows before its end, so the more waits,
 * the longer it may take.
 */
export function isTooSlow(
  { behind }: Progress,
  pending: number,
  times: Pick<RequestTimeouts, 'responseDelayMilliseconds' | 'minBytesPerSecond'>,
): boolean {
  return behind > times.responseDelayMilliseconds + (pending / times.minBytesPerSecond) * 1_000;
}

/**
 * Breaks requests off whose bodies take too long: as a whole (except for routes with
 * `hasLongBody`), by their rate, or because nothing comes any more; and the slowest of an address
 * that has too many slow ones. Answers whose readers take them too slowly end too. Node's own limit
 * (`requestTimeout`) is one for the whole server. How long the headers may take is Node's to limit.
 */
export function addRequestTimeouts(app: FastifyInstance, times: RequestTimeouts = defaultTimeouts): void {
  const arriving = new Set<Arriving>();
  const leaving = new Map<ServerResponse, Progress>();
  // Where the request before ended: the head of this one may have come together with all of its body.
  const bytesAtEnd = new WeakMap<object, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    leaving.set(reply.raw, { sent: raw.socket.bytesWritten, behind: 0 });
    reply.raw.once('close', () => leaving.delete(reply.raw));
    const { socket } = raw;
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

  let lookedAt = performance.now();
  const look = () => {
    const now = performance.now();
    const passedMilliseconds = now - lookedAt;
    lookedAt = now;
    for (const [response, before] of leaving) {
      const { socket, writableLength: pending } = response;
      if (!socket) continue;
      const sent = socket.bytesWritten - socket.writableLength;
      const progress = progressAfter(before, { sent, pending, passedMilliseconds }, times);
      if (isTooSlow(progress, pending, times)) socket.destroy();
      else leaving.set(response, progress);
    }
    const slow = new Map<string, Arriving[]>();
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
      else if (now - one.since > times.slowMilliseconds) {
        const address = addressSubject(one.request.ip);
        const others = slow.get(address);
        if (others) others.push(one);
        else slow.set(address, [one]);
      }
    }
    for (const ofAddress of slow.values()) {
      if (ofAddress.length <= times.maxSlowPerAddress) continue;
      const rate = ({ bytes, since }: Arriving) => bytes / (now - since);
      ofAddress.sort((a, b) => rate(b) - rate(a));
      for (const { request } of ofAddress.slice(times.maxSlowPerAddress)) request.raw.destroy();
    }
  };
  const timer = setInterval(look, times.checkMilliseconds);
  timer.unref();
  app.addHook('onClose', (_instance, done) => {
    clearInterval(timer);
    done();
  });
}

/** Of the request line and the headers. */
function headBytes({ method = '', url = '', rawHeaders }: IncomingMessage): number {
  const line = method.length + url.length + '  HTTP/1.1\r\n'.length;
  // Each name has `: ` after it, each value a line's end; an empty line ends them.
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
