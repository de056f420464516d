import type { ReceiptContent } from '@redress/documents/receipt';
import { createWorkerThread } from '../jobs/worker-thread.ts';

export type ReceiptRenderer = ReturnType<typeof createReceiptRenderer>;

/**
 * Renders PDFs in a worker thread: most take some 10 ms, one with thousands of rows takes a second.
 */
export function createReceiptRenderer() {
  const script = new URL('./receipt-renderer-thread.ts', import.meta.url);
  const thread = createWorkerThread<ReceiptContent, Uint8Array>(script, 'Rendering a receipt');
  return {
    render: async (content: ReceiptContent) => Buffer.from(await thread.run(content)),
    close: () => thread.close(),
  };
}
