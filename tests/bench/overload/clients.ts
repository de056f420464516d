import { deriveKeys } from '@redress/server/keys/keys';
import { mintTokens } from '../captcha-tokens.ts';
import { type LoadOrder, type LoadResult, runLoad } from './load.ts';
import { type PageTimes, watchPages } from './static-probe.ts';

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
export type ClientMessage =
  | { readonly name: 'loaded'; readonly result: LoadResult }
  | { readonly name: 'ready' }
  | { readonly name: 'watched'; readonly times: PageTimes }
  | { readonly name: 'failed'; readonly reason: string };

let watch: ReturnType<typeof watchPages> | undefined;
const send = (message: ClientMessage) => process.send?.(message);

async function execute(order: Order): Promise<void> {
  switch (order.name) {
    case 'load': {
      const tokens = await mintTokens(deriveKeys(order.secretKey), order.tokens);
      send({ name: 'ready' });
      return void send({ name: 'loaded', result: await runLoad({ ...order.load, tokens }) });
    }
    case 'watch':
      watch = watchPages(order.address);
      return;
    case 'end-watch': {
      const times = await watch?.stop();
      if (times) send({ name: 'watched', times });
    }
  }
}

process.on('message', (order: Order) => {
  execute(order).catch((error: unknown) =>
    send({ name: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
process.once('disconnect', () => process.exit(0));
