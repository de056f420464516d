import { deriveKeys } from '@redress/server/keys/keys';
import { mintTokens } from '../captcha-tokens.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import { runLoad } from './load.ts';
import type { PageTimes } from './static-probe.ts';
import { watchPages } from './static-probe.ts';

// The clients run in separate processes, so that their CPU time is separate and they can run on
// another core.

export type Order =
  | {
      readonly name: 'load';
      readonly load: Omit<LoadOrder, 'tokens'>;
      readonly secretKey: string;
      readonly tokens: number;
    }
  | { readonly name: 'watch'; readonly address: string }
  | { readonly name: 'end-watch' };
export type Told =
  | { readonly name: 'loaded'; readonly result: LoadResult }
  | { readonly name: 'ready' }
  | { readonly name: 'watched'; readonly times: PageTimes }
  | { readonly name: 'failed'; readonly reason: string };

let watch: ReturnType<typeof watchPages> | undefined;
const tell = (told: Told) => process.send?.(told);

async function carryOut(order: Order): Promise<void> {
  switch (order.name) {
    case 'load': {
      const tokens = await mintTokens(deriveKeys(order.secretKey), order.tokens);
      tell({ name: 'ready' });
      return void tell({ name: 'loaded', result: await runLoad({ ...order.load, tokens }) });
    }
    case 'watch':
      watch = watchPages(order.address);
      return;
    case 'end-watch': {
      const times = await watch?.stop();
      if (times) tell({ name: 'watched', times });
    }
  }
}

process.on('message', (order: Order) => {
  carryOut(order).catch((error: unknown) =>
    tell({ name: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
process.once('disconnect', () => process.exit(0));
