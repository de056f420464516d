import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Finds an unused port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return address.port;
}

// Systems use higher ports for outgoing connections, so a killed server finds its port free.
const first = 4_500;
const count = 100;
/** Guards listen on the port above a reserved one, so that other processes see that it is taken. */
const guards = new Map<number, Server>();
let next = process.pid % count;

/** No other test takes the port while its server is down, not even in another process. */
export async function reservePort(): Promise<number> {
  for (let tries = 0; tries < count; tries += 1) {
    const port = first + 2 * ((next += 1) % count);
    const guard = await listenOn(port + 1);
    if (!guard) continue;
    guards.set(port, guard);
    const probe = await listenOn(port);
    if (probe) {
      await close(probe);
      return port;
    }
    await releasePort(port);
  }
  throw new Error(`No port from ${first} to ${first + 2 * count - 1} is free`);
}

export async function releasePort(port: number): Promise<void> {
  const guard = guards.get(port);
  guards.delete(port);
  if (guard) await close(guard);
}

/** Undefined if the port is taken. */
function listenOn(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: '127.0.0.1' }, () => resolve(server.unref()));
  });
}

async function close(server: Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
}
