import { loginWorkHeader, noticeIdHeader, uniqueIdHeader } from '@redress/contract/http-headers';
import type { Challenge } from 'altcha-lib';
import { expect } from 'vitest';
import { type Answer, type Browser, expectProblem } from './browser.ts';
import { solve } from './easy-captcha.ts';
import type { Member } from './test-server.ts';

/** Reads the challenge in a login's response. */
export function challengeOf(answer: Answer): Challenge {
  const { challenge } = expectProblem(answer, 429, 'work-required');
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  return challenge as Challenge;
}

export const levelOf = (answer: Answer): unknown => challengeOf(answer).parameters.data?.['level'];

export function logInWith(browser: Browser, { noticeId, uniqueId }: Member, work: string): Promise<Answer> {
  return browser.send('GET', '/api/login/creds/', {
    headers: { [uniqueIdHeader]: uniqueId, [noticeIdHeader]: noticeId, [loginWorkHeader]: work },
  });
}

/**
 * Logs in like the page, with any required proof of work. `asked` counts how often it was required.
 */
export async function logInPatiently(browser: Browser, member: Member): Promise<{ answer: Answer; asked: number }> {
  let answer = await browser.logIn(member);
  let asked = 0;
  for (; answer.status === 429 && asked < 5; asked += 1)
    answer = await logInWith(browser, member, await solve(challengeOf(answer)));
  return { answer, asked };
}
