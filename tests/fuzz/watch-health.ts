import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { FuzzServer } from './fuzz-server.ts';
import { exchange } from './http-exchange.ts';

const pauseBetween = 100;
/** Milliseconds. */
const maxSilenceMilliseconds = 60_000;
/**
 * A slower health response means that the machine is busy, and that wall-clock measurements are
 * invalid.
 */
const busyMilliseconds = 250;

export interface HealthWatch {
  /** Milliseconds. */
  slowest(): number;
  /** Whether the machine was recently too busy for wall-clock measurements. */
  isMachineBusy(): boolean;
  stop(): Promise<void>;
}

/** Polls whether the server still answers, and reports when it does not. */
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
      const { answers, milliseconds: measured } = await exchange(server.port, bytes, {
        isHead: false,
        maxSilenceMilliseconds,
      });
      // Subtracts this process's own delay, for example while it generates a large request.
      const milliseconds = Math.max(0, measured - ownDelay.max / 1e6);
      recent = [milliseconds, ...recent].slice(0, 20);
      slowest = Math.max(slowest, milliseconds);
      if (answers[0]?.status !== 200 && server.ended() === undefined) onFault('/api/health does not answer');
      await pause(pauseBetween);
    }
  })();
  return {
    slowest: () => slowest,
    isMachineBusy: () => recent.some((milliseconds) => milliseconds > busyMilliseconds),
    async stop() {
      isOver = true;
      await watching;
      ownDelay.disable();
    },
  };
}
