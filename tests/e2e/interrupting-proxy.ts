import { connect, createServer, type Socket } from 'node:net';

/** A proxy between the browser and the server that really breaks connections. */
export interface InterruptingProxy {
  readonly address: string;
  /**
   * From now on, breaks all connections each time this many bytes have gone to the server, up to
   * `times` times.
   */
  cutEvery(bytes: number, times: number): void;
  /** How often they broke. */
  cuts(): number;
  /** Breaks all connections now, and accepts none until `restore`. */
  cut(): void;
  restore(): void;
  /** Bytes per second to the server, over all connections; undefined for no limit. */
  slowTo(bytesPerSecond: number | undefined): void;
  close(): Promise<void>;
}

/** How long connections are refused after a break, in milliseconds. */
const gapMs = 300;

export async function startInterruptingProxy(port: number): Promise<InterruptingProxy> {
  const sockets = new Set<Socket>();
  let isDown = false;
  let left = Infinity;
  let every = Infinity;
  let timesLeft = 0;
  let cuts = 0;
  let speed: number | undefined;

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
    setTimeout(() => (isDown = false), gapMs);
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
    fromBrowser.on('data', (chunk) => {
      count(chunk.length);
      if (toServer.destroyed) return;
      const isFull = !toServer.write(chunk);
      if (!isFull && speed === undefined) return;
      fromBrowser.pause();
      const resume = () => fromBrowser.resume();
      if (speed === undefined) toServer.once('drain', resume);
      else setTimeout(resume, (chunk.length / speed) * 1_000);
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
    slowTo: (bytesPerSecond) => (speed = bytesPerSecond),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
