import fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
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

test.runIf(process.platform === 'linux')('several connections of a rush are accepted in one iteration', async () => {
  const { app, port } = await start();
  const perIteration = [0];
  app.server.on('connection', () => perIteration.push((perIteration.pop() ?? 0) + 1));
  const clients = Array.from({ length: 300 }, () => connect(port, '127.0.0.1'));
  while (perIteration.reduce((sum, each) => sum + each) < clients.length) {
    perIteration.push(0);
    await new Promise(setImmediate);
  }
  for (const client of clients) client.destroy();
  expect(Math.max(...perIteration)).toBeGreaterThan(1);
});

test('the server closes after the requests in progress, on whichever socket they came', async () => {
  for (let times = 0; times < 8; times += 1) {
    let [isClosed, release] = [false, () => {}];
    const { app, port } = await start(0, new Promise((resolve) => (release = () => resolve('fine'))));
    const arrived = once(app.server, 'request');
    const answer = fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } });
    await arrived;
    const closed = app.close().then(() => (isClosed = true));
    for (let iterations = 0; iterations < 20; iterations += 1) await new Promise(setImmediate);
    expect(isClosed).toBe(false);
    release();
    expect((await answer).status).toBe(200);
    await closed;
  }
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
