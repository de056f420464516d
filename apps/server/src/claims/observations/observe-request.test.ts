import { describe, expect, test } from 'vitest';
import { deriveKeys } from '../../platform/keys/keys.ts';
import { observeRequest } from './observe-request.ts';

const secret = 'a secret of thirty-two characters';
const keys = deriveKeys(secret);
const publicUrl = new URL('https://claims.example.com');
const context = { keys, publicUrl, networkLists: undefined };
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

function observe(
  request: { ip?: string; headers?: Readonly<Record<string, string>>; cookies?: Readonly<Record<string, string>> },
  given: Partial<Parameters<typeof observeRequest>[0]> = {},
) {
  return observeRequest({ ...context, ...given }, { ip: '192.0.2.1', headers: {}, cookies: {}, ...request });
}

describe('hashes', () => {
  test('are equal for an address in every process, and differ by address, network and secret', () => {
    const one = observe({});
    expect(one).toEqual(observe({}, { keys: deriveKeys(secret) }));
    expect(one.addressHash).toHaveLength(32);
    const neighbor = observe({ ip: '192.0.2.2' });
    expect(neighbor.addressHash).not.toEqual(one.addressHash);
    expect(neighbor.networkHash).toEqual(one.networkHash);
    expect(observe({ ip: '192.0.3.1' }).networkHash).not.toEqual(one.networkHash);
    expect(observe({}, { keys: deriveKeys('another one of thirty-two letters') }).addressHash).not.toEqual(
      one.addressHash,
    );
    expect(observe({ ip: '::ffff:192.0.2.1' })).toEqual(one);
  });

  test('of IPv6 count a household as one address, and a /48 as one network', () => {
    const one = observe({ ip: '2001:db8:1:2::1' });
    expect(observe({ ip: '2001:db8:1:2:ffff::9' })).toEqual(one);
    expect(observe({ ip: '2001:db8:1:3::1' }).addressHash).not.toEqual(one.addressHash);
    expect(observe({ ip: '2001:db8:1:3::1' }).networkHash).toEqual(one.networkHash);
    expect(observe({ ip: '2001:db8:2:2::1' }).networkHash).not.toEqual(one.networkHash);
  });

  test('of a browser come from its random cookie, and not from another value', () => {
    const name = '__Host-redress-browser';
    const one = observe({ cookies: { [name]: 'a'.repeat(24) } });
    expect(one.browserHash).toHaveLength(32);
    expect(observe({ cookies: { [name]: 'b'.repeat(24) } }).browserHash).not.toEqual(one.browserHash);
    for (const cookies of [{}, { [name]: 'forged' }, { 'redress-browser': 'a'.repeat(24) }])
      expect(observe({ cookies }).browserHash).toBeUndefined();
  });

  test('are absent where there is no address', () => {
    expect(observe({ ip: '' })).toMatchObject({ addressHash: undefined, networkHash: undefined, network: undefined });
  });
});

describe('a browser that says it is Chrome', () => {
  const withHints = { 'sec-ch-ua': '"Chromium";v="142"' };
  test.each([
    ['Chrome with its headers', chrome, withHints, true, false],
    ['a program that says Chrome', chrome, {}, true, true],
    ['Edge', `${chrome} Edg/142.0.0.0`, withHints, true, false],
    ['Chrome of 2020, which had none', chrome.replace('142', '84'), {}, false, true],
    [
      'a browser in an Android app',
      chrome.replace('Windows NT 10.0; Win64; x64', 'Linux; Android 14; wv'),
      {},
      false,
      true,
    ],
    ['DuckDuckGo for Android', chrome.replace(' Chrome/', ' Version/4.0 Chrome/'), {}, false, true],
    [
      'Chrome for iPhone, which is Safari',
      'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 CriOS/142.0 Mobile Safari/604.1',
      {},
      false,
      true,
    ],
    ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', {}, false, true],
  ])('is told from its headers: %s', (_browser, userAgent, headers, claimsChrome, lacksClientHints) => {
    expect(observe({ headers: { 'user-agent': userAgent, ...headers } })).toMatchObject({
      claimsChrome,
      lacksClientHints,
    });
  });

  test('counts as not measured without a User-Agent, and over plain http', () => {
    expect(observe({}).claimsChrome).toBeUndefined();
    const overHttp = { publicUrl: new URL('http://claims.example.com') };
    expect(observe({ headers: { 'user-agent': chrome } }, overHttp).lacksClientHints).toBeUndefined();
    const here = { publicUrl: new URL('http://localhost:3000') };
    expect(observe({ headers: { 'user-agent': chrome } }, here).lacksClientHints).toBe(true);
  });
});

test('the lists of networks are asked for the address of the client', () => {
  const networkLists = { find: (address: string) => ({ kind: 'tor' as const, date: `of ${address}` }) };
  expect(observe({}, { networkLists }).network).toEqual({ kind: 'tor', date: 'of 192.0.2.1' });
  expect(observe({}).network).toBeUndefined();
});
