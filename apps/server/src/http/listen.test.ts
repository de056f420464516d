import fastify, { type FastifyInstance } from 'fastify';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { listen } from './listen.ts';

const apps: FastifyInstance[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const app of apps.splice(0)) await app.close();
});

async function start(port = 0): Promise<{ app: FastifyInstance; port: number }> {
  const app = fastify({ serverFactory: (listener) => createServer(listener), forceCloseConnections: 'idle' });
  apps.push(app);
  app.get('/', () => 'fine');
  await listen(app, { port, host: '127.0.0.1' });
  const address = app.server.address();
  return { app, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

test('connections to every socket are answered until the server closes', async () => {
  const { app, port } = await start();
  const address = `http://127.0.0.1:${port}`;
  const ask = () => fetch(address, { headers: { connection: 'close' } });
  const answers = await Promise.all(Array.from({ length: 100 }, ask));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await app.close();
  await expect(ask()).rejects.toThrow('fetch failed');
});

test('a port in use is refused, also for a second start of the same server', async () => {
  const { port } = await start();
  await expect(start(port)).rejects.toThrow('is in use by another program');
});

test.runIf(process.platform === 'linux')(
  'many new connections are accepted at a time, though each event loop round takes long',
  async () => {
    const { app, port } = await start();
    let accepted = 0;
    app.server.on('connection', () => (accepted += 1));
    let isBusy = true;
    const work = () => {
      const end = performance.now() + 20;
      while (performance.now() < end);
      if (isBusy) setImmediate(work);
    };
    for (let count = 0; count < 300; count += 1) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      sockets.push(socket);
    }
    work();
    await pause(600);
    isBusy = false;
    // One socket would have accepted thirty.
    expect(accepted).toBeGreaterThan(100);
  },
);
