import { defaultLimits, defaultLoginRules } from '@redress/server/http/rate-limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../setup/browser.ts';
import type { TestServer } from '../setup/test-server.ts';
import { memberOf, startTestServer } from '../setup/test-server.ts';

// Whether a wrong pair takes as long as one whose Notice ID nobody has. Every limit is on, with so
// much room that none is reached.
const pairs = 300;
const unlimitedRules = Object.fromEntries(
  Object.entries(defaultLoginRules).map(([name, rule]) => [name, { ...rule, failures: 1_000_000 }]),
);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    members: 2 * pairs,
    overrides: { limits: defaultLimits, loginRules: { ...defaultLoginRules, ...unlimitedRules } },
  });
});
afterAll(() => server.close());

const median = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

async function timeOf(noticeId: string): Promise<number> {
  const browser = new Browser(server.app);
  const before = performance.now();
  const answer = await browser.logIn({ noticeId, uniqueId: 'WRONG123' });
  const time = performance.now() - before;
  expect([answer.status, answer.text]).toEqual([200, '']);
  return time;
}

/**
 * How far the middle of the one lies from the middle of the other, as a part of it. Taken in turns,
 * so that what else this machine does is in both.
 */
async function compare(first: (number: number) => string, second: (number: number) => string): Promise<number> {
  const times: [number[], number[]] = [[], []];
  for (let number = 0; number < pairs; number += 1) {
    const one = await timeOf(first(number));
    times[1].push(await timeOf(second(number)));
    times[0].push(one);
    // The other way round: whoever comes second finds everything warm.
    times[1].push(await timeOf(second(number + pairs)));
    times[0].push(await timeOf(first(number + pairs)));
  }
  return Math.abs(median(times[0]) / median(times[1]) - 1);
}

test('a wrong pair and one that nobody has take the same time', { timeout: 120_000 }, async () => {
  const known = (number: number) => memberOf(number).noticeId;
  const unknown = (number: number) => String(800_000_000 + number);
  for (let number = 0; number < 100; number += 1) await timeOf(String(700_000_000 + number));
  // A round trip more or a Unique ID decrypted would be a fifth or more. A busy machine gets three
  // tries.
  const found: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    found.push(await compare(known, unknown));
    if (Math.min(...found) < 0.05) break;
  }
  expect(Math.min(...found)).toBeLessThan(0.05);
});
