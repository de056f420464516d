import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { createServer } from 'node:net';
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

/** @throws StartError if the port is not available */
export async function listen(app: FastifyInstance, address: Address): Promise<void> {
  await app.listen({ ...address, backlog }).catch((error: unknown) => {
    throw explainListenError(error, address);
  });
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
