/** The values of `target_session_attrs` that select the primary, as Redress always does. */
const primaryAttributes: ReadonlySet<string> = new Set(['read-write', 'primary']);

/**
 * The addresses of a database that several hosts may hold, one for each host, in libpq's form:
 * `postgresql://user:password@h1:5432,h2:5432/database?sslmode=verify-full`. Login, database and
 * parameters are the same for all. Undefined for an address that cannot be used.
 */
export function parseDatabaseUrl(address: string): readonly [string, ...string[]] | undefined {
  // The last `@` ends the login, as in `URL`.
  const parts = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/s.exec(address);
  if (!parts) return undefined;
  const [, scheme = '', login = '', hosts = '', rest = ''] = parts;
  const [first = '', ...others] = hosts.split(',');
  const addressOf = (host: string) => `${scheme}${login}${host}${rest}`;
  // A single host may be absent, because a parameter names it or the local socket is used.
  if (others.length > 0 && [first, ...others].some((host) => host === '' || host.startsWith(':'))) return undefined;
  const addresses = [addressOf(first), ...others.map(addressOf)] as const;
  return addresses.every(isUsable) ? addresses : undefined;
}

function isUsable(address: string): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  const { searchParams } = url;
  const attributes = searchParams.get('target_session_attrs');
  if (attributes !== null && !primaryAttributes.has(attributes)) return false;
  // libpq also accepts several hosts in this parameter.
  if (/,/.test(searchParams.get('host') ?? '')) return false;
  return hasReadableLogin(url);
}

/** Whether the login can be decoded (a literal percent sign has to be written as `%25`). */
export function hasReadableLogin({ username, password }: URL): boolean {
  try {
    decodeURIComponent(`${username}:${password}`);
    return true;
  } catch {
    return false;
  }
}
