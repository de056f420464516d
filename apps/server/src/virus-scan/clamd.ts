import { EventEmitter, once } from 'node:events';
import { type Socket, connect } from 'node:net';

/** Where a ClamAV daemon listens, and how much it scans. */
export interface ClamdAddress {
  readonly host: string;
  readonly port: number;
  /** Its `StreamMaxLength` and `MaxFileSize`. It calls larger files clean without scanning them. */
  readonly maxBytes: number;
}

export type ScanResult =
  | { readonly outcome: 'clean' }
  | { readonly outcome: 'infected'; readonly finding: string }
  | { readonly outcome: 'too-large' };

const defaultTimeouts = {
  connectMilliseconds: 5_000,
  /** For the daemon to accept more bytes. */
  sendMilliseconds: 60_000,
  /** From the last byte to the result. The daemon's own limit (`MaxScanTime`) is two minutes. */
  resultMilliseconds: 300_000,
};

/** Answers are shorter than this many characters; the rest is not read. */
const maxAnswerLength = 4_096;
const chunkBytes = 64 * 1024;
/** With `AlertExceedsMax`, the daemon reports this for files beyond its limits. */
const limitsExceeded = /^Heuristics\.Limits\.Exceeded/;

/** Nothing can be scanned now. */
export class ScannerUnreachableError extends Error {
  override readonly name = 'ScannerUnreachableError';
}
/** The daemon gave no result: it hung up, was silent, or sent an unknown answer. */
export class NoScanResultError extends Error {
  override readonly name = 'NoScanResultError';
}

/**
 * Has a ClamAV daemon scan bytes (`INSTREAM`). They are clean only when the daemon says exactly
 * that after it received all of them.
 * @throws ScannerUnreachableError
 * @throws NoScanResultError
 * @throws the reason of `signal`, when it is aborted
 */
export async function scanBytes(
  address: ClamdAddress,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  { connectMilliseconds, sendMilliseconds, resultMilliseconds } = defaultTimeouts,
): Promise<ScanResult> {
  const connection = await openConnection(address, signal, connectMilliseconds);
  try {
    await connection.send(Buffer.from('zINSTREAM\0'), sendMilliseconds);
    for await (const chunk of bytes) {
      for (let from = 0; from < chunk.length && !connection.hasAnswered(); from += chunkBytes)
        await connection.send(withLength(chunk.subarray(from, from + chunkBytes)), sendMilliseconds);
      if (connection.hasAnswered()) break;
    }
    const isComplete = !connection.hasAnswered();
    if (isComplete) await connection.send(withLength(new Uint8Array()), sendMilliseconds);
    return parseResult(await connection.readAnswer(resultMilliseconds), isComplete);
  } finally {
    connection.close();
  }
}

/** @throws ScannerUnreachableError the daemon does not answer in time */
export async function pingScanner(address: ClamdAddress, milliseconds = 2_000): Promise<void> {
  const connection = await openConnection(address, AbortSignal.timeout(milliseconds), milliseconds);
  try {
    await connection.send(Buffer.from('zPING\0'), milliseconds);
    const answer = await connection.readAnswer(milliseconds);
    if (answer !== 'PONG\0') throw new Error('the answer is not PONG');
  } catch (error) {
    throw new ScannerUnreachableError('The virus scanner does not answer', { cause: error });
  } finally {
    connection.close();
  }
}

function withLength(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

function parseResult(answer: string, isComplete: boolean): ScanResult {
  // A truncated answer lacks the final NUL.
  const text = /^([^\0]*)\0$/.exec(answer)?.[1];
  if (text === 'INSTREAM size limit exceeded. ERROR') return { outcome: 'too-large' };
  if (isComplete && text === 'stream: OK') return { outcome: 'clean' };
  const finding = /^stream: (\S.{0,200}) FOUND$/.exec(text ?? '')?.[1];
  if (finding === undefined) throw new NoScanResultError('The virus scanner gave no result');
  return limitsExceeded.test(finding) ? { outcome: 'too-large' } : { outcome: 'infected', finding };
}

/** Opens a connection for one command. */
async function openConnection({ host, port }: ClamdAddress, signal: AbortSignal, milliseconds: number) {
  signal.throwIfAborted();
  const socket = connect({ host, port });
  // Without a listener, an error would end the process. `close` follows each error.
  socket.on('error', () => {});
  try {
    await once(socket, 'connect', { signal: AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]) });
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    throw new ScannerUnreachableError('The virus scanner cannot be reached', { cause: error });
  }
  return connectionOver(socket, signal);
}

function connectionOver(socket: Socket, signal: AbortSignal) {
  let received = '';
  let isOver = false;
  const changes = new EventEmitter();
  socket.on('data', (data) => {
    received += data.toString('latin1');
    if (received.includes('\0') || received.length > maxAnswerLength) isOver = true;
    changes.emit('change');
  });
  for (const end of ['end', 'close'] as const) {
    socket.on(end, () => {
      isOver = true;
      changes.emit('change');
    });
  }
  socket.on('drain', () => changes.emit('change'));

  async function waitForChange(milliseconds: number): Promise<void> {
    // Not `AbortSignal.timeout`: a file has thousands of waits, and each timer would stay to its end.
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), milliseconds);
    try {
      await once(changes, 'change', { signal: AbortSignal.any([signal, timeout.signal]) });
    } catch (error) {
      signal.throwIfAborted();
      throw new NoScanResultError('The virus scanner is silent', { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    /** The daemon has begun to answer, or has closed the connection. */
    hasAnswered: () => isOver || received !== '',
    /** Resolves when the daemon accepts more bytes, or has answered. */
    async send(bytes: Buffer, milliseconds: number): Promise<void> {
      if (!isOver && !socket.write(bytes)) await waitForChange(milliseconds);
    },
    /** The whole answer, up to its NUL or the end of the connection. */
    async readAnswer(milliseconds: number): Promise<string> {
      const until = performance.now() + milliseconds;
      while (!isOver) await waitForChange(until - performance.now());
      return received;
    },
    close: () => socket.destroy(),
  };
}
