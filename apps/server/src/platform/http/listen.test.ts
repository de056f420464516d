import fastify, { type FastifyInstance } from 'fastify';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { listen } from './listen.ts';

const apps: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

async function start(
  port = 0,
  answer: string | Promise<string> = 'fine',
): Promise<{ app: FastifyInstance; port: number }> {
  const app = fastify({ serverFactory: (listener) => createServer(listener), forceCloseConnections: 'idle' });
  apps.push(app);
  app.get('/', () => answer);
  await listen(app, { port, host: '127.0.0.1' });
  const address = app.server.address();
  return { app, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

test.runIf(process.platform === 'linux')('a rush is accepted faster than one connection per loop', async () => {
  const { app, port } = await start();
  let accepted = 0;
  app.server.on('connection', () => (accepted += 1));
  const clients = Array.from({ length: 300 }, () => connect(port, '127.0.0.1'));
  let iterations = 0;
  while (accepted < clients.length) {
    await new Promise(setImmediate);
    iterations += 1;
  }
  expect(iterations).toBeLessThan(150);
  for (const client of clients) client.destroy();
});

test('requests in progress on every socket are answered before the server has closed', async () => {
  let [waiting, release] = [0, () => {}];
  const { app, port } = await start(0, new Promise((resolve) => (release = () => resolve('fine'))));
  app.server.on('request', () => (waiting += 1));
  const answers = Array.from({ length: 100 }, () => fetch(`http://127.0.0.1:${port}`));
  while (waiting < answers.length) await new Promise(setImmediate);
  const closed = app.close();
  release();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200));
  await closed;
});

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
