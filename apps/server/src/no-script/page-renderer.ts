import { Worker } from 'node:worker_threads';
import type { FilingState } from '@redress/contract/session';
import type { RenderedIsland, PageRenderer, NoScriptForm } from '@redress/contract/page-renderer';
import { ProblemError } from '../http/problem.ts';

export interface ClosablePageRenderer extends PageRenderer {
  close(): Promise<void>;
}
export type RenderRequest = {
  readonly order: number;
  readonly path: string;
  readonly filing: FilingState;
  readonly posted: NoScriptForm;
};
export type Rendered = { readonly order: number } & (
  | { readonly rendered: RenderedIsland }
  | { readonly error: string }
);

interface Waiting {
  resolve(rendered: RenderedIsland): void;
  reject(error: Error): void;
}

/** A form with more rows takes longer than anybody else should wait for it: 2,000 of them take 77 ms. */
const largeFrom = 50;
/** Large ones that may wait for the thread; each holds its answers in memory. */
const mostWaiting = 8;
/** Seconds. */
const retryWhenFull = 5;

/**
 * Renders large forms in a thread of their own, one after the other, and everything else as `pageRenderer` does. Throws `overloaded` when too many large ones
 * wait. `file` exports the page renderer, for the thread, which starts with the first large form.
 */
export function withRenderWorker(pageRenderer: PageRenderer, file: string): ClosablePageRenderer {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let orders = 0;
  const start = () => {
    const started = new Worker(new URL('./page-renderer-worker.ts', import.meta.url), {
      workerData: file,
    });
    const fail = (error: Error) => {
      if (thread === started) thread = undefined;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    started.on('message', (rendered: Rendered) => {
      const one = waiting.get(rendered.order);
      waiting.delete(rendered.order);
      if ('rendered' in rendered) one?.resolve(rendered.rendered);
      else one?.reject(new Error(`The page could not be rendered: ${rendered.error}`));
    });
    started.on('error', fail);
    started.on('exit', () => fail(new Error('The thread that renders large pages has ended')));
    // It keeps no process alive by itself.
    started.unref();
    return started;
  };
  return {
    async form(path, filing, posted) {
      if (!isLarge(posted)) return pageRenderer.form(path, filing, posted);
      if (waiting.size >= mostWaiting) throw new ProblemError('overloaded', {}, { retryAfterSeconds: retryWhenFull });
      thread ??= start();
      const order = orders;
      orders += 1;
      const rendered = new Promise<RenderedIsland>((resolve, reject) => waiting.set(order, { resolve, reject }));
      thread.postMessage({ order, path, filing, posted } satisfies RenderRequest);
      return rendered;
    },
    login: (path, posted) => pageRenderer.login(path, posted),
    complete: (path, claim) => pageRenderer.complete(path, claim),
    async close() {
      await thread?.terminate();
    },
  };
}

function isLarge({ answers, errors }: NoScriptForm): boolean {
  const rows = Object.values(answers).reduce<number>(
    (sum, answer) => sum + (Array.isArray(answer) ? answer.length : 0),
    0,
  );
  return rows > largeFrom || errors.length > largeFrom;
}
