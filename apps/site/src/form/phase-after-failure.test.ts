import { xsrfCookie } from '@redress/contract/http-headers';
import { afterEach, expect, test, vi } from 'vitest';
import { readResponse } from '../browser/api-client.ts';
import { phaseAfterFailure } from './phase-after-failure.ts';

afterEach(() => vi.unstubAllGlobals());

function noticeAfter(status: number, problem: object, cookie = ''): string | undefined {
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', { cookie });
  const result = readResponse(status, JSON.stringify(problem), null, () => undefined);
  if (result.ok) throw new Error('It is no failure');
  const phase = phaseAfterFailure(result, 'en');
  return phase.name === 'editing' ? phase.notice : undefined;
}

test('after an unexpected error, a claimant sees the code with which staff find it in the log', () => {
  expect(noticeAfter(500, { code: 'internal', requestId: '9f86d081884c7d65' })).toMatch(
    /If you call us, give this error code: 9f86d081884c7d65$/,
  );
  expect(noticeAfter(500, { code: 'internal' })).not.toContain('code');
});

test('who has to wait sees no error code', () => {
  const requestId = '9f86d081884c7d65';
  expect(noticeAfter(503, { code: 'overloaded', requestId })).not.toContain(requestId);
  expect(noticeAfter(429, { code: 'too-many-requests', requestId })).not.toContain(requestId);
});

test('only a browser without the cookie is said to block cookies', () => {
  const badToken = { code: 'bad-token' };
  expect(noticeAfter(403, badToken)).toContain('blocks cookies');
  expect(noticeAfter(403, badToken, `${xsrfCookie}=token`)).not.toContain('cookies');
});
