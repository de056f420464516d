import { createServer } from 'node:net';

/** A port that nobody listens on. */
function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

// Chosen once, by the process that reads the configuration first; the workers inherit it.
process.env['E2E_PORT'] ??= String(await findFreePort());

/** Where the server of the end-to-end tests listens. */
export const port = Number(process.env['E2E_PORT']);
export const address = `http://localhost:${port}`;
