import { deriveKeys } from '@redress/server/platform/keys/keys';
import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { mintTokens } from '../captcha-tokens.ts';
import { figuresOf } from '../figures.ts';
import { type LoadOrder, runLoad } from './load.ts';

// The clients run in separate processes, so that their CPU time is separate and they can run on
// another core. A process answers each order with its figures.

export type Order =
  /** The answer is first `ready`, when the load begins. */
  | { readonly load: Omit<LoadOrder, 'tokens'>; readonly secretKey: string; readonly tokens: number }
  /** The process requests a static page every few milliseconds, like visitors who only read. */
  | { readonly watch: string; readonly seconds: number };

async function execute(order: Order) {
  if ('watch' in order) return watchPages(order.watch, order.seconds);
  const tokens = await mintTokens(deriveKeys(order.secretKey), order.tokens);
  process.send?.('ready');
  return runLoad({ ...order.load, tokens });
}

async function watchPages(address: string, seconds: number) {
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
  return figuresOf(times, seconds);
}

process.on('message', (order: Order) => void execute(order).then((figures) => process.send?.(figures)));
process.once('disconnect', () => process.exit(0));
