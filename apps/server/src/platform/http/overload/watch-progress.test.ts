import { createServer, request, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { watchProgress } from './watch-progress.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Answers a body when it is complete, and `/large` with 40 MB. Requires 1,000 bytes in 10 s. */
async function listen() {
  const progress = watchProgress({ minBytes: 1_000, milliseconds: 10_000 });
  let received = 0;
  const closed: string[] = [];
  const server = createServer((incoming, response) => {
    progress.watch(incoming, response);
    response.once('close', () => closed.push(response.writableFinished ? 'sent' : 'cut off'));
    incoming.on('data', (piece: Buffer) => (received += piece.length));
    incoming.on('error', () => {});
    incoming.on('end', () => {
      if (incoming.url !== '/waiting') response.end(Buffer.alloc(incoming.url === '/large' ? 40 * 1024 ** 2 : 1));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const start = performance.now();
  return {
    received: () => received,
    closed: () => closed,
    /** Checks as if this many seconds had passed since the start. */
    checkAfter: (seconds: number) => progress.closeStalled(start + seconds * 1_000),
    send(path: string) {
      const sent = request({ port, path, method: 'POST', agent: false, host: '127.0.0.1' });
      const outcome = new Promise<string>((resolve) => {
        sent.on('error', () => resolve('closed'));
        sent.on('response', (response) => {
          response.on('error', () => resolve('closed')).on('end', () => resolve('whole'));
          if (path === '/large') response.once('readable', () => resolve('reading'));
          else response.resume();
        });
      });
      return { sent, outcome };
    },
  };
}

test('a body that stops is closed after the period, and not before', async () => {
  const server = await listen();
  const { sent, outcome } = server.send('/');
  sent.write('x'.repeat(500));
  await expect.poll(server.received).toBe(500);
  server.checkAfter(9);
  expect(sent.destroyed).toBe(false);
  server.checkAfter(12);
  expect(await outcome).toBe('closed');
});

test('a slow body that moves enough in each period is received, however long it takes', async () => {
  const server = await listen();
  const { sent, outcome } = server.send('/');
  for (let round = 1; round <= 20; round += 1) {
    sent.write('x'.repeat(1_000));
    await expect.poll(server.received).toBe(round * 1_000);
    server.checkAfter(round * 9);
  }
  sent.end();
  expect(await outcome).toBe('whole');
});

test('a response that is not read is closed', async () => {
  const server = await listen();
  const { sent, outcome } = server.send('/large');
  sent.end();
  expect(await outcome).toBe('reading');
  // Bytes that the operating system has taken since the start count once.
  for (const seconds of [1, 12, 24]) server.checkAfter(seconds);
  await expect.poll(server.closed).toEqual(['cut off']);
});

test('a request that waits for the server may take any time', async () => {
  const server = await listen();
  const { sent } = server.send('/waiting');
  sent.end('x');
  await expect.poll(server.received).toBe(1);
  for (const seconds of [1, 20, 40]) server.checkAfter(seconds);
  expect(sent.destroyed).toBe(false);
});
