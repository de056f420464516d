/** Milliseconds. */
const lookEvery = 10;

/**
 * How long the process was held by its own work at most before it could turn to anything else, in
 * milliseconds: the time that its main thread had of a processor from one turn to the next. What
 * other programs take of the machine does not count, as it would by the clock.
 */
export function watchBlocks(): () => number {
  let longest = 0;
  let before = processorTime();
  const timer = setInterval(() => {
    const now = processorTime();
    longest = Math.max(longest, now - before);
    before = now;
  }, lookEvery);
  timer.unref();
  return () => longest;
}

function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
