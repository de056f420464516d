import type { FastifyInstance } from 'fastify';
import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { errorCode } from '../errors/error-code.ts';
import { StartError } from '../errors/start-error.ts';

/**
 * Connections that wait to be accepted. Node's default of 511 fills within 100 ms of a rush, and a
 * refused client tries again after one, three and seven seconds.
 */
const backlog = 4_096;

interface Address {
  readonly port: number;
  readonly host: string;
}

/**
 * Listening sockets of a process. Node accepts one connection per socket and iteration of its event
 * loop. When a rush begins, nginx opens hundreds, and their requests would wait for seconds while
 * older connections are served.
 */
const sockets = 16;

/**
 * Listens with several sockets. The processes of a cluster use one, because their primary accepts
 * for them and serves no requests; so do systems on which sockets cannot share a port.
 * @throws StartError if the port is not available
 */
export async function listen(app: FastifyInstance, address: Address): Promise<void> {
  const explain = (error: unknown) => {
    throw explainListenError(error, address);
  };
  if (cluster.isWorker || process.platform !== 'linux') {
    await app.listen({ ...address, backlog }).catch(explain);
    return;
  }
  const others: Server[] = [];
  let closed: Promise<unknown> | undefined;
  app.addHook('preClose', async () => {
    closed = Promise.all(others.map((other) => once(other.close(), 'close')));
  });
  app.addHook('onClose', async () => {
    await closed;
  });
  // With `reusePort`, a second start would share the port, so nothing slow comes between.
  await app.ready();
  await requireFreePort(address);
  const shared = { backlog, reusePort: true };
  await app.listen({ ...address, ...shared }).catch(explain);
  const bound = app.server.address();
  if (typeof bound !== 'object' || !bound) return;
  app.server.maxConnections /= sockets;
  const accept = (socket: Socket) => app.server.emit('connection', socket);
  while (!closed && others.length < sockets - 1) {
    const other = createServer({ allowHalfOpen: true, noDelay: true }, accept);
    other.maxConnections = app.server.maxConnections;
    others.push(other);
    await once(other.listen({ ...shared, host: bound.address, port: bound.port }), 'listening').catch(explain);
  }
}

/** @throws StartError if the port is not available */
export async function requireFreePort({ port, host }: Address): Promise<void> {
  const probe = createServer();
  try {
    await once(probe.listen({ port, host }), 'listening');
  } catch (error) {
    throw explainListenError(error, { port, host });
  }
  probe.close();
  await once(probe, 'close');
}

/** @param prefix begins the names of the environment variables with the address */
export function explainListenError(error: unknown, { port, host }: Address, prefix = ''): unknown {
  const startError = (message: string) => new StartError(message, { cause: error });
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return startError(`Port ${port} is in use by another program: stop it, or set ${prefix}PORT to another number.`);
    case 'EACCES':
      return startError(`Port ${port} needs more rights than this user has: set ${prefix}PORT to a number from 1024.`);
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EAI_AGAIN':
    case 'EINVAL':
    case 'ENOTFOUND':
      return startError(`This machine has no address ${host}: set ${prefix}HOST to another one.`);
    default:
      return error;
  }
}
