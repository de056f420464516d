import { describe, expect, it } from 'vitest';
import { createTimeLeft } from './time-left.ts';

const size = 100_000_000;

describe('the time left of an upload', () => {
  it('is not said before three seconds have been measured', () => {
    const left = createTimeLeft(size);
    expect(left.after(0, 0)).toBeUndefined();
    expect(left.after(1_000_000, 1_000)).toBeUndefined();
    expect(left.after(2_000_000, 2_000)).toBeUndefined();
    // 97 MB are left at 1 MB a second.
    expect(left.after(3_000_000, 3_000)).toBeCloseTo(97);
  });

  it('follows a change of speed in the course of some seconds, not at once', () => {
    const left = createTimeLeft(size);
    for (let second = 0; second <= 30; second += 1) left.after(second * 1_000_000, second * 1_000);
    const soon = left.after(30_100_000, 31_000) ?? 0;
    // At the old speed 70 s, at the new one 700 s.
    expect(soon).toBeGreaterThan(70);
    expect(soon).toBeLessThan(100);
    let later = 0;
    for (let second = 32; second <= 120; second += 1)
      later = left.after(30_000_000 + (second - 30) * 100_000, second * 1_000) ?? 0;
    expect(later).toBeGreaterThan(550);
    expect(later).toBeLessThan(650);
  });

  it('does not count the time in which the line was lost', () => {
    const left = createTimeLeft(size);
    for (let second = 0; second <= 10; second += 1) left.after(second * 1_000_000, second * 1_000);
    left.pause();
    // An hour later it goes on a little before where it stopped.
    left.after(9_000_000, 3_600_000);
    expect(left.after(10_000_000, 3_601_000)).toBeCloseTo(90);
  });
});
