import { setTimeout as wait } from 'node:timers/promises';
import type { CpuTimes } from './cpu-times.ts';
import { type Figures, cpuPerClaim, figuresOf } from './figures.ts';

/**
 * The outcome of one claim. `nothing-left`: all prepared claims are used up, which ends the
 * measurement.
 */
export type Outcome = 'filed' | 'nothing-left' | { readonly failure: string };

export interface Measured extends Figures {
  /** All filed claims, including the warm-up and those still in flight at the end. */
  readonly filed: number;
  readonly failures: readonly string[];
}

export interface MeasureOptions {
  readonly clients: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** CPU seconds so far. */
  readonly readCpu?: () => CpuTimes;
}

/**
 * Lets this many clients file claims, each the next one as soon as the last was answered: first the
 * warm-up, then, without a pause, the measured time. Only claims answered within that time count;
 * each client finishes its last claim.
 */
export async function measure(fileOne: () => Promise<Outcome>, options: MeasureOptions): Promise<Measured> {
  const { clients, warmUpSeconds, seconds, readCpu } = options;
  const from = performance.now() + warmUpSeconds * 1_000;
  let to = from + seconds * 1_000;
  const latencies: number[] = [];
  const failures: string[] = [];
  let filed = 0;
  const isOver = new AbortController();
  const cpuAfter = (delay: number) =>
    wait(delay * 1_000, undefined, { signal: isOver.signal }).then(readCpu, () => readCpu?.());
  const cpuBegin = cpuAfter(warmUpSeconds);
  const cpuEnd = cpuAfter(warmUpSeconds + seconds);
  const work = async () => {
    for (;;) {
      const begun = performance.now();
      if (begun >= to) return;
      const outcome = await fileOne();
      const ended = performance.now();
      if (outcome === 'nothing-left') {
        to = Math.min(to, ended);
        return;
      }
      if (outcome !== 'filed') {
        failures.push(outcome.failure);
        continue;
      }
      filed += 1;
      if (ended >= from && ended < to) latencies.push(ended - begun);
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
  isOver.abort();
  if (to <= from) throw new Error('Nothing was left to measure after the warm-up');
  const [begin, end] = [await cpuBegin, await cpuEnd];
  return {
    ...figuresOf(latencies, (to - from) / 1_000),
    ...(begin && end && { cpu: cpuPerClaim(begin, end, latencies.length) }),
    filed,
    failures,
  };
}
