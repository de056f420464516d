import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { releaseMemoryWhenIdle } from './release-memory.ts';

const collect = vi.fn();
const started = new AsyncDisposableStack();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('gc', collect);
});
afterEach(async () => {
  await started.disposeAsync();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a process that becomes idle collects its garbage, and again only when it has grown', () => {
  const utilization = vi.spyOn(performance, 'eventLoopUtilization');
  const memory = vi.spyOn(process.memoryUsage, 'rss');
  const collectionsAfter = (share: number, megabytes: number) => {
    utilization.mockReturnValue({ idle: 1 - share, active: share, utilization: share });
    memory.mockReturnValue(megabytes * 1e6);
    vi.advanceTimersByTime(10_000);
    return collect.mock.calls.length;
  };
  releaseMemoryWhenIdle(started);
  expect(collectionsAfter(0.9, 200)).toBe(0);
  expect(collectionsAfter(0.05, 200)).toBe(1);
  expect(collectionsAfter(0.05, 210)).toBe(1);
  expect(collectionsAfter(0.9, 600)).toBe(1);
  expect(collectionsAfter(0.05, 600)).toBe(2);
});
