import type { FastifyInstance } from 'fastify';
import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { errorCode } from '../errors/error-code.ts';
import { StartError } from '../errors/start-error.ts';

/**
 * Listening sockets. libuv accepts one connection per socket and event loop round. With rounds of
 * 20 ms, accepting 100 connections took 2.1 s with one socket and 0.4 s with 16.
 */
const sockets = 64;
/**
 * Waiting connections per socket. Node's default of 511 fills within 100 ms of a rush, and a
 * refused client tries again after one, three and seven seconds.
 */
const backlog = 4_096;

interface Address {
  readonly port: number;
  readonly host: string;
}

/**
 * Listens with many sockets (`SO_REUSEPORT`), so that a rush of connections is accepted quickly.
 * Uses one socket on other systems than Linux and in cluster workers, whose primary accepts for
 * them.
 * @throws StartError if the port is not available
 */
export async function listen(app: FastifyInstance, { port, host }: Address): Promise<void> {
  const options = { port, host, backlog };
  const explain = (error: unknown) => {
    throw explainListenError(error, { port, host });
  };
  const listenOnce = (more: { readonly reusePort?: true }) => app.listen({ ...options, ...more }).catch(explain);
  if (cluster.isWorker || process.platform !== 'linux') {
    await listenOnce({});
    return;
  }
  // With `reusePort`, a second start of this program would share the port.
  await requireFreePort({ port, host });
  const others: Server[] = [];
  const closed: Promise<unknown>[] = [];
  app.addHook('preClose', (done) => {
    for (const other of others) {
      closed.push(once(other, 'close'));
      other.close();
    }
    done();
  });
  app.addHook('onClose', async () => {
    await Promise.all(closed);
  });
  await listenOnce({ reusePort: true });
  const bound = app.server.address();
  if (bound === null || typeof bound === 'string') return;
  for (let count = 1; count < sockets; count += 1) {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      app.server.emit('connection', socket),
    );
    await once(server.listen({ ...options, reusePort: true, port: bound.port }), 'listening').catch(explain);
    others.push(server);
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

function explainListenError(error: unknown, { port, host }: Address): unknown {
  const startError = (message: string) => new StartError(message, { cause: error });
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return startError(`Port ${port} is in use by another program: stop it, or set PORT to another number.`);
    case 'EACCES':
      return startError(`Port ${port} needs more rights than this user has: set PORT to a number from 1024.`);
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EAI_AGAIN':
    case 'EINVAL':
    case 'ENOTFOUND':
      return startError(`This machine has no address ${host}: set HOST to another one.`);
    default:
      return error;
  }
}
