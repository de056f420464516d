import type { FastifyRequest } from 'fastify';
import { isIP } from 'node:net';
import { addressSubject, subnetOf } from '../../platform/http/client-address.ts';
import { readBrowserSecret } from '../../platform/http/csrf.ts';
import { keyedHash, type Keys } from '../../platform/keys/keys.ts';
import type { KnownNetwork, NetworkLists } from './network-lists.ts';

/** Facts about the browser that files a claim, with personal data only as keyed hashes. */
export interface RequestObservations {
  /** Undefined without a `User-Agent`. */
  readonly claimsChrome: boolean | undefined;
  /** Undefined if Chrome would not send the hints either. */
  readonly lacksClientHints: boolean | undefined;
  readonly addressHash: Buffer | undefined;
  readonly networkHash: Buffer | undefined;
  readonly browserHash: Buffer | undefined;
  /** Undefined without lists of networks. */
  readonly network: KnownNetwork | undefined;
}

/** Makes no lookups outside this process, because the claim would have to wait for them. */
export function observeRequest(
  context: { readonly keys: Keys; readonly networkLists: NetworkLists | undefined; readonly publicUrl: URL },
  request: Pick<FastifyRequest, 'headers' | 'cookies' | 'ip'>,
): RequestObservations {
  const { keys, networkLists, publicUrl } = context;
  const { headers, ip } = request;
  // All hashes use the same key, so the name keeps an address and a browser from sharing a hash.
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

/** Chrome 89 introduced client hints, at first only for some users. */
const firstWithHints = 95;

/**
 * Whether a browser says that it is a version of Chrome that sends client hints. Older versions and
 * the browsers inside Android apps (`; wv`, `Version/4.0`) do not.
 */
function claimsChrome(userAgent: string): boolean {
  const version = /(?:^| )Chrome\/(\d+)/.exec(userAgent)?.[1];
  return version !== undefined && Number(version) >= firstWithHints && !/; wv\)| Version\/4\.0 /.test(userAgent);
}

/** Chrome sends client hints only over HTTPS and to the machine that it runs on. */
function isTrustworthy({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
