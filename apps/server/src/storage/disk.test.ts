import { expect, test } from 'vitest';
import { lacksSpace } from './disk.ts';

const gigabyte = 1024 ** 3;

test('a small disk keeps a gigabyte free, a large one a twentieth', () => {
  expect(lacksSpace({ free: 3 * gigabyte, total: 10 * gigabyte }, 2 * gigabyte)).toBe(false);
  expect(lacksSpace({ free: 3 * gigabyte, total: 10 * gigabyte }, 2 * gigabyte + 1)).toBe(true);
  expect(lacksSpace({ free: 7 * gigabyte, total: 100 * gigabyte }, 2 * gigabyte)).toBe(false);
  expect(lacksSpace({ free: 7 * gigabyte, total: 100 * gigabyte }, 2 * gigabyte + 1)).toBe(true);
});
