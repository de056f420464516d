import { parentPort, workerData } from 'node:worker_threads';
import { loadDrawer } from './load-page-renderer.ts';
import type { Drawn, DrawingOrder } from './page-renderer.ts';

/** The thread of `threadedDrawer`. */
const drawer = await loadDrawer(String(workerData));
parentPort?.on('message', ({ order, path, filing, posted }: DrawingOrder) => {
  drawer.form(path, filing, posted).then(
    (drawing) => parentPort?.postMessage({ order, drawing } satisfies Drawn),
    (error: unknown) =>
      parentPort?.postMessage({ order, error: error instanceof Error ? error.message : String(error) } satisfies Drawn),
  );
});
