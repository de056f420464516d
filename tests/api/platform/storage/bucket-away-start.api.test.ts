import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../setup/free-port.ts';
import { serverProcesses } from '../../../setup/server-process.ts';
import { createTestDatabase, type TestDatabase } from '../../../setup/test-database.ts';
import { useFolder } from '../../../setup/folders.ts';

const servers = serverProcesses();
let database: TestDatabase;
const folder = useFolder();
beforeAll(async () => {
  database = await createTestDatabase('migrated');
});
afterAll(async () => {
  await servers.killAll();
  await database?.drop();
});

// A process that loads the server, and asks the object storage several times.
const timeout = 240_000;

test(
  'a server starts while its object storage is unavailable, and says that uploads are refused',
  { timeout },
  async () => {
    const port = await freePort();
    const server = servers.start({
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      SECRET_KEY: 'x'.repeat(32),
      DOCUMENTS_URL: 's3://documents',
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${await freePort()}`,
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
    });
    await expect.poll(() => server.output.out, { timeout }).toContain('is ready');
    expect(server.output.out).toMatch(/^Uploads are refused for now\. .* cannot be reached at http/m);
    const address = `http://127.0.0.1:${port}/api`;
    expect((await fetch(`${address}/session`)).status).toBe(200);
    const readiness = await fetch(`${address}/health/ready`);
    expect(readiness.status).toBe(503);
    expect(await readiness.json()).toMatchObject({ storage: 'unavailable' });
  },
);
