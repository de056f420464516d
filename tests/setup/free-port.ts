import { createServer } from 'node:net';

// Below the ports that systems hand out for outgoing connections: a server that is killed finds its own free again.
const first = 4_600;
const count = 100;
const taken = new Set<number>();
let next = process.pid % count;

/** A port of this machine on which nobody listens, and that is given only once. */
export async function takeFreePort(): Promise<number> {
  for (let tries = 0; tries < count; tries += 1) {
    const port = first + ((next += 1) % count);
    if (taken.has(port)) continue;
    taken.add(port);
    if (await isFree(port)) return port;
    taken.delete(port);
  }
  throw new Error(`No port from ${first} to ${first + count - 1} is free`);
}

export function giveBackPort(port: number): void {
  taken.delete(port);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1' }, () => server.close(() => resolve(true)));
  });
}
