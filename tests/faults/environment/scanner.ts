import { createServer, type Socket } from 'node:net';
import { releasePort, reservePort } from '../../setup/free-port.ts';

/** A fake ClamAV daemon finds everything clean. It can go down and come back on its port. */
export interface Scanner {
  readonly url: string;
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

/** The scanner is up from the start. */
export async function startScanner(): Promise<Scanner> {
  const port = await reservePort();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    answer(socket);
  });
  const comeBack = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const goAway = async () => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    // A scanner may go down in the middle of a document.
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  };
  await comeBack();
  return {
    url: `tcp://127.0.0.1:${port}`,
    goAway,
    comeBack,
    async stop() {
      await goAway();
      await releasePort(port);
    },
  };
}

const scanCommand = Buffer.from('zINSTREAM\0');

/**
 * A connection has one command: PING, or chunks of bytes after their lengths, up to an empty one.
 */
function answer(socket: Socket): void {
  let heard = Buffer.alloc(0);
  socket.on('data', (data: Buffer) => {
    heard = Buffer.concat([heard, data]);
    if (heard.equals(Buffer.from('zPING\0'))) socket.end('PONG\0');
    if (heard.subarray(0, scanCommand.length).equals(scanCommand) && isWhole(heard)) socket.end('stream: OK\0');
  });
}

function isWhole(heard: Buffer): boolean {
  let at = scanCommand.length;
  while (at + 4 <= heard.length) {
    const length = heard.readUInt32BE(at);
    if (length === 0) return true;
    at += 4 + length;
  }
  return false;
}
