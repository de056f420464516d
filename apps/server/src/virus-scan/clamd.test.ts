import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { ClamdAddress, ScanVerdict } from './clamd.ts';
import { NoVerdictError, pingScanner, scanBytes, ScannerAwayError } from './clamd.ts';

/** Far shorter than a scanner is given, so that a silent one is given up in a moment. */
const impatient = { connectMilliseconds: 500, stalledMilliseconds: 300, verdictMilliseconds: 300 };
const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

interface Heard {
  /** What came as a command, and the bytes after it. */
  readonly command: string;
  readonly bytes: Buffer;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** A daemon that reads a whole question, as clamd does, and then does whatever the test says. */
async function fakeDaemon(answer: (socket: Socket, heard: Heard) => void): Promise<ClamdAddress> {
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      const heard = readQuestion(received);
      if (heard) answer(socket, heard);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  return { host: '127.0.0.1', port: portOf(server), largest: 1_000_000 };
}

/** Undefined as long as not all of it is there. */
function readQuestion(received: Buffer): Heard | undefined {
  const end = received.indexOf(0);
  if (end === -1) return undefined;
  const command = received.toString('latin1', 0, end);
  if (command !== 'zINSTREAM') return { command, bytes: Buffer.alloc(0) };
  const pieces: Buffer[] = [];
  for (let at = end + 1; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at);
    if (length === 0) return { command, bytes: Buffer.concat(pieces) };
    if (at + 4 + length > received.length) return undefined;
    pieces.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

async function* piecesOf(...pieces: Buffer[]) {
  for (const piece of pieces) yield await Promise.resolve(piece);
}
const never = new AbortController().signal;
const scan = (daemon: ClamdAddress, ...pieces: Buffer[]) =>
  scanBytes(daemon, piecesOf(...(pieces.length > 0 ? pieces : [Buffer.from('hello')])), never, impatient);
const saying = (text: string) => fakeDaemon((socket) => socket.end(text));

describe('a verdict', () => {
  test('is asked for with every byte, in order, however the bytes are cut', async () => {
    const pieces = [Buffer.alloc(200_000, 'a'), Buffer.alloc(0), Buffer.alloc(1, 'b'), Buffer.alloc(70_000, 'c')];
    let heard: Heard | undefined;
    const daemon = await fakeDaemon((socket, question) => {
      heard = question;
      socket.end('stream: OK\0');
    });
    expect(await scan(daemon, ...pieces)).toEqual({ outcome: 'clean' });
    expect(heard?.bytes.equals(Buffer.concat(pieces))).toBe(true);
  });

  test.each<[string, ScanVerdict]>([
    ['stream: OK\0', { outcome: 'clean' }],
    ['stream: Redress.Test.UNOFFICIAL FOUND\0', { outcome: 'infected', finding: 'Redress.Test.UNOFFICIAL' }],
    ['INSTREAM size limit exceeded. ERROR\0', { outcome: 'too-large' }],
    ['stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND\0', { outcome: 'too-large' }],
  ])('%j is one', async (said, verdict) => {
    expect(await scan(await saying(said))).toEqual(verdict);
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
  ])('%j is none', async (said) => {
    await expect(scan(await saying(said))).rejects.toThrow(NoVerdictError);
  });

  test('that comes before all was sent is believed when it is bad, and not when it is good', async () => {
    const early = (said: string) =>
      new Promise<ClamdAddress>((resolve) => {
        const server = createServer((socket) => {
          socket.on('error', () => {});
          socket.resume();
          socket.end(said);
        });
        server.listen(0, '127.0.0.1', () => resolve({ host: '127.0.0.1', port: portOf(server), largest: 1 }));
        closers.push(() => server.close());
      });
    async function* slowly() {
      for (let index = 0; index < 20; index++) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        yield Buffer.alloc(1_000);
      }
    }
    const ask = async (said: string) => scanBytes(await early(said), slowly(), never, impatient);
    await expect(ask('stream: OK\0')).rejects.toThrow(NoVerdictError);
    expect(await ask('stream: A.Virus FOUND\0')).toEqual({ outcome: 'infected', finding: 'A.Virus' });
    expect(await ask('INSTREAM size limit exceeded. ERROR\0')).toEqual({ outcome: 'too-large' });
  });
});

describe('a scanner', () => {
  test('that says nothing is given up', async () => {
    const silent = await fakeDaemon(() => {});
    await expect(scan(silent)).rejects.toThrow(NoVerdictError);
  });

  test('that takes nothing of what it is sent is given up, and keeps nobody from stopping', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.pause();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(() => server.close());
    const daemon = { host: '127.0.0.1', port: portOf(server), largest: 1 };
    const much = () => piecesOf(...Array.from({ length: 200 }, () => Buffer.alloc(1_000_000)));
    await expect(scanBytes(daemon, much(), never, impatient)).rejects.toThrow(NoVerdictError);
    const stopping = new AbortController();
    setTimeout(() => stopping.abort(new Error('the process ends')), 50);
    await expect(
      scanBytes(daemon, much(), stopping.signal, { ...impatient, stalledMilliseconds: 10_000 }),
    ).rejects.toThrow('the process ends');
  });

  test('that cuts the connection has given no verdict', async () => {
    const cutting = await fakeDaemon((socket) => socket.resetAndDestroy());
    await expect(scan(cutting)).rejects.toThrow(NoVerdictError);
  });

  test('that is not there is told apart from one that gives no verdict', async () => {
    const gone = { host: '127.0.0.1', port: 1, largest: 1 };
    await expect(scan(gone)).rejects.toThrow(ScannerAwayError);
    await expect(pingScanner(gone)).rejects.toThrow(ScannerAwayError);
  });

  test('answers a ping with its word, and with nothing else', async () => {
    await pingScanner(await saying('PONG\0'));
    await expect(pingScanner(await saying('PING\0'))).rejects.toThrow(ScannerAwayError);
    await expect(pingScanner(await fakeDaemon(() => {}), 200)).rejects.toThrow(ScannerAwayError);
  });

  test('is no longer sent to when the file cannot be read to its end', async () => {
    const daemon = await saying('stream: OK\0');
    async function* broken() {
      yield Buffer.from('a');
      await Promise.resolve();
      throw new Error('the disk is broken');
    }
    await expect(scanBytes(daemon, broken(), never, impatient)).rejects.toThrow('the disk is broken');
  });
});
