import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** The seconds are 0 if the response has no Retry-After. */
  readonly retryAfter: number;
}

/**
 * Each browser has a connection, so nobody waits for one. nginx's limit of 8,192 includes those to
 * the server.
 */
const maxConnections = 4_000;

/**
 * Speaks HTTP over bare sockets, one request at a time on each. Beyond their maximum, a request waits
 * for a free socket. Node's client would use more CPU than the server. Only supports responses
 * with a `Content-Length`.
 */
export class RawClient {
  readonly #host: string;
  readonly #port: number;
  readonly #idle: Socket[] = [];
  /** A Set, because shifting a long array is slow. */
  readonly #waiting = new Set<(socket: Socket | undefined) => void>();
  #open = 0;

  constructor(address: string) {
    const { hostname, port } = new URL(address);
    this.#host = hostname;
    this.#port = Number(port);
  }

  /**
   * Resolves at the end of the response, or to `undefined` when the connection broke. Writes the
   * request once a socket is free.
   */
  async send(write: () => string): Promise<RawAnswer | undefined> {
    const socket = await this.#take();
    if (!socket) return undefined;
    const { answer, mayGoOn } = await exchange(socket, write());
    if (!mayGoOn) socket.destroy();
    const [next] = this.#waiting;
    if (next) {
      this.#waiting.delete(next);
      next(mayGoOn ? socket : this.#connect());
    } else if (mayGoOn) this.#idle.push(socket);
    return answer;
  }

  /** Drops the requests that wait for a socket. */
  giveUp(): void {
    for (const next of this.#waiting) next(undefined);
    this.#waiting.clear();
  }

  #take(): Socket | Promise<Socket | undefined> {
    // A socket may have been closed while it was idle.
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) if (!idle.destroyed) return idle;
    if (this.#open < maxConnections) return this.#connect();
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  close(): void {
    for (const socket of this.#idle.splice(0)) socket.destroy();
  }

  #connect(): Socket {
    const socket = connect({ host: this.#host, port: this.#port, noDelay: true });
    this.#open += 1;
    socket.once('close', () => (this.#open -= 1));
    socket.on('error', () => {});
    return socket;
  }
}

interface Exchanged {
  readonly answer: RawAnswer | undefined;
  readonly mayGoOn: boolean;
}

function exchange(socket: Socket, request: string): Promise<Exchanged> {
  return new Promise((resolve) => {
    let text = '';
    const end = (answer: RawAnswer | undefined, mayGoOn: boolean) => {
      socket.off('data', onData);
      socket.off('close', onClose);
      resolve({ answer, mayGoOn });
    };
    const onClose = () => end(undefined, false);
    const onData = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const head = text.indexOf('\r\n\r\n');
      if (head === -1) return;
      const lower = text.slice(0, head).toLowerCase();
      const length = Number(/\r\ncontent-length: (\d+)/.exec(lower)?.[1] ?? 0);
      if (text.length < head + 4 + length) return;
      const retryAfter = Number(/\r\nretry-after: (\d+)/.exec(lower)?.[1] ?? 0);
      end({ status: Number(lower.slice(9, 12)), retryAfter }, !lower.includes('\r\nconnection: close'));
    };
    socket.on('data', onData);
    socket.once('close', onClose);
    socket.write(request);
  });
}
