import { defaultLimits } from '@redress/server/http/rate-limits';
import { defaultLoginRules } from '@redress/server/login/login-failure-rules';
import { expect, test } from 'vitest';
import { Browser } from '../../setup/browser.ts';
import { memberOf, useTestServer } from '../../setup/test-server.ts';

// Whether a wrong pair takes as long as a Notice ID that does not exist. All limits are on, but
// high enough not to be reached.
const pairs = 300;
const unlimitedRules = Object.fromEntries(
  Object.entries(defaultLoginRules).map(([name, rule]) => [name, { ...rule, failures: 1_000_000 }]),
);

const server = useTestServer({
  members: 2 * pairs,
  overrides: { limits: defaultLimits, loginRules: { ...defaultLoginRules, ...unlimitedRules } },
});

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
 * The difference of the two medians as a fraction of the first. The measurements alternate, so
 * other load on the machine affects both.
 */
async function compare(first: (number: number) => string, second: (number: number) => string): Promise<number> {
  const times: [number[], number[]] = [[], []];
  for (let number = 0; number < pairs; number += 1) {
    const one = await timeOf(first(number));
    times[1].push(await timeOf(second(number)));
    times[0].push(one);
    // In reverse order: whichever comes second has warm caches.
    times[1].push(await timeOf(second(number + pairs)));
    times[0].push(await timeOf(first(number + pairs)));
  }
  return Math.abs(median(times[0]) / median(times[1]) - 1);
}

test('a wrong pair and a pair that does not exist take the same time', async () => {
  const known = (number: number) => memberOf(number).noticeId;
  const unknown = (number: number) => String(800_000_000 + number);
  for (let number = 0; number < 100; number += 1) await timeOf(String(700_000_000 + number));
  // An extra round trip or a decrypted Unique ID would add a fifth or more. A busy machine gets
  // three attempts.
  const found: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    found.push(await compare(known, unknown));
    if (Math.min(...found) < 0.05) break;
  }
  expect(Math.min(...found)).toBeLessThan(0.05);
});
