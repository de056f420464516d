import { parentPort, workerData } from 'node:worker_threads';
import { loadPageRenderer } from './load-page-renderer.ts';
import type { Rendered, RenderRequest } from './page-renderer.ts';

/** The thread of `withRenderWorker`. */
const pageRenderer = await loadPageRenderer(String(workerData));
parentPort?.on('message', ({ order, path, filing, posted }: RenderRequest) => {
  pageRenderer.form(path, filing, posted).then(
    (rendered) => parentPort?.postMessage({ order, rendered } satisfies Rendered),
    (error: unknown) =>
      parentPort?.postMessage({
        order,
        error: error instanceof Error ? error.message : String(error),
      } satisfies Rendered),
  );
});
