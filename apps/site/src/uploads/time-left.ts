/** Over how many milliseconds the speed is smoothed: long enough not to jump with every piece. */
const smoothedMs = 15_000;
/** Before that much has been measured (weighed as above: some three seconds), any guess would be a wild one. */
const enoughMs = 2_500;

/**
 * How long the rest of `size` bytes takes, by the speed of the last moments. `after` is told the bytes that have gone out and when
 * (milliseconds), and gives seconds, or nothing while too little is known. `pause`: what comes next does not continue what was before.
 */
export function createTimeLeft(size: number) {
  let last: { readonly bytes: number; readonly at: number } | undefined;
  /** Bytes and milliseconds of the last moments, earlier ones weighing less. */
  let bytesMoved = 0;
  let msPassed = 0;
  return {
    after(bytes: number, at: number): number | undefined {
      if (last && at > last.at && bytes >= last.bytes) {
        const weight = Math.exp((last.at - at) / smoothedMs);
        bytesMoved = bytesMoved * weight + bytes - last.bytes;
        msPassed = msPassed * weight + at - last.at;
      }
      if (!last || at > last.at || bytes < last.bytes) last = { bytes, at };
      return msPassed < enoughMs || bytesMoved <= 0 ? undefined : ((size - bytes) * msPassed) / bytesMoved / 1_000;
    },
    pause() {
      last = undefined;
    },
  };
}
