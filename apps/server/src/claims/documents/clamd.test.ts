import { once } from 'node:events';
import { type Server, type Socket, createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type ClamdAddress,
  type ScanResult,
  NoScanResultError,
  pingScanner,
  scanBytes,
  ScannerUnreachableError,
} from './clamd.ts';

/**
 * Much shorter than the defaults, for scanners that never answer. A busy machine needs longer for
 * others.
 */
const shortTimeouts = { connectMilliseconds: 30_000, sendMilliseconds: 300, resultMilliseconds: 300 };
const longTimeouts = { connectMilliseconds: 30_000, sendMilliseconds: 30_000, resultMilliseconds: 30_000 };
const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

interface Received {
  readonly command: string;
  readonly bytes: Buffer;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** A server for one test. */
async function listen(onConnection: (socket: Socket) => void): Promise<ClamdAddress> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  return { host: '127.0.0.1', port: portOf(server), maxBytes: 1_000_000 };
}

/** A daemon that reads a whole command, as clamd does, and then calls `answer`. */
function fakeDaemon(answer: (socket: Socket, command: Received) => void): Promise<ClamdAddress> {
  return listen((socket) => {
    let received = Buffer.alloc(0);
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      const command = readCommand(received);
      if (command) answer(socket, command);
    });
  });
}

/** `undefined` until the command is complete. */
function readCommand(received: Buffer): Received | undefined {
  const end = received.indexOf(0);
  if (end === -1) return undefined;
  const command = received.toString('latin1', 0, end);
  if (command !== 'zINSTREAM') return { command, bytes: Buffer.alloc(0) };
  const chunks: Buffer[] = [];
  for (let at = end + 1; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at);
    if (length === 0) return { command, bytes: Buffer.concat(chunks) };
    if (at + 4 + length > received.length) return undefined;
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

async function* chunksOf(...chunks: Buffer[]) {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}
const never = new AbortController().signal;
const scan = (daemon: ClamdAddress, ...chunks: Buffer[]) =>
  scanBytes(daemon, chunksOf(...(chunks.length > 0 ? chunks : [Buffer.from('hello')])), never, longTimeouts);
const answering = (answer: string) => fakeDaemon((socket) => socket.end(answer));

describe('a result', () => {
  test('needs every byte, in order, however the bytes are split', async () => {
    const chunks = [Buffer.alloc(200_000, 'a'), Buffer.alloc(0), Buffer.alloc(1, 'b'), Buffer.alloc(70_000, 'c')];
    let received: Received | undefined;
    const daemon = await fakeDaemon((socket, command) => {
      received = command;
      socket.end('stream: OK\0');
    });
    expect(await scan(daemon, ...chunks)).toEqual({ outcome: 'clean' });
    expect(received?.bytes.equals(Buffer.concat(chunks))).toBe(true);
  });

  test.each<[string, ScanResult]>([
    ['stream: OK\0', { outcome: 'clean' }],
    ['stream: Redress.Test.UNOFFICIAL FOUND\0', { outcome: 'infected', finding: 'Redress.Test.UNOFFICIAL' }],
    ['INSTREAM size limit exceeded. ERROR\0', { outcome: 'unscanned-too-large' }],
    ['stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND\0', { outcome: 'unscanned-too-large' }],
  ])('%j is one', async (answer, result) => {
    expect(await scan(await answering(answer))).toEqual(result);
  });

  test.each([
    '',
    'stream: OK',
    'stream: O',
    'OK\0',
    'ok: stream: OK\0',
    'stream: OK\0more',
    'stream: OK\nstream: A.Virus FOUND\0',
    'stream: not OK\0',
    'stream: lstat() failed: No such file or directory. ERROR\0',
    'COMMAND READ TIMED OUT\0',
    'UNKNOWN COMMAND\0',
    '\0',
    `${'x'.repeat(10_000)}: OK\0`,
    'HTTP/1.1 400 Bad Request\r\n\r\n',
  ])('%j is not one', async (answer) => {
    await expect(scan(await answering(answer))).rejects.toThrow(NoScanResultError);
  });

  test('that arrives before the last byte counts when it is bad, and not when it is good', async () => {
    const answeringEarly = (answer: string) => listen((socket) => void socket.resume().end(answer));
    async function* slowly() {
      for (let index = 0; index < 20; index++) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        yield Buffer.alloc(1_000);
      }
    }
    const scanEarly = async (answer: string) => scanBytes(await answeringEarly(answer), slowly(), never, longTimeouts);
    await expect(scanEarly('stream: OK\0')).rejects.toThrow(NoScanResultError);
    expect(await scanEarly('stream: A.Virus FOUND\0')).toEqual({ outcome: 'infected', finding: 'A.Virus' });
    expect(await scanEarly('INSTREAM size limit exceeded. ERROR\0')).toEqual({ outcome: 'unscanned-too-large' });
  });
});

describe('a scanner', () => {
  test('that sends nothing is abandoned', async () => {
    const silent = await fakeDaemon(() => {});
    await expect(scanBytes(silent, chunksOf(Buffer.from('a')), never, shortTimeouts)).rejects.toThrow(
      NoScanResultError,
    );
  });

  test('that accepts no bytes is abandoned, and does not delay a stop', async () => {
    const daemon = await listen((socket) => void socket.pause());
    const much = () => chunksOf(...Array.from({ length: 200 }, () => Buffer.alloc(1_000_000)));
    await expect(scanBytes(daemon, much(), never, shortTimeouts)).rejects.toThrow(NoScanResultError);
    const stopping = new AbortController();
    setTimeout(() => stopping.abort(new Error('the process ends')), 50);
    await expect(
      scanBytes(daemon, much(), stopping.signal, { ...shortTimeouts, sendMilliseconds: 10_000 }),
    ).rejects.toThrow('the process ends');
  });

  test('that resets the connection gave no result', async () => {
    const cutting = await fakeDaemon((socket) => socket.resetAndDestroy());
    await expect(scan(cutting)).rejects.toThrow(NoScanResultError);
  });

  test('that is unreachable differs from one that gives no result', async () => {
    const gone = { host: '127.0.0.1', port: 1, maxBytes: 1 };
    await expect(scan(gone)).rejects.toThrow(ScannerUnreachableError);
    await expect(pingScanner(gone)).rejects.toThrow(ScannerUnreachableError);
  });

  test('answers a ping with PONG, and with nothing else', async () => {
    await pingScanner(await answering('PONG\0'));
    await expect(pingScanner(await answering('PING\0'))).rejects.toThrow(ScannerUnreachableError);
    await expect(pingScanner(await fakeDaemon(() => {}), 200)).rejects.toThrow(ScannerUnreachableError);
  });

  test('receives nothing more when reading the file fails', async () => {
    const daemon = await answering('stream: OK\0');
    async function* broken() {
      yield Buffer.from('a');
      await Promise.resolve();
      throw new Error('the disk is broken');
    }
    await expect(scanBytes(daemon, broken(), never, longTimeouts)).rejects.toThrow('the disk is broken');
  });
});
