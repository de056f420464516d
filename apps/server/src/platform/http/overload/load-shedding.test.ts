import fastify from 'fastify';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createAdmission } from './admission.ts';
import { createLoadShedding } from './load-shedding.ts';
import { sendProblem } from '../problem.ts';
import { securityHeaders } from '../security-headers.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const stop of stops.splice(0)) await stop();
});

const logged: string[] = [];

/** A server with no queue and one slot, which a first claim holds until `release`. */
async function startBusy() {
  logged.length = 0;
  const admission = createAdmission({ maxConcurrent: 1, maxWait: 0, maxQueued: 0 });
  const loadShedding = createLoadShedding(admission, securityHeaders(false));
  const app = fastify({
    logger: { level: 'info', stream: { write: (line: string) => logged.push(line) } },
    disableRequestLogging: true,
    serverFactory: (listener) => createServer({ keepAliveTimeout: 600_000 }, loadShedding.wrap(listener)),
  });
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  loadShedding.addHooks(app);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let isHeld = false;
  app.post('/api/Claims', async () => {
    isHeld = true;
    await held;
    return { done: true };
  });
  app.post('/form', () => 'received');
  let transfers = 0;
  const waiting = async () => {
    transfers += 1;
    await held;
    return 'done';
  };
  app.get('/api/claims/1/documents/2', waiting);
  app.get('/api/console/claims/1/documents/2', waiting);
  app.patch('/api/console/member-imports/1', waiting);
  app.post('/api/console/sign-in/password', () => ({ done: true }));
  app.post('/api/TppClaimants/SubmitDocuments', waiting);
  app.get('/api/health', () => 'ok');
  app.get('/', () => 'page');
  app.get('/large', () => Buffer.alloc(40_000_000));
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  stops.push(() => {
    release();
    return app.close();
  });
  const post = (key = 'a-key-of-sixteen-letters') =>
    fetch(`${address}/api/Claims`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key, 'accept-language': 'es' },
      body: '{}',
    });
  const first = post('the-key-of-the-first-claim');
  // The tests that never release it close the server.
  first.catch(() => {});
  await expect.poll(() => isHeld).toBe(true);
  return { address, release, post, first, transfers: () => transfers };
}

