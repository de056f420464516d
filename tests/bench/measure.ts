import { type Figures, figuresOf } from './figures.ts';

/**
 * The outcome of one claim. `nothing-left`: all prepared claims are used up, which ends the
 * measurement.
 */
export type Outcome = 'filed' | 'failed' | 'nothing-left';

export interface Measured extends Figures {
  /** All filed claims, including the warm-up and those still in flight at the end. */
  readonly filed: number;
  readonly failed: number;
}

/**
 * Lets this many clients file claims, each the next one as soon as the last was answered: first the
 * warm-up, then, without a pause, the measured time. Only claims answered within that time count;
 * each client finishes its last claim.
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
