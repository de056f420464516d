import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
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

let slowRequests = 0;
/** Answers everything but `/slow`, which it never answers. */
async function listen(limits: Partial<typeof defaultConnectionLimits>): Promise<number> {
  const server = createLimitedServer(
    (request, response) => {
      if (request.url === '/slow') slowRequests += 1;
      else response.end('fine');
    },
    { ...defaultConnectionLimits, connectionsCheckingInterval: 50, ...limits },
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

test('closes a connection whose headers arrive a byte at a time', async () => {
  const port = await listen({ headersTimeout: 300 });
  const line = await open(port);
  for (const byte of get()) {
    if (!line.isOpen() || line.heard() !== '') break;
    line.socket.write(byte);
    await pause(50);
  }
  await expect.poll(line.isOpen).toBe(false);
  expect(line.heard()).toMatch(/^HTTP\/1\.1 408 /);
});

test('closes a connection without a request', async () => {
  const port = await listen({ headersTimeout: 300 });
  const line = await open(port);
  await expect.poll(line.isOpen).toBe(false);
});

test('closes a connection whose body does not arrive in time', async () => {
  const port = await listen({ headersTimeout: 200, requestTimeout: 300 });
  const line = await open(port);
  line.socket.write('POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nx');
  await expect.poll(line.isOpen).toBe(false);
  expect(line.heard()).toMatch(/^HTTP\/1\.1 408 /);
});

test('closes a connection without a byte in either direction', async () => {
  const port = await listen({ inactivityTimeout: 200 });
  const line = await open(port);
  line.socket.write(get('/slow'));
  await expect.poll(line.isOpen).toBe(false);
});

test('answers 431 to oversized headers', async () => {
  const port = await listen({});
  const line = await open(port);
  line.socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`);
  await expect.poll(line.heard).toMatch(/^HTTP\/1\.1 431 /);
  await expect.poll(line.isOpen).toBe(false);
});

test('closes a connection that stays idle after a request', async () => {
  const port = await listen({ keepAliveTimeout: 200 });
  const line = await open(port);
  line.socket.write(get());
  await expect.poll(line.heard).toContain('fine');
  await expect.poll(line.isOpen).toBe(false);
});

test('a connection beyond the total limit is closed', async () => {
  const port = await listen({ maxConnections: 3 });
  const lines = [await open(port), await open(port), await open(port)];
  slowRequests = 0;
  for (const line of lines) line.socket.write(get('/slow'));
  await expect.poll(() => slowRequests).toBe(3);
  const next = await open(port);
  await expect.poll(next.isOpen).toBe(false);
  expect(lines.map(({ isOpen }) => isOpen())).toEqual([true, true, true]);
});
