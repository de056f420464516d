import type { Figures } from './figures.ts';
import { figuresOf } from './figures.ts';

/**
 * What became of one claim; `nothing-left`: the claims that were prepared have been used up, which
 * ends the measurement.
 */
export type Outcome = 'filed' | 'failed' | 'nothing-left';

export interface Measured extends Figures {
  /** All that were filed, those of the warm-up and the last ones in flight too. */
  readonly filed: number;
  readonly failed: number;
}

/**
 * Lets so many clients file claims, each the next one as soon as the last was answered: first for
 * the warm-up, then, without a pause, for the time that is measured. Claims that were answered
 * within that time count; each client finishes what it has begun.
 */
export async function measure(
  fileOne: (client: number) => Promise<Outcome>,
  time: { readonly clients: number; readonly warmUpSeconds: number; readonly seconds: number },
): Promise<Measured> {
  const from = performance.now() + time.warmUpSeconds * 1_000;
  let to = from + time.seconds * 1_000;
  const latencies: number[] = [];
  let filed = 0;
  let failed = 0;
  const work = async (client: number) => {
    for (;;) {
      const begun = performance.now();
      if (begun >= to) return;
      const outcome = await fileOne(client);
      const ended = performance.now();
      if (outcome === 'nothing-left') {
        to = Math.min(to, ended);
        return;
      }
      if (outcome === 'failed') {
        failed += 1;
        continue;
      }
      filed += 1;
      if (ended >= from && ended < to) latencies.push(ended - begun);
    }
  };
  await Promise.all(Array.from({ length: time.clients }, (_, client) => work(client)));
  if (to <= from) throw new Error('Nothing was left to measure after the warm-up');
  return { ...figuresOf(latencies, (to - from) / 1_000), filed, failed };
}
