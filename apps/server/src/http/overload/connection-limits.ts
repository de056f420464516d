import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import type { Socket } from 'node:net';
import { addressSubject } from '../rate-limits.ts';

/** How much of connections one client, and all together, may have. Bodies: `end-long-requests.ts`. */
export interface ConnectionLimits {
  /** Milliseconds from the first byte of a request to the end of its headers. */
  readonly headersTimeout: number;
  /** How long a connection may be idle before its next request; longer than balancers keep theirs (60 s), or they would send into a closed one. */
  readonly keepAliveTimeout: number;
  /** How long nothing at all may move on a connection, in either direction. */
  readonly stillTimeout: number;
  /** How often Node looks for headers that take too long. */
  readonly checkingInterval: number;
  /** Bytes. Our own cookies and headers are below 4 kB. */
  readonly maxHeaderSize: number;
  readonly maxHeadersCount: number;
  /** Then a connection is made anew, so that a balancer spreads its load. */
  readonly maxRequestsPerSocket: number;
  /** Of all clients; each takes about 10 kB and a file descriptor. */
  readonly mostConnections: number;
  /** Of one address. A phone company's gateway has many people behind it, with up to six connections each. */
  readonly mostPerAddress: number;
}
export const defaultConnectionLimits: ConnectionLimits = {
  headersTimeout: 15_000,
  keepAliveTimeout: 72_000,
  stillTimeout: 5 * 60_000,
  checkingInterval: 5_000,
  maxHeaderSize: 16 * 1024,
  maxHeadersCount: 100,
  maxRequestsPerSocket: 10_000,
  mostConnections: 8_000,
  mostPerAddress: 500,
};

/**
 * A server whose clients cannot hold more than their part of it. `exempt`: balancers, all of whose clients come from one address.
 */
export function createLimitedServer(
  listener: RequestListener,
  exempt: readonly string[] = [],
  limits: ConnectionLimits = defaultConnectionLimits,
): Server {
  const server = createServer(
    {
      maxHeaderSize: limits.maxHeaderSize,
      connectionsCheckingInterval: limits.checkingInterval,
      headersTimeout: limits.headersTimeout,
      keepAliveTimeout: limits.keepAliveTimeout,
      // For whole requests Node knows one limit for all routes, and some take long.
      requestTimeout: 0,
      // Such a request is refused in `unreadable-requests.ts`, with an answer that says so.
      requireHostHeader: false,
    },
    listener,
  );
  server.maxHeadersCount = limits.maxHeadersCount;
  server.maxRequestsPerSocket = limits.maxRequestsPerSocket;
  server.setTimeout(limits.stillTimeout);
  limitPerAddress(server, exempt, limits);
  makeRoom(server, limits);
  return server;
}

/** One that comes when its address has all of its connections takes the place of the one that has been idle longest; without such it is ended. */
function limitPerAddress(server: Server, exempt: readonly string[], { mostPerAddress }: ConnectionLimits): void {
  const isExempt = exemption(exempt);
  const byAddress = new Map<string, Set<Socket>>();
  const busy = new WeakSet<Socket>();
  const firstIdle = (all: ReadonlySet<Socket>) => {
    for (const socket of all) if (!busy.has(socket)) return socket;
    return undefined;
  };
  server.on('request', ({ socket }, response) => {
    busy.add(socket);
    // The longest idle one is the first of its address.
    const all = byAddress.get(subjectOf(socket));
    response.once('close', () => {
      busy.delete(socket);
      if (all?.delete(socket)) all.add(socket);
    });
  });
  server.on('connection', (socket: Socket) => {
    const subject = subjectOf(socket);
    if (isExempt(socket.remoteAddress ?? '')) return;
    const all = byAddress.get(subject) ?? new Set();
    byAddress.set(subject, all);
    if (all.size >= mostPerAddress) {
      const idle = firstIdle(all);
      if (!idle) {
        socket.destroy();
        return;
      }
      all.delete(idle);
      idle.destroy();
    }
    all.add(socket);
    socket.once('close', () => {
      all.delete(socket);
      if (all.size === 0) byAddress.delete(subject);
    });
  });
}

/**
 * Ends what is too many, and before that what only waits for another request. Node's own limit (`maxConnections`) knows only of one socket that
 * listens, and there are more (`listen-at-doors.ts`).
 */
function makeRoom(server: Server, { mostConnections }: ConnectionLimits): void {
  let connections = 0;
  let madeAt = 0;
  server.on('connection', (socket: Socket) => {
    if (connections >= mostConnections) {
      socket.destroy();
      return;
    }
    connections += 1;
    socket.once('close', () => (connections -= 1));
    const now = performance.now();
    if (connections < mostConnections * 0.9 || now - madeAt < 1_000) return;
    madeAt = now;
    server.closeIdleConnections();
  });
}

const subjectOf = (socket: Socket) => addressSubject(socket.remoteAddress ?? '');

/** Of addresses and networks as `TRUST_PROXY` has them. */
function exemption(addresses: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const each of addresses) {
    const [address = '', bits] = each.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    return plain !== '' && list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}
