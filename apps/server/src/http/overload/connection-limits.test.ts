import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { ConnectionLimits } from './connection-limits.ts';
import { createLimitedServer, defaultConnectionLimits } from './connection-limits.ts';

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Answers everything but `/slow`, which it never answers. */
async function listen(limits: Partial<ConnectionLimits>, exempt: readonly string[] = []): Promise<number> {
  const server = createLimitedServer(
    (request, response) => {
      if (request.url !== '/slow') response.end('fine');
    },
    exempt,
    { ...defaultConnectionLimits, checkingInterval: 50, ...limits },
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

interface Line {
  readonly socket: Socket;
  readonly heard: () => string;
  readonly isOpen: () => boolean;
}
async function open(port: number): Promise<Line> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  let isOpen = true;
  socket.on('data', (piece: Buffer) => (text += piece.toString()));
  socket.on('error', () => {});
  socket.on('close', () => (isOpen = false));
  await new Promise((resolve) => socket.once('connect', resolve));
  return { socket, heard: () => text, isOpen: () => isOpen };
}
const get = (path = '/') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

test('headers that come a byte at a time are given up', async () => {
  const port = await listen({ headersTimeout: 300 });
  const line = await open(port);
  const begun = performance.now();
  for (const byte of get()) {
    if (!line.isOpen() || line.heard() !== '') break;
    line.socket.write(byte);
    await pause(50);
  }
  await expect.poll(line.isOpen).toBe(false);
  expect(line.heard()).toMatch(/^HTTP\/1\.1 408 /);
  expect(performance.now() - begun).toBeLessThan(3_000);
});

test('a connection on which nothing was ever asked is given up', async () => {
  const port = await listen({ headersTimeout: 300 });
  const line = await open(port);
  await expect.poll(line.isOpen, { timeout: 3_000 }).toBe(false);
});

test('headers that are larger than any of ours are refused: 431', async () => {
  const port = await listen({});
  const line = await open(port);
  line.socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`);
  await expect.poll(line.heard).toMatch(/^HTTP\/1\.1 431 /);
  await expect.poll(line.isOpen).toBe(false);
});

test('a connection that is idle after a request is ended in time', async () => {
  const port = await listen({ keepAliveTimeout: 200 });
  const line = await open(port);
  line.socket.write(get());
  await expect.poll(line.heard).toContain('fine');
  await expect.poll(line.isOpen, { timeout: 4_000 }).toBe(false);
});

test('an address has so many connections; one more takes the place of one that is idle', async () => {
  const port = await listen({ maxPerAddress: 3 });
  const lines = [await open(port), await open(port), await open(port)];
  for (const line of lines.slice(0, 2)) line.socket.write(get('/slow'));
  await pause(100);
  const next = await open(port);
  next.socket.write(get());
  await expect.poll(next.heard).toContain('fine');
  expect(lines.map(({ isOpen }) => isOpen())).toEqual([true, true, false]);
});

test('when all of its connections are at work, one more is ended; another address is not asked', async () => {
  const port = await listen({ maxPerAddress: 2 });
  const lines = [await open(port), await open(port)];
  for (const line of lines) line.socket.write(get('/slow'));
  await pause(100);
  const next = await open(port);
  await expect.poll(next.isOpen).toBe(false);
  expect(lines.map(({ isOpen }) => isOpen())).toEqual([true, true]);
  // Only Linux has all of 127.0.0.0/8.
  if (process.platform !== 'linux') return;
  const other = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
  sockets.push(other);
  let heard = '';
  other.on('data', (piece: Buffer) => (heard += piece.toString()));
  other.write(get());
  await expect.poll(() => heard).toContain('fine');
});

test('a balancer has as many connections as it needs', async () => {
  const port = await listen({ maxPerAddress: 2 }, ['127.0.0.0/8']);
  const lines = await Promise.all([1, 2, 3, 4, 5].map(() => open(port)));
  for (const line of lines) line.socket.write(get('/slow'));
  await pause(100);
  expect(lines.map(({ isOpen }) => isOpen())).toEqual([true, true, true, true, true]);
});

test('of all together there are so many, and idle ones free up space before that', async () => {
  const port = await listen({ maxConnections: 10 });
  const lines: Line[] = [];
  for (let count = 0; count < 8; count += 1) {
    const line = await open(port);
    line.socket.write(get());
    await expect.poll(line.heard).toContain('fine');
    lines.push(line);
  }
  const next = await open(port);
  next.socket.write(get());
  await expect.poll(next.heard).toContain('fine');
  await expect.poll(() => lines.filter(({ isOpen }) => isOpen()).length).toBeLessThan(8);
});

test('beyond those of all together one more is ended', async () => {
  const port = await listen({ maxConnections: 3 });
  const lines = [await open(port), await open(port), await open(port)];
  for (const line of lines) line.socket.write(get('/slow'));
  await pause(100);
  const next = await open(port);
  await expect.poll(next.isOpen).toBe(false);
  expect(lines.map(({ isOpen }) => isOpen())).toEqual([true, true, true]);
});
