import fastify, { type FastifyInstance } from 'fastify';
import { createServer } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { listen } from './listen.ts';

const apps: FastifyInstance[] = [];
afterEach(async () => {
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

test('connections are answered until the server closes', async () => {
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
