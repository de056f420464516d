import fastify from 'fastify';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { addRequestTimeouts, isTooSlow, progressAfter, type RequestTimeouts } from './request-timeouts.ts';

const stops: (() => Promise<unknown>)[] = [];
const largeAnswers: string[] = [];
afterEach(async () => {
  largeAnswers.length = 0;
  for (const stop of stops.splice(0)) await stop();
});

/** Short for the limit under test, practically unlimited for the others. */
const generous: RequestTimeouts = {
  maxMilliseconds: 60_000,
  inactivityMilliseconds: 60_000,
  graceMilliseconds: 60_000,
  minBytesPerSecond: 1,
  slowMilliseconds: 100,
  maxSlowPerAddress: 100,
  responseDelayMilliseconds: 60_000,
  checkMilliseconds: 50,
};

async function listen(times: Partial<RequestTimeouts>): Promise<string> {
  const app = fastify({ requestTimeout: 0 });
  stops.push(() => app.close());
  addRequestTimeouts(app, { ...generous, ...times });
  app.addContentTypeParser('*', (_request, body, done) => {
    let size = 0;
    body.on('data', (piece: Buffer) => (size += piece.length));
    body.on('end', () => done(null, size));
    body.on('error', done);
  });
  app.post('/short', (incoming) => String(incoming.body));
  app.get('/large', (_request, reply) => {
    reply.raw.once('close', () => largeAnswers.push(reply.raw.writableFinished ? 'whole' : 'closed'));
    return reply.send(Readable.from(pieces(40)));
  });
  app.post('/long', { config: { hasLongBody: true } }, (incoming) => String(incoming.body));
  return app.listen({ port: 0, host: '127.0.0.1' });
}

/** A number of megabytes, each written when the buffer has space. */
function* pieces(megabytes: number): Generator<Buffer> {
  for (let count = 0; count < megabytes; count += 1) yield Buffer.alloc(1024 ** 2);
}

/** Sends `pieces`, one every 50 ms. Returns the status, or that the connection was closed. */
async function sendSlowly(
  address: string,
  path: string,
  { pieces, pieceBytes = 1, missing = 0 }: { pieces: number; pieceBytes?: number; missing?: number },
): Promise<number | 'closed'> {
  const sent = request(`${address}${path}`, {
    method: 'POST',
    agent: false,
    headers: { 'content-length': pieces * pieceBytes + missing, 'content-type': 'application/octet-stream' },
  });
  const answer = new Promise<number | 'closed'>((resolve) => {
    sent.on('response', (response) => resolve(response.resume().statusCode ?? 0));
    sent.on('error', () => resolve('closed'));
  });
  for (let piece = 0; piece < pieces && !sent.destroyed; piece += 1) {
    sent.write('x'.repeat(pieceBytes));
    await pause(50);
  }
  if (missing === 0) sent.end();
  return answer;
}

test('closes a request whose body is not complete in time, however fast it arrives', async () => {
  const address = await listen({ maxMilliseconds: 300 });
  expect(await sendSlowly(address, '/short', { pieces: 2 })).toBe(200);
  expect(await sendSlowly(address, '/short', { pieces: 20 })).toBe('closed');
});

test('allows a route with a long body any time while bytes arrive, and no longer', async () => {
  const address = await listen({ maxMilliseconds: 300, inactivityMilliseconds: 300 });
  expect(await sendSlowly(address, '/long', { pieces: 20 })).toBe(200);
  expect(await sendSlowly(address, '/long', { pieces: 2, missing: 1 })).toBe('closed');
});

test('closes a body that arrives a byte at a time after the grace period, also on a route with a long body', async () => {
  // 20 bytes a second; the minimum is 100.
  const address = await listen({ graceMilliseconds: 400, minBytesPerSecond: 100 });
  const both = ['/short', '/long'].map((path) => sendSlowly(address, path, { pieces: 40 }));
  expect(await Promise.all(both)).toEqual(['closed', 'closed']);
});

test('keeps a slow connection at the minimum rate, and bytes received early allow a pause', async () => {
  const address = await listen({ graceMilliseconds: 400, minBytesPerSecond: 100 });
  expect(await sendSlowly(address, '/short', { pieces: 30, pieceBytes: 20 })).toBe(200);
  const sent = request(`${address}/short`, {
    method: 'POST',
    agent: false,
    headers: { 'content-length': 301, 'content-type': 'application/octet-stream' },
  });
  const answer = new Promise((resolve) => {
    sent.on('response', (response) => resolve(response.resume().statusCode));
    sent.on('error', () => resolve('closed'));
  });
  sent.write('x'.repeat(300));
  await pause(1_200);
  sent.end('y');
  expect(await answer).toBe(200);
});

test('closes the slowest bodies of an address that has too many slow ones', async () => {
  const address = await listen({ maxSlowPerAddress: 2 });
  const quick = [1, 2].map(() => sendSlowly(address, '/long', { pieces: 12, pieceBytes: 1_000 }));
  const slow = [1, 2, 3].map(() => sendSlowly(address, '/long', { pieces: 12 }));
  expect(await Promise.all(quick)).toEqual([200, 200]);
  expect(await Promise.all(slow)).toEqual(['closed', 'closed', 'closed']);
});

test('closes a response that the client does not read; a client that reads gets all of it', async () => {
  const address = await listen({ responseDelayMilliseconds: 200, minBytesPerSecond: 10_000_000 });
  request(`${address}/large`, { agent: false }, (response) => response.pause())
    .on('error', () => {})
    .end();
  await expect.poll(() => largeAnswers, { timeout: 10_000 }).toEqual(['closed']);
  const patient = await listen({});
  expect((await (await fetch(`${patient}/large`)).arrayBuffer()).byteLength).toBe(40 * 1024 ** 2);
});

describe('the time that a client has to read a response', () => {
  const times = { responseDelayMilliseconds: 120_000, minBytesPerSecond: 1_000 };
  const passedMilliseconds = 5_000;
  /**
   * After how many seconds a client is cut off that reads `bytes` in each interval while `pending`
   * bytes are always buffered; up to an hour.
   */
  const lasts = (bytes: number, { every = passedMilliseconds, pending = 64_000, quickStart = 0 } = {}) => {
    let progress = { sent: 0, behind: 0 };
    for (let time = passedMilliseconds; time <= 3_600_000; time += passedMilliseconds) {
      const sent = quickStart + Math.floor(time / every) * bytes;
      progress = progressAfter(progress, { sent, pending, passedMilliseconds }, times);
      if (isTooSlow(progress, pending, times)) return time / 1_000;
    }
    return 'to the end';
  };

  test('ends after two minutes plus the buffered bytes at the minimum rate, with no byte or few', () => {
    expect(lasts(0)).toBe(185);
    expect(lasts(0, { pending: 1_000 })).toBe(125);
    expect(lasts(500)).toBe(205);
  });

  test('does not end at the minimum rate, nor after pauses of a minute that are made up for', () => {
    expect(lasts(5_000)).toBe('to the end');
    expect(lasts(60_000, { every: 60_000 })).toBe('to the end');
  });

  test('does not accumulate: a fast start does not allow a pause later', () => {
    expect(lasts(0, { quickStart: 10_000_000 })).toBe(185);
  });

  test('is long enough for a large chunk that is counted only when it is sent', () => {
    // 300 kB at the minimum rate.
    expect(lasts(300_000, { every: 300_000, pending: 300_000 })).toBe('to the end');
  });

  test('does not run while nothing is buffered', () => {
    expect(lasts(0, { pending: 0 })).toBe('to the end');
  });
});
