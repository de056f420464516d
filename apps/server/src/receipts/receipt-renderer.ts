import type { ReceiptContent } from '@redress/documents/receipt';
import { createWorkerThread } from '../jobs/worker-thread.ts';

export interface ReceiptRenderer {
  /** Renders a PDF. */
  render(content: ReceiptContent): Promise<Buffer>;
  close(): Promise<void>;
}

/**
 * Renders in a worker thread: most receipts take some 10 ms, one with thousands of rows a second.
 */
export function createReceiptRenderer(): ReceiptRenderer {
  const script = new URL('./receipt-renderer-thread.ts', import.meta.url);
  const thread = createWorkerThread<ReceiptContent, Uint8Array>(script, 'Rendering a receipt');
  return {
    async render(content) {
      return Buffer.from(await thread.run(content));
    },
    close: () => thread.close(),
  };
}
