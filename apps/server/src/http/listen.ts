import type { FastifyInstance } from 'fastify';
import cluster from 'node:cluster';
import { once } from 'node:events';
import type { ListenOptions, Server } from 'node:net';
import { createServer } from 'node:net';

/**
 * How many sockets listen at the port. Node's library takes one new connection from each in a round of its loop, however many wait, and in a rush
 * a round is long. With rounds of 20 ms, 100 connections took 2.1 s to be let in by one door, and 0.4 s by 16.
 */
const doors = 64;
/**
 * Connections that wait at each door; the system may allow fewer. Node's 511 are full within a tenth of a second of a rush, and whoever
 * finds no place tries again only after one, three, seven seconds.
 */
const connectionsInLine = 4_096;

/**
 * Listens at a port with so many sockets that a rush of new connections is let in as fast as it is served. Where the system does not spread connections
 * (`SO_REUSEPORT`), and among several processes, of which one does nothing but let them in, with one.
 */
export async function listenAtDoors(
  app: FastifyInstance,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<void> {
  const at = { port, host, backlog: connectionsInLine };
  if (cluster.isWorker || process.platform !== 'linux') {
    await app.listen(at);
    return;
  }
  // Sockets that share a port would share it with those of another start of this program too.
  await requireFree(port, host);
  const more: Server[] = [];
  const closed: Promise<unknown>[] = [];
  app.addHook('preClose', (done) => {
    for (const door of more) {
      closed.push(once(door, 'close'));
      door.close();
    }
    done();
  });
  app.addHook('onClose', async () => {
    await Promise.all(closed);
  });
  const shared = { ...at, reusePort: true };
  await app.listen(shared);
  const bound = app.server.address();
  if (bound === null || typeof bound === 'string') return;
  for (let door = 1; door < doors; door += 1) {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      app.server.emit('connection', socket),
    );
    await listen(server, { ...shared, port: bound.port });
    more.push(server);
  }
}

/** @throws what `listen` gives for a port that cannot be had */
export async function requireFree(port: number, host: string): Promise<void> {
  const probe = createServer();
  await listen(probe, { port, host });
  probe.close();
  await once(probe, 'close');
}

function listen(server: Server, at: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
