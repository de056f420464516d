import cluster from 'node:cluster';
import { once } from 'node:events';

interface Serving {
  readonly address: string;
  stop(): Promise<void>;
}

/**
 * Serves in `PROCESSES` processes (1), as `forkServer` expects: sends the address to the parent
 * process, and stops on SIGTERM or when the parent is gone.
 */
export async function serveInProcesses(serve: () => Promise<Serving>): Promise<void> {
  const processes = Number(process.env['PROCESSES'] ?? 1);
  const { address, stop } = cluster.isPrimary && processes > 1 ? await serveInWorkers(processes) : await serve();
  const end = () => void stop().then(() => process.exit(0));
  process.once('SIGTERM', end);
  process.once('disconnect', end);
  process.send?.(address);
}

/** Cluster workers that listen on port 0 share one port. */
async function serveInWorkers(count: number): Promise<Serving> {
  const workers = Array.from({ length: count }, () => cluster.fork());
  const addresses = await Promise.all(
    workers.map((worker) => new Promise<string>((resolve) => worker.once('message', resolve))),
  );
  return {
    address: addresses[0] ?? '',
    async stop() {
      const ended = workers.map((worker) => once(worker, 'exit'));
      for (const worker of workers) worker.process.kill('SIGTERM');
      await Promise.all(ended);
    },
  };
}
