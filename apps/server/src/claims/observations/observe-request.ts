import type { FastifyRequest } from 'fastify';
import { isIP } from 'node:net';
import { addressSubject, subnetOf } from '../../platform/http/client-address.ts';
import { readBrowserSecret } from '../../platform/http/csrf.ts';
import { keyedHash, type Keys } from '../../platform/keys/keys.ts';
import type { KnownNetwork, NetworkLists } from './network-lists.ts';

/** The browser of the request that files a claim, without personal data in clear. */
export interface RequestObservations {
  /** It is undefined without a `User-Agent`. */
  readonly claimsChrome: boolean | undefined;
  /** It is undefined where Chrome would not send them either. */
  readonly lacksClientHints: boolean | undefined;
  readonly addressHash: Buffer | undefined;
  readonly networkHash: Buffer | undefined;
  readonly browserHash: Buffer | undefined;
  /** It is undefined without lists of networks. */
  readonly network: KnownNetwork | undefined;
}

/** Looks nothing up outside of this process, because claims wait for it. */
export function observeRequest(
  context: { readonly keys: Keys; readonly networkLists: NetworkLists | undefined; readonly publicUrl: URL },
  request: Pick<FastifyRequest, 'headers' | 'cookies' | 'ip'>,
): RequestObservations {
  const { keys, networkLists, publicUrl } = context;
  const { headers, ip } = request;
  // With one key, the name keeps an address from having the hash of a browser.
  const hash = (name: string, value: string) => keyedHash(keys.observations, `${name} ${value}`);
  const isAddress = isIP(ip) !== 0;
  const browser = readBrowserSecret(request, publicUrl.protocol === 'https:');
  const userAgent = headers['user-agent'];
  return {
    claimsChrome: userAgent === undefined ? undefined : claimsChrome(userAgent),
    lacksClientHints: isTrustworthy(publicUrl) ? headers['sec-ch-ua'] === undefined : undefined,
    addressHash: isAddress ? hash('address', addressSubject(ip)) : undefined,
    networkHash: isAddress ? hash('network', subnetOf(ip)) : undefined,
    browserHash: browser === undefined ? undefined : hash('browser', browser),
    network: isAddress ? networkLists?.find(ip) : undefined,
  };
}

/** Chrome 89 began to send client hints, for some people at first. */
const firstWithHints = 95;

/**
 * Whether a browser says that it is a Chrome which sends client hints. Older ones do not, and
 * neither do the browsers inside of Android apps (`; wv`, `Version/4.0`).
 */
function claimsChrome(userAgent: string): boolean {
  const version = /(?:^| )Chrome\/(\d+)/.exec(userAgent)?.[1];
  return version !== undefined && Number(version) >= firstWithHints && !/; wv\)| Version\/4\.0 /.test(userAgent);
}

/** Chrome sends client hints only over https and on the machine itself. */
function isTrustworthy({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
