/** How often the process looks, and how long it must have been idle. */
const interval = 5_000; // milliseconds
/** Background jobs alone use less than this share of the time. */
const maxUtilization = 0.1;
/** A collection stops the process for a fraction of a second, so it must be worth it. */
const minBytes = 32_000_000;

/**
 * Collects garbage when the process becomes idle, and returns the memory to the operating system.
 * V8 would keep both until it needs them. Does nothing without `--expose-gc`.
 */
export function releaseMemoryWhenIdle(started: AsyncDisposableStack): void {
  let last = performance.eventLoopUtilization();
  let released = 0;
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(last);
    last = performance.eventLoopUtilization();
    if (utilization > maxUtilization || process.memoryUsage.rss() < released + minBytes) return;
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    released = process.memoryUsage.rss();
  }, interval);
  timer.unref();
  started.defer(() => clearInterval(timer));
}
