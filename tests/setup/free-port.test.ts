import { expect, test, vi } from 'vitest';

test('two test processes reserve different ports, although nothing listens on them', async () => {
  const one = await import('./free-port.ts');
  vi.resetModules();
  // The second process knows nothing of the first, and tries the same ports in the same order.
  const other = await import('./free-port.ts');
  const ports = [await one.reservePort(), await other.reservePort()];
  expect(new Set(ports).size).toBe(2);
  await Promise.all([one.releasePort(ports[0] ?? 0), other.releasePort(ports[1] ?? 0)]);
});
