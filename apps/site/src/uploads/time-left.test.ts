import { describe, expect, it } from 'vitest';
import { createTimeLeft } from './time-left.ts';

const size = 100_000_000;

describe('the time left of an upload', () => {
  it('is unknown during the first three seconds', () => {
    const left = createTimeLeft(size);
    expect(left.after(0, 0)).toBeUndefined();
    expect(left.after(1_000_000, 1_000)).toBeUndefined();
    expect(left.after(2_000_000, 2_000)).toBeUndefined();
    // 97 MB left at 1 MB per second.
    expect(left.after(3_000_000, 3_000)).toBeCloseTo(97);
  });

  it('follows a change of speed within seconds, not at once', () => {
    const left = createTimeLeft(size);
    for (let second = 0; second <= 30; second += 1) left.after(second * 1_000_000, second * 1_000);
    const soon = left.after(30_100_000, 31_000) ?? 0;
    // 70 s at the old speed, 700 s at the new one.
    expect(soon).toBeGreaterThan(70);
    expect(soon).toBeLessThan(100);
    let later = 0;
    for (let second = 32; second <= 120; second += 1)
      later = left.after(30_000_000 + (second - 30) * 100_000, second * 1_000) ?? 0;
    expect(later).toBeGreaterThan(550);
    expect(later).toBeLessThan(650);
  });

  it('does not count the time without a connection', () => {
    const left = createTimeLeft(size);
    for (let second = 0; second <= 10; second += 1) left.after(second * 1_000_000, second * 1_000);
    left.pause();
    // An hour later it resumes a little before the point where it stopped.
    left.after(9_000_000, 3_600_000);
    expect(left.after(10_000_000, 3_601_000)).toBeCloseTo(90);
  });
});
