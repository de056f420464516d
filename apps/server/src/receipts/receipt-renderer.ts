import { Worker } from 'node:worker_threads';
import type { ReceiptContent } from '@redress/documents/receipt';

/** Renders receipts. */
export interface ReceiptRenderer {
  render(content: ReceiptContent): Promise<Buffer>;
  close(): Promise<void>;
}
export type PrintOrder = { readonly order: number; readonly content: ReceiptContent };
export type Printed = { readonly order: number } & ({ readonly pdf: Uint8Array } | { readonly error: string });

interface Waiting {
  resolve(pdf: Buffer): void;
  reject(error: Error): void;
}

/**
 * Renders in a thread of its own, one receipt after the other: a receipt takes some hundredths of a second of pure work, and one with
 * thousands of rows a second, during which the main thread could answer nobody. The thread starts with the first receipt.
 */
export function createReceiptRenderer(): ReceiptRenderer {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let orders = 0;
  const start = () => {
    const started = new Worker(new URL('./receipt-renderer-worker.ts', import.meta.url));
    const fail = (error: Error) => {
      if (thread === started) thread = undefined;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    started.on('message', (printed: Printed) => {
      const one = waiting.get(printed.order);
      waiting.delete(printed.order);
      if ('pdf' in printed) one?.resolve(Buffer.from(printed.pdf));
      else one?.reject(new Error(`The receipt could not be rendered: ${printed.error}`));
    });
    started.on('error', fail);
    started.on('exit', () => fail(new Error('The thread that renders receipts has ended')));
    // It keeps no process alive by itself.
    started.unref();
    return started;
  };
  return {
    render(content) {
      thread ??= start();
      const order = orders;
      orders += 1;
      const printed = new Promise<Buffer>((resolve, reject) => waiting.set(order, { resolve, reject }));
      thread.postMessage({ order, content } satisfies PrintOrder);
      return printed;
    },
    async close() {
      await thread?.terminate();
    },
  };
}
