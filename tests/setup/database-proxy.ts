import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** The proxy loses no data, but can deliver it later. */
interface DatabaseProxy {
  readonly port: number;
  /** Holds back data that arrives from now on: answers, and by default also requests. */
  hold(): void;
  /** Returns the kept data as text. */
  held(): string;
  /** Passes on all kept data at once. */
  release(): void;
  /** Ends every connection and drops its kept data. */
  cut(): void;
  close(): Promise<void>;
}

export async function startDatabaseProxy(database: number, holdsRequests = true): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>();
  const kept = new Map<Socket, Buffer[]>();
  /**
   * The peers of these sockets have closed. The close arrives after all data that was sent before.
   */
  const ended = new Set<Socket>();
  let isHeld = false;
  const pass = (from: Socket, to: Socket, canHold: boolean) => {
    sockets.add(from);
    from.on('error', () => to.destroy());
    from.on('data', (data: Buffer) => {
      if (isHeld && canHold) kept.set(to, [...(kept.get(to) ?? []), data]);
      else to.write(data);
    });
    from.on('close', () => {
      sockets.delete(from);
      if (isHeld && canHold) ended.add(to);
      else to.end();
    });
  };
  const cut = () => {
    kept.clear();
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((near) => {
    const far = connect(database, '127.0.0.1');
    pass(near, far, holdsRequests);
    pass(far, near, true);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    hold: () => void (isHeld = true),
    held: () => Buffer.concat([...kept.values()].flat()).toString('latin1'),
    release() {
      isHeld = false;
      for (const [socket, parts] of kept) socket.write(Buffer.concat(parts));
      for (const socket of ended) socket.end();
      kept.clear();
      ended.clear();
    },
    cut,
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
