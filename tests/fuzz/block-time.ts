const sampleMilliseconds = 10;

/**
 * The longest time that the process's own work blocked its event loop, in milliseconds of its main
 * thread's CPU time. Unlike wall-clock time, this excludes other load on the machine.
 */
export function watchBlocks(): () => number {
  let longest = 0;
  let before = processorTime();
  const timer = setInterval(() => {
    const now = processorTime();
    longest = Math.max(longest, now - before);
    before = now;
  }, sampleMilliseconds);
  timer.unref();
  return () => longest;
}

function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
