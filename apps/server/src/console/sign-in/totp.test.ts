import { expect, test } from 'vitest';
import { base32, findStep, stepAt, totpAddress, totpCode } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

// RFC 6238, appendix B, SHA-1.
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('the code at %d seconds is the one of RFC 6238', (seconds, code) => {
  expect(totpCode(secret, stepAt(new Date(seconds * 1_000)), 8)).toBe(code);
});

// RFC 4648, section 10.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%j in base 32 is %j', (text, expected) => {
  expect(base32(Buffer.from(text))).toBe(expected);
});

test('a code is accepted one step early or late, and never one that was used, or an older one', () => {
  const now = new Date(1_234_567_890_000);
  const step = stepAt(now);
  const accepted = [-2, -1, 0, 1, 2].map((by) => findStep(secret, totpCode(secret, step + by), now));
  expect(accepted).toEqual([undefined, step - 1, step, step + 1, undefined]);
  expect(findStep(secret, totpCode(secret, step), now, step)).toBeUndefined();
  expect(findStep(secret, totpCode(secret, step - 1), now, step)).toBeUndefined();
  expect(findStep(secret, totpCode(secret, step + 1), now, step)).toBe(step + 1);
  for (const wrong of ['', '12345', '1234567', 'abcdef', '१२३४५६'])
    expect(findStep(secret, wrong, now)).toBeUndefined();
});

test('the address for apps names the account and the website', () => {
  expect(totpAddress(secret, 'ada@example.com', 'Acme & Co')).toBe(
    'otpauth://totp/Acme%20%26%20Co:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Acme%20%26%20Co',
  );
});
