import { connect, createServer, type Socket } from 'node:net';

/** A proxy between the browser and the server that really breaks connections. */
export interface InterruptingProxy {
  readonly address: string;
  /**
   * From now on, breaks all connections each time this many bytes have gone to the server, `times`
   * times. After the last one it accepts none until `restore`.
   */
  cutEvery(bytes: number, times: number): void;
  /** The number of breaks so far. */
  cuts(): number;
  /** Breaks all connections now, and accepts none until `restore`. */
  cut(): void;
  restore(): void;
  /** Lets each connection send this many bytes to the server, and no more until `release`. */
  holdAfter(bytes: number): void;
  release(): void;
  close(): Promise<void>;
}

/** Milliseconds during which connections are refused after a break. */
const gapMs = 300;

export async function startInterruptingProxy(port: number): Promise<InterruptingProxy> {
  const sockets = new Set<Socket>();
  let isDown = false;
  let left = Infinity;
  let every = Infinity;
  let timesLeft = 0;
  let cuts = 0;
  let limit = Infinity;
  const held = new Set<() => void>();

  const breakAll = () => {
    cuts += 1;
    for (const socket of sockets) socket.resetAndDestroy();
    sockets.clear();
  };
  const count = (bytes: number) => {
    left -= bytes;
    if (left > 0) return;
    timesLeft -= 1;
    left = timesLeft > 0 ? every : Infinity;
    isDown = true;
    breakAll();
    if (timesLeft > 0) setTimeout(() => (isDown = false), gapMs);
  };

  const server = createServer((fromBrowser) => {
    if (isDown) return void fromBrowser.resetAndDestroy();
    const toServer = connect(port, 'localhost');
    for (const socket of [fromBrowser, toServer]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => {
        fromBrowser.destroy();
        toServer.destroy();
      });
    }
    let passed = 0;
    fromBrowser.on('data', (chunk) => {
      count(chunk.length);
      if (toServer.destroyed) return;
      passed += chunk.length;
      const isFull = !toServer.write(chunk);
      if (!isFull && passed < limit) return;
      fromBrowser.pause();
      const resume = () => fromBrowser.resume();
      if (passed < limit) toServer.once('drain', resume);
      else held.add(resume);
    });
    fromBrowser.on('end', () => toServer.end());
    toServer.pipe(fromBrowser);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const listening = server.address();
  if (typeof listening !== 'object' || !listening) throw new Error('The proxy does not listen');

  return {
    address: `http://localhost:${listening.port}`,
    cutEvery(bytes, times) {
      every = bytes;
      left = bytes;
      timesLeft = times;
    },
    cuts: () => cuts,
    cut() {
      isDown = true;
      breakAll();
    },
    restore: () => (isDown = false),
    holdAfter: (bytes) => (limit = bytes),
    release() {
      limit = Infinity;
      for (const resume of held) resume();
      held.clear();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
