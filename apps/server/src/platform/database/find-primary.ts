import pg from 'pg';

/** Connections to a dead host wait this long before the other hosts are asked. */
export const hostTimeout = 3_000; // milliseconds
/** All hosts are asked at once, so a dead one delays nothing while another is the primary. */
const searchTimeout = 5_000; // milliseconds
/** Requests that fail meanwhile share a search without a result. */
const searchPause = 200; // milliseconds

export interface DatabaseHost {
  readonly host: string;
  readonly port: number;
}

/** Finds the one host of several that accepts writes, and remembers it. */
export interface PrimaryFinder {
  /** @throws AggregateError no host is the primary now */
  find(): Promise<DatabaseHost>;
  /** Drops a host that is not the primary or does not answer: the next `find` asks all again. */
  forget(host: DatabaseHost): void;
}

/** @param addresses connection strings of one host each */
export function primaryFinder(addresses: readonly string[]): PrimaryFinder {
  let known: DatabaseHost | undefined;
  let search: Promise<DatabaseHost> | undefined;
  const startSearch = async () => {
    try {
      known = await askAll(addresses);
      search = undefined;
      return known;
    } catch (error) {
      setTimeout(() => (search = undefined), searchPause).unref();
      throw error;
    }
  };
  return {
    async find() {
      return known ?? (search ??= startSearch());
    },
    forget({ host, port }) {
      if (known?.host === host && known.port === port) known = undefined;
    },
  };
}

/** Asks all hosts at once; the first that accepts writes is the primary. */
async function askAll(addresses: readonly string[]): Promise<DatabaseHost> {
  const probes = addresses.map(
    (connectionString) =>
      new pg.Client({ connectionString, connectionTimeoutMillis: searchTimeout, query_timeout: searchTimeout }),
  );
  try {
    return await Promise.any(probes.map(ask));
  } catch (error) {
    const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
    const reasons = errors.map((reason, index) => `${nameOf(probes[index])}: ${messageOf(reason)}`);
    throw new AggregateError(errors, `No host of DATABASE_URL is the primary (${reasons.join('; ')})`, {
      cause: error,
    });
  } finally {
    for (const probe of probes) probe.connection.stream.destroy();
  }
}

async function ask(probe: pg.Client): Promise<DatabaseHost> {
  // A lost connection fails the query. Without a listener, Node would end the process.
  probe.on('error', () => {});
  await probe.connect();
  await requirePrimary(probe);
  return { host: probe.host, port: probe.port };
}

/** @throws Error the session cannot write, because the server is a standby or read-only */
export async function requirePrimary(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  if (rows[0]?.transaction_read_only !== 'off') throw new Error('It is not the primary');
}

const nameOf = (client: pg.Client | undefined) => (client ? `${client.host}:${client.port}` : '');

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
