import type { RequestListener, Server } from 'node:http';
import { createServer } from '../../node-http.ts';

/**
 * The limits of each connection, and of all connections together. A proxy limits connections by
 * address (docs/operations-reference.md), and `watch-progress.ts` ends those with slow bodies or
 * slow readers.
 */
export const defaultConnectionLimits = {
  /** Milliseconds from the first byte of a request to the end of its headers. */
  headersTimeout: 15_000,
  /** Milliseconds to the end of its body: 50 MiB at 10 kB/s. Longer uploads are resumable. */
  requestTimeout: 90 * 60_000,
  /** Load balancers keep connections for 60 s, and must not send into a closed one. */
  keepAliveTimeout: 72_000,
  /** Milliseconds without a byte in either direction. */
  inactivityTimeout: 150_000,
  /** Node checks the first two this often. */
  connectionsCheckingInterval: 5_000,
  /** Bytes. Cookies and headers of this website have less than 4 kB. */
  maxHeaderSize: 16 * 1024,
  /** Each takes about 10 kB and a file descriptor. */
  maxConnections: 8_000,
};

export function createLimitedServer(
  listener: RequestListener,
  { inactivityTimeout, maxConnections, ...options } = defaultConnectionLimits,
): Server {
  // `malformed-requests.ts` refuses requests without a Host header with a problem.
  const server = createServer({ ...options, requireHostHeader: false }, listener);
  server.maxConnections = maxConnections;
  return server.setTimeout(inactivityTimeout);
}
