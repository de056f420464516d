import { parentPort } from 'node:worker_threads';
import { createReceipt } from '@redress/documents/receipt';
import type { Printed, PrintOrder } from './receipt-renderer.ts';

/** The thread of `createReceiptRenderer`. */
parentPort?.on('message', ({ order, content }: PrintOrder) => {
  createReceipt(content).then(
    (pdf) => parentPort?.postMessage({ order, pdf } satisfies Printed),
    (error: unknown) =>
      parentPort?.postMessage({
        order,
        error: error instanceof Error ? error.message : String(error),
      } satisfies Printed),
  );
});
