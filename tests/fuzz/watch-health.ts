import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { FuzzServer } from './fuzz-server.ts';
import { exchange } from './http-exchange.ts';

const pauseBetween = 100;
/** Milliseconds. */
const patience = 60_000;
/**
 * A sign of life that takes longer comes from a machine that has more to do than to answer: nothing
 * is measured by its clock.
 */
const busyFrom = 250;

export interface HealthWatch {
  /** Milliseconds. */
  slowest(): number;
  /**
   * Whether the machine had too little time of late for the clock to tell anything of the server.
   */
  isMachineBusy(): boolean;
  stop(): Promise<void>;
}

/** Asks all along whether the server still answers, and tells when it does not. */
export function watchHealth(server: FuzzServer, onFault: (what: string) => void): HealthWatch {
  let recent: number[] = [];
  let slowest = 0;
  let isOver = false;
  const ownDelay = monitorEventLoopDelay({ resolution: 10 });
  ownDelay.enable();
  const bytes = Buffer.from('GET /api/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  const watching = (async () => {
    while (!isOver && server.ended() === undefined) {
      ownDelay.reset();
      const { answers, milliseconds: measured } = await exchange(server.port, bytes, { isHead: false, patience });
      // What this process itself was late, because it made a large request, is not the server's.
      const milliseconds = Math.max(0, measured - ownDelay.max / 1e6);
      recent = [milliseconds, ...recent].slice(0, 20);
      slowest = Math.max(slowest, milliseconds);
      if (answers[0]?.status !== 200 && server.ended() === undefined) onFault('/api/health does not answer');
      await pause(pauseBetween);
    }
  })();
  return {
    slowest: () => slowest,
    isMachineBusy: () => recent.some((milliseconds) => milliseconds > busyFrom),
    async stop() {
      isOver = true;
      await watching;
      ownDelay.disable();
    },
  };
}
