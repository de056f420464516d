import { once } from 'node:events';
import { connect } from 'node:net';
import type { ScanStatus } from './tables.ts';

/** The address of a ClamAV daemon, and the largest file that it scans. */
export interface ClamdAddress {
  readonly host: string;
  readonly port: number;
  /** Its `StreamMaxLength` and `MaxFileSize`. It reports larger files as clean, unscanned. */
  readonly maxBytes: number;
}

export interface ScanResult {
  readonly outcome: Exclude<ScanStatus, 'waiting'>;
  /** The name of an infected file's virus. */
  readonly finding?: string;
}

const defaultTimeouts = {
  connectMilliseconds: 5_000,
  /** The longest time for which the daemon may accept no bytes. */
  sendMilliseconds: 60_000,
  /** The time from the last byte to the result. The daemon's `MaxScanTime` is two minutes. */
  resultMilliseconds: 300_000,
};

/** Answers are shorter than this many characters; the rest is not read. */
const maxAnswerLength = 4_096;
const chunkBytes = 64 * 1024;
/** With `AlertExceedsMax`, the daemon reports this for files beyond its limits. */
const limitsExceeded = /^Heuristics\.Limits\.Exceeded/;

/** The scanner cannot be reached, so nothing can be scanned now. */
export class ScannerUnreachableError extends Error {
  override readonly name = 'ScannerUnreachableError';
}
/** The daemon gave no result: it hung up, did not respond, or sent an unknown answer. */
export class NoScanResultError extends Error {
  override readonly name = 'NoScanResultError';
}

/**
 * Has a ClamAV daemon scan bytes (`INSTREAM`). The bytes are clean only if the daemon says exactly
 * that after it received all of them.
 * @throws ScannerUnreachableError
 * @throws NoScanResultError
 * @throws the reason of `signal`, when it is aborted
 */
export async function scanBytes(
  address: ClamdAddress,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  timeouts = defaultTimeouts,
): Promise<ScanResult> {
  const { answer, isComplete } = await ask(address, streamCommand(bytes), signal, timeouts);
  return parseResult(answer, isComplete);
}

/** @throws ScannerUnreachableError the daemon does not answer in time */
export async function pingScanner(address: ClamdAddress, milliseconds = 2_000): Promise<void> {
  const signal = AbortSignal.timeout(milliseconds);
  const { answer } = await ask(address, [Buffer.from('zPING\0')], signal).catch((error: unknown) => {
    throw new ScannerUnreachableError('The virus scanner does not answer', { cause: error });
  });
  if (answer !== 'PONG\0') throw new ScannerUnreachableError('The virus scanner does not answer with PONG');
}

/**
 * Whether the daemon refuses a file of `maxBytes` (`StreamMaxLength`). It compares the announced
 * length of a chunk before the first byte, and waits for the bytes when it accepts them.
 * @throws ScannerUnreachableError
 */
export async function refusesLargest(address: ClamdAddress): Promise<boolean> {
  const signal = AbortSignal.timeout(1_000);
  const announcement = [Buffer.from('zINSTREAM\0'), formatLength(address.maxBytes)];
  try {
    const { answer } = await ask(address, announcement, signal);
    return answer.startsWith('INSTREAM size limit exceeded');
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

/**
 * The daemon's version, and the day of its newest signatures.
 * @throws ScannerUnreachableError
 */
export async function readScannerVersion(
  address: ClamdAddress,
): Promise<{ readonly version: string; readonly signaturesOf: Date | undefined }> {
  const { answer } = await ask(address, [Buffer.from('zVERSION\0')], AbortSignal.timeout(2_000));
  // `ClamAV 1.4.1/27463/Sun Nov 17 09:32:11 2024`; without official signatures, only the first
  // part.
  const [version = '', , date = ''] = answer.replaceAll('\0', '').split('/');
  const signaturesOf = new Date(date);
  return { version, signaturesOf: Number.isNaN(signaturesOf.getTime()) ? undefined : signaturesOf };
}

async function* streamCommand(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('zINSTREAM\0');
  for await (const chunk of bytes)
    for (let from = 0; from < chunk.length; from += chunkBytes)
      yield withLength(chunk.subarray(from, from + chunkBytes));
  yield withLength(new Uint8Array());
}

function withLength(bytes: Uint8Array): Buffer {
  return Buffer.concat([formatLength(bytes.length), bytes]);
}

function formatLength(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

function parseResult(answer: string, isComplete: boolean): ScanResult {
  // A truncated answer lacks the final NUL.
  const text = /^([^\0]*)\0$/.exec(answer)?.[1];
  if (text === 'INSTREAM size limit exceeded. ERROR') return { outcome: 'unscanned-too-large' };
  if (isComplete && text === 'stream: OK') return { outcome: 'clean' };
  const finding = /^stream: (\S.{0,200}) FOUND$/.exec(text ?? '')?.[1];
  if (finding === undefined) throw new NoScanResultError('The virus scanner gave no result');
  return limitsExceeded.test(finding) ? { outcome: 'unscanned-too-large' } : { outcome: 'infected', finding };
}

/**
 * Sends a command and reads the answer, up to its NUL or the end of the connection. `isComplete` is
 * false when the daemon answered before it had the whole command.
 */
async function ask(
  { host, port }: ClamdAddress,
  command: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  signal: AbortSignal,
  { connectMilliseconds, sendMilliseconds, resultMilliseconds } = defaultTimeouts,
): Promise<{ answer: string; isComplete: boolean }> {
  signal.throwIfAborted();
  const socket = connect({ host, port, signal });
  // Without a listener, an error would end the process. `close` follows each error.
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.setTimeout(connectMilliseconds, () => socket.destroy(new Error('the virus scanner does not respond')));
  await once(socket, 'connect').catch((error: unknown) => {
    signal.throwIfAborted();
    throw new ScannerUnreachableError('The virus scanner cannot be reached', { cause: error });
  });
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text;
    if (answer.includes('\0') || answer.length > maxAnswerLength) socket.destroy();
  });
  try {
    let isComplete = true;
    socket.setTimeout(sendMilliseconds);
    for await (const part of command) {
      isComplete = answer === '' && !socket.readableEnded && !socket.destroyed;
      if (!isComplete) break;
      // A closed connection also resolves it, because `write` then calls back with an error.
      await new Promise((resolve) => socket.write(part, resolve));
    }
    socket.setTimeout(resultMilliseconds);
    await closed;
    signal.throwIfAborted();
    return { answer, isComplete };
  } finally {
    socket.destroy();
  }
}
