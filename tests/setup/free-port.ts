import { once } from 'node:events';
import { createServer } from 'node:net';

/** An unused port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return address.port;
}

// Below the ports that systems use for outgoing connections, so that a killed server finds its port
// free.
const first = 4_600;
const count = 100;
const reserved = new Set<number>();
let next = process.pid % count;

/** A port that stays free while its server is down. This process reserves it only once. */
export async function reservePort(): Promise<number> {
  for (let tries = 0; tries < count; tries += 1) {
    const port = first + ((next += 1) % count);
    if (reserved.has(port)) continue;
    reserved.add(port);
    if (await isFree(port)) return port;
    reserved.delete(port);
  }
  throw new Error(`No port from ${first} to ${first + count - 1} is free`);
}

export function releasePort(port: number): void {
  reserved.delete(port);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1' }, () => server.close(() => resolve(true)));
  });
}
