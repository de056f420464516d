import fastify from 'fastify';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { endLongRequests } from './end-long-requests.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A server whose requests may take 300 ms, or go on as long as something comes every 300 ms. */
async function listen(): Promise<string> {
  const app = fastify({ requestTimeout: 0 });
  stops.push(() => app.close());
  endLongRequests(app, { longestMilliseconds: 300, stillMilliseconds: 300 });
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

/** Sends a byte every 50 ms, so many, and then nothing more; gives the status, or that the line was cut. */
async function dribble(address: string, path: string, bytes: number, announced = bytes): Promise<number | 'cut'> {
  const sent = request(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-length': announced, 'content-type': 'application/octet-stream' },
  });
  const answer = new Promise<number | 'cut'>((resolve) => {
    sent.on('response', (response) => resolve(response.resume().statusCode ?? 0));
    sent.on('error', () => resolve('cut'));
  });
  for (let byte = 0; byte < bytes && !sent.destroyed; byte += 1) {
    sent.write('x');
    await pause(50);
  }
  if (bytes === announced) sent.end();
  return answer;
}

test('a request that is not whole in time is broken off, however busily it comes', async () => {
  const address = await listen();
  expect(await dribble(address, '/short', 2)).toBe(200);
  expect(await dribble(address, '/short', 20)).toBe('cut');
});

test('a route that may take long takes as long as something comes, and no longer', async () => {
  const address = await listen();
  expect(await dribble(address, '/long', 20)).toBe(200);
  expect(await dribble(address, '/long', 2, 3)).toBe('cut');
});
