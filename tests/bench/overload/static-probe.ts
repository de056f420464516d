import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from '../figures.ts';

export interface PageTimes {
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
}

/** Requests a static page every few milliseconds, like visitors who only read, until stopped. */
export function watchPages(address: string): { stop(): Promise<PageTimes> } {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const running = new Set<Promise<void>>();
  let failed = 0;
  let isOver = false;
  const ask = async () => {
    const begun = performance.now();
    const isFine = await new Promise<boolean>((resolve) => {
      get(`${address}/`, { agent, headers: { 'accept-encoding': 'br' } }, (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode === 200));
        answer.once('error', () => resolve(false));
      }).once('error', () => resolve(false));
    });
    if (isFine) times.push(performance.now() - begun);
    else failed += 1;
  };
  const watching = (async () => {
    while (!isOver) {
      const one = ask().finally(() => running.delete(one));
      running.add(one);
      await wait(20);
    }
    await Promise.all(running);
    agent.destroy();
  })();
  return {
    async stop() {
      isOver = true;
      await watching;
      const sorted = times.toSorted((a, b) => a - b);
      return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), failed };
    },
  };
}