test('over the limit, a claim is answered 503 in its language with Retry-After; pages and health are unlimited', async () => {
  const { address, release, post, first } = await startBusy();
  const shed = await post('another-key-of-letters');
  expect(shed.status).toBe(503);
  expect(Number(shed.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(shed.headers.get('content-language')).toBe('es');
  expect(shed.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await shed.json()).toMatchObject({
    status: 503,
    code: 'overloaded',
    title: 'En este momento hay muchas personas en el sitio web',
  });
  expect((await fetch(`${address}/api/health`)).status).toBe(200);
  expect((await fetch(address)).status).toBe(200);
  release();
  expect((await first).status).toBe(200);
  expect((await post()).status).toBe(200);
});

test('a no-script form beyond the limit gets a page that asks to reload', async () => {
  const { address, release, first } = await startBusy();
  const shed = await fetch(`${address}/form`, { method: 'POST' });
  expect(shed.status).toBe(503);
  expect(shed.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await shed.text()).toContain('Your browser still has it');
  release();
  await first;
  expect((await fetch(`${address}/form`, { method: 'POST' })).status).toBe(200);
});

test('downloads and uploads in progress have separate limits, whatever else is busy', async () => {
  const { address, release, transfers } = await startBusy();
  const start = (count: number, method: string, path: string) =>
    Array.from({ length: count }, () => fetch(`${address}${path}`, { method }));
  const download = ['GET', '/api/claims/1/documents/2'] as const;
  const upload = ['POST', '/api/TppClaimants/SubmitDocuments'] as const;
  const admitted = [...start(100, ...download), ...start(200, ...upload)];
  await expect.poll(transfers).toBe(300);
  const beyond = await Promise.all([...start(1, ...download), ...start(1, ...upload)]);
  expect(beyond.map(({ status }) => status)).toEqual([503, 503]);
  release();
  for (const answer of admitted) expect((await answer).status).toBe(200);
  const [again] = start(1, ...download);
  expect((await again)?.status).toBe(200);
});

test('requests of staff take no place of claims, and their files count as transfers', async () => {
  const { address, release, first, transfers } = await startBusy();
  const staff = (method: string, path: string) => fetch(`${address}/api/console/${path}`, { method });
  expect((await staff('POST', 'sign-in/password')).status).toBe(200);
  const files = Array.from({ length: 100 }, () => staff('GET', 'claims/1/documents/2'));
  files.push(...Array.from({ length: 200 }, () => staff('PATCH', 'member-imports/1')));
  await expect.poll(transfers).toBe(300);
  expect((await staff('GET', 'claims/1/documents/2')).status).toBe(503);
  expect((await staff('PATCH', 'member-imports/1')).status).toBe(503);
  release();
  for (const answer of [first, ...files]) expect((await answer).status).toBe(200);
});

test('shed requests are one log line a second, and no failure', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { post } = await startBusy();
  await Promise.all(Array.from({ length: 20 }, () => post().then((answer) => answer.text())));
  vi.advanceTimersByTime(1_000);
  expect(logged.flatMap((line) => /"shed":(\d+)/.exec(line)?.[1] ?? [])).toEqual(['20']);
  expect(logged.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
});

test('the sender of a large shed body can read the response', async () => {
  const { address } = await startBusy();
  const { port } = new URL(address);
  const bytes = 1_000_000;
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1');
    let text = '';
    socket.on('data', (piece: Buffer) => (text += piece.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
    socket.write(
      `POST /api/Claims HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`,
    );
    // Like a browser on a slow connection, it keeps sending whatever it receives.
    const piece = 'x'.repeat(bytes / 20);
    let sent = 0;
    const timer = setInterval(() => {
      if (sent === 20) {
        clearInterval(timer);
        socket.end();
        return;
      }
      sent += 1;
      socket.write(piece);
    }, 10);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  expect(answer).toContain('"code":"overloaded"');
});

test('a small shed body is discarded, and the connection serves the next request', async () => {
  const { address, release, first } = await startBusy();
  const { port } = new URL(address);
  const body = '{}';
  const one = `POST /api/Claims HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const socket = connect(Number(port), '127.0.0.1');
  let text = '';
  socket.on('data', (piece: Buffer) => (text += piece.toString()));
  socket.write(one);
  await expect.poll(() => text).toMatch(/^HTTP\/1\.1 503 /);
  release();
  await first;
  socket.write(one);
  await expect.poll(() => text).toContain('HTTP/1.1 200 OK');
  socket.destroy();
});

/** Sends up to 200 MB until the server closes the connection, and returns what it answered. */
async function flood(address: string, length: string): Promise<string> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  let text = '';
  socket.on('data', (piece: Buffer) => (text += piece.toString()));
  socket.on('error', () => {});
  socket.write(`POST /api/Claims HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${length}\r\n\r\n`);
  const piece = '10000\r\n'.padEnd(65_536 + 7, 'x') + '\r\n';
  const send = () => {
    while (socket.bytesWritten < 200_000_000 && socket.write(piece));
  };
  await expect.poll(() => text).toMatch(/^HTTP\/1\.1 503 /);
  socket.on('drain', send);
  send();
  await expect.poll(() => socket.closed).toBe(true);
  return text;
}

test.each(['Content-Length: 9000000000', 'Transfer-Encoding: chunked'])(
  'a huge shed body (%s) is answered, and not read to its end',
  async (length) => {
    const { address } = await startBusy();
    expect(await flood(address, length)).toContain('"code":"overloaded"');
  },
);

test('a page that is not read and a shed body that stops are closed after minutes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const { address } = await startBusy();
  const open = async (text: string): Promise<Socket> => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => {});
    socket.write(text);
    await new Promise((resolve) => socket.once('readable', resolve));
    return socket;
  };
  const sockets = [
    await open('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n'),
    await open('POST /api/Claims HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nx'),
  ];
  // Bytes that the operating system has taken since the start count once.
  vi.advanceTimersByTime(11 * 60_000);
  for (const socket of sockets) socket.resume();
  await expect.poll(() => sockets.map(({ closed }) => closed)).toEqual([true, true]);
  expect(sockets[0]?.bytesRead).toBeLessThan(40_000_000);
});
