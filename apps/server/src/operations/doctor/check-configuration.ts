import type { Config } from '../../config.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** Whether the website's address is one that people elsewhere can use. */
export function isPublic({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return !['localhost', '127.0.0.1', '[::1]'].includes(publicUrl.hostname);
}

/** Finds settings that are valid, but wrong for a website that others use. */
export function checkAddress(config: Config): Finding {
  const { publicUrl, trustProxy, rateLimits } = config;
  if (!isPublic(config)) return ok(`${publicUrl.origin}: only for trials on this machine.`);
  if (publicUrl.protocol !== 'https:')
    return problem(
      `PUBLIC_URL is ${publicUrl.origin}: cookies are not secure and links are wrong. Set it to the https address that visitors use.`,
    );
  if (rateLimits === 'off') return problem('RATE_LIMITS is off: strangers can try IDs without limit. Remove it.');
  // The server does not speak TLS, so there must be a proxy.
  if (trustProxy.length === 0)
    return problem(
      'TRUST_PROXY is not set: all visitors share the rate limits of the proxy’s address. Set it to the address of the proxy.',
    );
  if (config.databaseUrl === undefined)
    return warning(
      `${publicUrl.origin}, with the embedded PostgreSQL: if this machine is lost, so is everything since the last backup. To prevent that, set DATABASE_URL.`,
    );
  return ok(`${publicUrl.origin}, behind ${trustProxy.join(', ')}.`);
}
