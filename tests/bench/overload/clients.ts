import { deriveKeys } from '@redress/server/keys/keys';
import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { mintTokens } from '../captcha-tokens.ts';
import { percentile } from '../figures.ts';
import { type LoadOrder, type LoadResult, runLoad } from './load.ts';

// The clients run in separate processes, so that their CPU time is separate and they can run on
// another core.

export type Order =
  | { readonly load: Omit<LoadOrder, 'tokens'>; readonly secretKey: string; readonly tokens: number }
  /** Requests a static page every few milliseconds, like visitors who only read. */
  | { readonly watch: string; readonly seconds: number };

export interface PageTimes {
  readonly p50: number;
  readonly p99: number;
}

/** One of these. */
export interface ClientMessage {
  /** The load begins. */
  readonly ready?: true;
  readonly loaded?: LoadResult;
  readonly watched?: PageTimes;
  readonly failed?: string;
}

const send = (message: ClientMessage) => void process.send?.(message);

async function execute(order: Order): Promise<void> {
  if ('watch' in order) return send({ watched: await watchPages(order.watch, order.seconds) });
  const tokens = await mintTokens(deriveKeys(order.secretKey), order.tokens);
  send({ ready: true });
  send({ loaded: await runLoad({ ...order.load, tokens }) });
}

async function watchPages(address: string, seconds: number): Promise<PageTimes> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const running: Promise<void>[] = [];
  const ask = () =>
    new Promise<void>((resolve) => {
      const begun = performance.now();
      get(`${address}/`, { agent, headers: { 'accept-encoding': 'br' } }, (answer) => {
        answer.resume();
        answer.once('end', () => {
          if (answer.statusCode === 200) times.push(performance.now() - begun);
        });
        answer.once('close', resolve);
      }).once('error', () => resolve());
    });
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; await wait(20)) running.push(ask());
  await Promise.all(running);
  agent.destroy();
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
}

process.on('message', (order: Order) => {
  execute(order).catch((error: unknown) =>
    send({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
process.once('disconnect', () => process.exit(0));
