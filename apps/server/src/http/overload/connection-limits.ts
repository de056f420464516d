import { createServer, type RequestListener, type Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { addressSubject } from '../client-address.ts';

/** Limits of one client's connections, and of all. For bodies: `request-timeouts.ts`. */
export const defaultConnectionLimits = {
  /** Milliseconds from the first byte of a request to the end of its headers. */
  headersTimeout: 15_000,
  /** Longer than load balancers keep connections (60 s), or they would send into a closed one. */
  keepAliveTimeout: 72_000,
  /** Milliseconds without a byte in either direction. */
  inactivityTimeout: 5 * 60_000,
  /** How often Node checks `headersTimeout`. */
  checkingInterval: 5_000,
  /** Bytes. Our cookies and headers have less than 4 kB. */
  maxHeaderSize: 16 * 1024,
  maxHeadersCount: 100,
  /** Then clients reconnect, so that a load balancer spreads its load. */
  maxRequestsPerSocket: 10_000,
  /** Each takes about 10 kB and a file descriptor. */
  maxConnections: 8_000,
  /** A mobile carrier has many people behind one address, with up to six connections each. */
  maxPerAddress: 500,
};
export type ConnectionLimits = Readonly<typeof defaultConnectionLimits>;

/** A server that limits connections. `exempt`: load balancers, which many clients share. */
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
      // Node has one limit for all routes, and uploads take long.
      requestTimeout: 0,
      // `malformed-requests.ts` refuses such a request with a problem.
      requireHostHeader: false,
    },
    listener,
  );
  server.maxHeadersCount = limits.maxHeadersCount;
  server.maxRequestsPerSocket = limits.maxRequestsPerSocket;
  server.setTimeout(limits.inactivityTimeout);
  limitPerAddress(server, exempt, limits);
  limitTotal(server, limits);
  return server;
}

/** A connection beyond the limit replaces its address's longest idle one, or is closed. */
function limitPerAddress(server: Server, exempt: readonly string[], { maxPerAddress }: ConnectionLimits): void {
  const isExempt = exemption(exempt);
  const byAddress = new Map<string, Set<Socket>>();
  const busy = new WeakSet<Socket>();
  server.on('request', ({ socket }, response) => {
    busy.add(socket);
    // Moves the connection to the end: the first one has been idle longest.
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
    if (all.size >= maxPerAddress) {
      const idle = [...all].find((open) => !busy.has(open));
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
 * Closes idle connections near the limit and new ones beyond it. Node's `maxConnections` counts one
 * listening socket, and there are several (`listen.ts`).
 */
function limitTotal(server: Server, { maxConnections }: ConnectionLimits): void {
  let connections = 0;
  let closedIdleAt = 0;
  server.on('connection', (socket: Socket) => {
    if (connections >= maxConnections) {
      socket.destroy();
      return;
    }
    connections += 1;
    socket.once('close', () => (connections -= 1));
    const now = performance.now();
    if (connections < maxConnections * 0.9 || now - closedIdleAt < 1_000) return;
    closedIdleAt = now;
    server.closeIdleConnections();
  });
}

const subjectOf = (socket: Socket) => addressSubject(socket.remoteAddress ?? '');

/** Matches addresses and networks in the format of `TRUST_PROXY`. */
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
