import { afterEach, expect, test, vi } from 'vitest';
import { type ApiResult, failureReason, isTransient, offline, readResponse } from './api-client.ts';

afterEach(() => vi.unstubAllGlobals());

const problem = (code: string) => JSON.stringify({ type: 'about:blank', title: '', status: 0, detail: '', code });
const page = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';
const readNumber = (body: unknown) => (typeof body === 'number' ? body : undefined);

/** The reason a claimant sees after a response, on a device that is online or not. */
function reasonFor(result: ApiResult<number>, onLine = true): string {
  vi.stubGlobal('navigator', { onLine });
  return isTransient(result) ? failureReason(result) : 'not transient';
}

test.each([
  ['our defect', 500, problem('internal'), null],
  ['our database is unavailable', 503, problem('unavailable'), '3'],
  ['a gateway without our server', 502, page, null],
  ['a gateway that gave up waiting', 504, page, null],
  ['a gateway without any server', 503, page, null],
  ['a page instead of the claim', 200, page, null],
  ['an empty response instead of the claim', 201, '', null],
])('is called a failure on our side: %s', (_name, status, body, retryAfter) => {
  expect(reasonFor(readResponse(status, body, retryAfter, readNumber))).toBe('failed');
});

test.each([
  ['our server sheds load', 503, problem('overloaded'), '7'],
  ['a proxy sheds load', 503, page, '30'],
])('is called busy: %s', (_name, status, body, retryAfter) => {
  const result = readResponse(status, body, retryAfter, readNumber);
  expect(reasonFor(result)).toBe('busy');
  expect(result).toMatchObject({ retryAfter: Number(retryAfter) });
});

test('without a response, a connected device is told of the server, and another that it is offline', () => {
  expect(reasonFor(offline)).toBe('lost');
  expect(reasonFor(offline, false)).toBe('offline');
});

test.each([
  [429, 'too-many-requests'],
  [413, 'too-large'],
  [400, 'bad-request'],
])('%i would not change by trying again at once', (status, code) => {
  const result = readResponse(status, page, null, readNumber);
  expect(result).toMatchObject({ ok: false, code });
  expect(reasonFor(result)).toBe('not transient');
});
