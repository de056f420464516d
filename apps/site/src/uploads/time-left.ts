/** Time constant of the average speed: long enough not to jump with each chunk. */
const averagedMs = 15_000;
/** No estimate before this much (weighted) time is measured: about three seconds. */
const minMeasuredMs = 2_500;

/** Estimates how long the rest of an upload of `size` bytes takes, from the recent speed. */
export function createTimeLeft(size: number) {
  let last: { readonly bytes: number; readonly at: number } | undefined;
  /** Exponentially weighted sums of the recent bytes and milliseconds. */
  let recentBytes = 0;
  let recentMs = 0;
  return {
    /** Takes the total bytes sent and the time (ms). Returns seconds, if enough is known. */
    after(bytes: number, at: number): number | undefined {
      if (last && at > last.at && bytes >= last.bytes) {
        const weight = Math.exp((last.at - at) / averagedMs);
        recentBytes = recentBytes * weight + bytes - last.bytes;
        recentMs = recentMs * weight + at - last.at;
      }
      if (!last || at > last.at || bytes < last.bytes) last = { bytes, at };
      return recentMs < minMeasuredMs || recentBytes <= 0
        ? undefined
        : ((size - bytes) * recentMs) / recentBytes / 1_000;
    },
    /** The time until the next measurement does not count. */
    pause() {
      last = undefined;
    },
  };
}
