import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** Where a ClamAV daemon listens, and how much it looks at. */
export interface ClamdAddress {
  readonly host: string;
  readonly port: number;
  /** Bytes: its `StreamMaxLength` and `MaxFileSize`. Beyond the second it says that a file is clean without having looked. */
  readonly largest: number;
}

export type ScanVerdict =
  | { readonly outcome: 'clean' }
  | { readonly outcome: 'infected'; readonly finding: string }
  | { readonly outcome: 'too-large' };

/** The scanner cannot be reached: nothing can be scanned now. */
export class ScannerAwayError extends Error {
  override readonly name = 'ScannerAwayError';
}
/** The scanner gave no verdict on these bytes: it broke off, was silent, or said something that is none. */
export class NoVerdictError extends Error {
  override readonly name = 'NoVerdictError';
}

export interface Patience {
  readonly connectMilliseconds: number;
  /** How long it may take none of what it is sent. */
  readonly stalledMilliseconds: number;
  /** From the last byte to the verdict; its own limit (`MaxScanTime`) is two minutes. */
  readonly verdictMilliseconds: number;
}
const defaultPatience: Patience = {
  connectMilliseconds: 5_000,
  stalledMilliseconds: 60_000,
  verdictMilliseconds: 300_000,
};

/** No answer of its own is longer; more is not listened to. */
const longestAnswer = 4_096;
const pieceBytes = 64 * 1024;

/**
 * Has bytes scanned by a ClamAV daemon (`INSTREAM`). Only its whole and exact word that they are clean, after all of them were sent, counts as
 * that; everything that is no verdict throws.
 */
export async function scanBytes(
  address: ClamdAddress,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  patience: Patience = defaultPatience,
): Promise<ScanVerdict> {
  const talk = await openTalk(address, signal, patience.connectMilliseconds);
  try {
    await talk.send(Buffer.from('zINSTREAM\0'), patience.stalledMilliseconds);
    for await (const chunk of bytes) {
      for (let from = 0; from < chunk.length && !talk.hasAnswered(); from += pieceBytes)
        await talk.send(lengthAndBytes(chunk.subarray(from, from + pieceBytes)), patience.stalledMilliseconds);
      if (talk.hasAnswered()) break;
    }
    const isWhole = !talk.hasAnswered();
    if (isWhole) await talk.send(lengthAndBytes(new Uint8Array()), patience.stalledMilliseconds);
    return readVerdict(await talk.answer(patience.verdictMilliseconds), isWhole);
  } finally {
    talk.close();
  }
}

/** Throws when the daemon does not answer. */
export async function pingScanner(address: ClamdAddress, milliseconds = 2_000): Promise<void> {
  const talk = await openTalk(address, AbortSignal.timeout(milliseconds), milliseconds);
  try {
    await talk.send(Buffer.from('zPING\0'), milliseconds);
    const answer = await talk.answer(milliseconds);
    if (answer !== 'PONG\0') throw new Error('the answer is not PONG');
  } catch (error) {
    throw new ScannerAwayError('The virus scanner does not answer', { cause: error });
  } finally {
    talk.close();
  }
}

function lengthAndBytes(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** With `AlertExceedsMax` the daemon says so of what is larger, or unpacks to more, than it looks at. */
const tooMuchInside = /^Heuristics\.Limits\.Exceeded/;

function readVerdict(answer: string, isWhole: boolean): ScanVerdict {
  // An answer that was cut off has no end.
  const said = /^([^\0]*)\0$/.exec(answer)?.[1];
  if (said === 'INSTREAM size limit exceeded. ERROR') return { outcome: 'too-large' };
  if (isWhole && said === 'stream: OK') return { outcome: 'clean' };
  const finding = /^stream: (\S.{0,200}) FOUND$/.exec(said ?? '')?.[1];
  if (finding === undefined) throw new NoVerdictError('The virus scanner gave no verdict');
  return tooMuchInside.test(finding) ? { outcome: 'too-large' } : { outcome: 'infected', finding };
}

/** A connection to the daemon for one question. */
interface Talk {
  /** Resolves when more can be sent, and also when there is an answer already. */
  send(bytes: Buffer, milliseconds: number): Promise<void>;
  /** It has said something, or closed the connection. */
  hasAnswered(): boolean;
  /** All that it says until it closes the connection. */
  answer(milliseconds: number): Promise<string>;
  close(): void;
}

async function openTalk({ host, port }: ClamdAddress, signal: AbortSignal, milliseconds: number): Promise<Talk> {
  signal.throwIfAborted();
  const socket = connect({ host, port });
  // What goes wrong is heard of through `ended`; without a listener it would end the process.
  socket.on('error', () => {});
  try {
    await once(socket, 'connect', { signal: AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]) });
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    throw new ScannerAwayError('The virus scanner cannot be reached', { cause: error });
  }
  return talkOver(socket, signal);
}

function talkOver(socket: Socket, signal: AbortSignal): Talk {
  let heard = '';
  let isOver = false;
  /** Whoever waits goes on, or gives up with the error. There is one at a time. */
  let wake: (error?: Error) => void = () => {};
  const stop = () => wake(asError(signal.reason));
  signal.addEventListener('abort', stop, { once: true });
  socket.on('data', (data) => {
    heard += data.toString('latin1');
    if (heard.includes('\0') || heard.length > longestAnswer) isOver = true;
    wake();
  });
  for (const end of ['end', 'close'] as const) {
    socket.on(end, () => {
      isOver = true;
      wake();
    });
  }
  socket.on('drain', () => wake());

  async function wait(milliseconds: number): Promise<void> {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => wake(new NoVerdictError('The virus scanner is silent')), milliseconds);
      wake = (error) => {
        wake = () => {};
        clearTimeout(timer);
        if (error) reject(error);
        else resolve();
      };
    });
  }

  return {
    hasAnswered: () => isOver || heard !== '',
    async send(bytes, milliseconds) {
      if (!isOver && !socket.write(bytes)) await wait(milliseconds);
    },
    async answer(milliseconds) {
      const until = performance.now() + milliseconds;
      while (!isOver) await wait(Math.max(0, until - performance.now()));
      return heard;
    },
    close() {
      signal.removeEventListener('abort', stop);
      socket.destroy();
    },
  };
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));
