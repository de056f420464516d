import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { releasePort, reservePort } from '../../setup/free-port.ts';

/** A test slows down the connection between the servers and another service. */
export interface SlowLine {
  /** Servers connect here instead of to the service. */
  readonly port: number;
  /** Each piece of data waits this long in either direction. 0 passes it on at once. */
  delayMilliseconds: number;
  stop(): Promise<void>;
}

/** The line is fast at first. */
export async function openSlowLine(servicePort: number): Promise<SlowLine> {
  const port = await reservePort();
  const sockets = new Set<Socket>();
  const line: SlowLine = {
    port,
    delayMilliseconds: 0,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
      await releasePort(port);
    },
  };
  /** Pieces stay in order, because the next one is read after the last one was passed on. */
  const pass = async (from: Socket, to: Socket) => {
    try {
      const pieces: AsyncIterable<Buffer> = from;
      for await (const piece of pieces) {
        if (line.delayMilliseconds > 0) await pause(line.delayMilliseconds);
        if (!to.write(piece)) await once(to, 'drain');
      }
      to.end();
    } catch {
      to.destroy();
    }
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const service = connect({ port: servicePort, host: '127.0.0.1', allowHalfOpen: true });
    for (const [socket, other] of [
      [client, service],
      [service, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => sockets.delete(socket));
      void pass(socket, other);
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return line;
}
