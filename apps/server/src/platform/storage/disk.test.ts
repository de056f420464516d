import { expect, test } from 'vitest';
import { requireSpace } from './disk.ts';

const gigabyte = 1024 ** 3;

test('a small disk keeps a gigabyte free, a large one a twentieth', () => {
  for (const [free, total] of [
    [3, 10],
    [7, 100],
  ] as const) {
    const space = { free: free * gigabyte, total: total * gigabyte };
    expect(() => requireSpace(space, 2 * gigabyte)).not.toThrow();
    expect(() => requireSpace(space, 2 * gigabyte + 1)).toThrow(expect.objectContaining({ code: 'ENOSPC' }));
  }
});
