import { join } from 'node:path';
import { freePort } from '../setup/free-port.ts';
import { spawnServer, stopServer, untilReady } from '../setup/server-process.ts';

/**
 * Starts the server as `npm start` or `npm run start:cluster` does, on an existing database. It
 * writes its log to a file.
 */
export async function startRealServer(options: {
  readonly databaseUrl: string;
  readonly secretKey: string;
  readonly folder: string;
  readonly processes: number;
  readonly limits: 'on' | 'off';
}): Promise<{ readonly address: string; stop(): Promise<void> }> {
  const port = await freePort();
  const server = spawnServer({
    logFile: join(options.folder, 'server.log'),
    environment: {
      PORT: String(port),
      DATA_DIR: join(options.folder, 'data'),
      DATABASE_URL: options.databaseUrl,
      SECRET_KEY: options.secretKey,
      PROCESSES: String(options.processes),
      RATE_LIMITS: options.limits,
      // All clients share one address, as behind a load balancer: it has no connection limit.
      TRUST_PROXY: '127.0.0.1',
    },
  });
  const address = `http://127.0.0.1:${port}`;
  await untilReady(server, address);
  return {
    address,
    async stop() {
      await stopServer(server);
    },
  };
}
