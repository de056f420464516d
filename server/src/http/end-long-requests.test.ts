import fastify from 'fastify';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { RequestTimes } from './end-long-requests.ts';
import { endLongRequests } from './end-long-requests.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** So short that a test can wait for it; what is not asked about is as good as unlimited. */
const generous: RequestTimes = {
  longestMilliseconds: 60_000,
  stillMilliseconds: 60_000,
  graceMilliseconds: 60_000,
  leastBytesPerSecond: 1,
  slowMilliseconds: 100,
  mostSlowPerAddress: 100,
  lookMilliseconds: 50,
};

async function listen(times: Partial<RequestTimes>): Promise<string> {
  const app = fastify({ requestTimeout: 0 });
  stops.push(() => app.close());
  endLongRequests(app, { ...generous, ...times });
  app.addContentTypeParser('*', (_request, body, done) => {
    let size = 0;
    body.on('data', (piece: Buffer) => (size += piece.length));
    body.on('end', () => done(null, size));
    body.on('error', done);
  });
  app.post('/short', (incoming) => String(incoming.body));
  app.post('/long', { config: { mayTakeLong: true } }, (incoming) => String(incoming.body));
  return app.listen({ port: 0, host: '127.0.0.1' });
}

/** Sends a piece every 50 ms, so many, and then nothing more; gives the status, or that the line was cut. */
async function dribble(
  address: string,
  path: string,
  { pieces, pieceBytes = 1, missing = 0 }: { pieces: number; pieceBytes?: number; missing?: number },
): Promise<number | 'cut'> {
  const sent = request(`${address}${path}`, {
    method: 'POST',
    agent: false,
    headers: { 'content-length': pieces * pieceBytes + missing, 'content-type': 'application/octet-stream' },
  });
  const answer = new Promise<number | 'cut'>((resolve) => {
    sent.on('response', (response) => resolve(response.resume().statusCode ?? 0));
    sent.on('error', () => resolve('cut'));
  });
  for (let piece = 0; piece < pieces && !sent.destroyed; piece += 1) {
    sent.write('x'.repeat(pieceBytes));
    await pause(50);
  }
  if (missing === 0) sent.end();
  return answer;
}

test('a request that is not whole in time is broken off, however busily it comes', async () => {
  const address = await listen({ longestMilliseconds: 300 });
  expect(await dribble(address, '/short', { pieces: 2 })).toBe(200);
  expect(await dribble(address, '/short', { pieces: 20 })).toBe('cut');
});

test('a route that may take long takes as long as something comes, and no longer', async () => {
  const address = await listen({ longestMilliseconds: 300, stillMilliseconds: 300 });
  expect(await dribble(address, '/long', { pieces: 20 })).toBe(200);
  expect(await dribble(address, '/long', { pieces: 2, missing: 1 })).toBe('cut');
});

test('a body that comes a byte at a time is broken off after the grace, also where it may take long', async () => {
  // 20 bytes a second, where 100 are the least.
  const address = await listen({ graceMilliseconds: 400, leastBytesPerSecond: 100 });
  const both = ['/short', '/long'].map((path) => dribble(address, path, { pieces: 40 }));
  expect(await Promise.all(both)).toEqual(['cut', 'cut']);
});

test('a slow line that keeps the least rate is not cut, and what came quickly buys time for a standstill', async () => {
  const address = await listen({ graceMilliseconds: 400, leastBytesPerSecond: 100 });
  expect(await dribble(address, '/short', { pieces: 30, pieceBytes: 20 })).toBe(200);
  const sent = request(`${address}/short`, {
    method: 'POST',
    agent: false,
    headers: { 'content-length': 301, 'content-type': 'application/octet-stream' },
  });
  const answer = new Promise((resolve) => {
    sent.on('response', (response) => resolve(response.resume().statusCode));
    sent.on('error', () => resolve('cut'));
  });
  sent.write('x'.repeat(300));
  await pause(1_200);
  sent.end('y');
  expect(await answer).toBe(200);
});

test('of the slow bodies of an address that has too many, the slowest are broken off', async () => {
  const address = await listen({ mostSlowPerAddress: 2 });
  const quick = [1, 2].map(() => dribble(address, '/long', { pieces: 12, pieceBytes: 1_000 }));
  const slow = [1, 2, 3].map(() => dribble(address, '/long', { pieces: 12 }));
  expect(await Promise.all(quick)).toEqual([200, 200]);
  expect(await Promise.all(slow)).toEqual(['cut', 'cut', 'cut']);
});
