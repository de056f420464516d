import { once } from 'node:events';
import { createServer } from 'node:http';
import { inject } from 'vitest';
import { type CephCluster, startCephCluster } from './ceph-cluster.ts';
import { type ObjectStore, startObjectStore } from './radosgw.ts';

// A cluster takes seven seconds to start. The test run starts it when the first test file asks for
// it, and all files share it.

/** This runs in the process of the test run, which outlives its workers. */
export async function offerCeph(): Promise<{ readonly address: string; stop(): Promise<void> }> {
  let starting: Promise<CephCluster> | undefined;
  const server = createServer((_request, response) => {
    starting ??= startCephCluster();
    starting.then(
      ({ folder }) => response.end(folder),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('There is no port to offer Ceph on');
  return {
    address: `http://127.0.0.1:${listening.port}`,
    async stop() {
      server.close();
      // A cluster that did not start has removed itself.
      await (await starting?.catch(() => undefined))?.stop();
    },
  };
}

/** Returns the folder of this run's cluster, which starts if no file has asked before. */
export async function openTestCeph(): Promise<string> {
  const answer = await fetch(inject('cephAddress'));
  const text = await answer.text();
  if (!answer.ok) throw new Error(`Ceph did not start: ${text}`);
  return text;
}

/** Starts an object storage with its own user for a test file, which removes it. */
export async function openTestObjectStore(): Promise<ObjectStore> {
  return startObjectStore(await openTestCeph());
}
