import ipaddr from 'ipaddr.js';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Proxies and tracing programs generate such IDs. Nothing else may reach the log or a page. */
const safePattern = /^[A-Za-z0-9_-]{8,64}$/;
interface ConnectedRequest {
  readonly headers: IncomingHttpHeaders;
  /** For a request through a proxy, the connection is the proxy's. */
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * Returns the ID of a request: the `X-Request-Id` of a trusted proxy, or else a random one. A
 * client that could choose it would make the log lines of other requests its own.
 * @param trustProxy addresses or networks
 */
export function createRequestIds(trustProxy: readonly string[]): (request: ConnectedRequest) => string {
  const isTrusted = matchAddresses(trustProxy);
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    return typeof given === 'string' && safePattern.test(given) && isTrusted(socket.remoteAddress) ? given : createId();
  };
}

/**
 * 16 hexadecimal digits are short enough to be read out on the phone. Node has random bytes for
 * UUIDs in stock, while `randomBytes` takes a fiftieth of the time of filing a claim.
 */
function createId(): string {
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(-8);
}

/** Returns a test of whether an address is one of these or in one of these networks. */
function matchAddresses(trustProxy: readonly string[]): (address: string | undefined) => boolean {
  const networks = trustProxy.map((network) =>
    ipaddr.parseCIDR(
      network.includes('/') ? network : `${network}/${ipaddr.parse(network).kind() === 'ipv4' ? 32 : 128}`,
    ),
  );
  return (address) => {
    if (address === undefined || !ipaddr.isValid(address)) return false;
    const ip = ipaddr.process(address);
    return networks.some(([network, bits]) => network.kind() === ip.kind() && ip.match(network, bits));
  };
}
