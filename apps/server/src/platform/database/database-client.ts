import { callbackify } from 'node:util';
import pg from 'pg';
import { parseDatabaseUrl } from './database-url.ts';
import { hostTimeout, primaryFinder, requirePrimary } from './find-primary.ts';

type ConnectCallback = ((error: Error) => void) & ((error: null, client: pg.Client) => void);

/** The routine of PostgreSQL that gives up the wait for a standby. Messages may be translated. */
const waitRoutine = 'SyncRepWaitForLSN';
const readOnlyTransaction = '25006';

/**
 * The class of all connections to a database. With several hosts, they use only the primary, and
 * connections to a former primary are closed. A commit whose wait for a synchronous standby was
 * canceled fails like a lost connection.
 */
export function databaseClient(connectionString: string): new (config?: pg.ClientConfig) => pg.Client {
  const addresses = parseDatabaseUrl(connectionString) ?? [connectionString];
  const [firstAddress] = addresses;
  const primary = addresses.length > 1 ? primaryFinder(addresses) : undefined;
  /** The open connections, if there are several hosts. */
  const open = new Set<pg.Client>();

  class DatabaseClient extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      super({
        // A canceled wait is reported as a warning, which a database could be configured not to
        // send.
        options: '-c client_min_messages=notice',
        ...config,
        connectionString: firstAddress,
        ...(primary && { connectionTimeoutMillis: hostTimeout }),
      });
      // A lost connection fails the next query. Without a listener, Node would end the process.
      this.on('error', () => {});
      this.on('notice', ({ routine }) => {
        if (routine === waitRoutine)
          this.#abandon('Connection terminated, because the wait for a synchronous standby was canceled');
      });
      this.connection.on('errorMessage', ({ code }: pg.DatabaseError) => {
        if (code !== readOnlyTransaction) return;
        // The primary became a standby.
        primary?.forget(this);
        void this.end();
      });
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: ConnectCallback): void;
    override connect(callback?: ConnectCallback): Promise<pg.Client> | void {
      const connecting = primary ? this.#connectToPrimary(primary) : super.connect();
      if (!callback) return connecting;
      callbackify(() => connecting)(callback);
    }

    async #connectToPrimary({ find, forget }: NonNullable<typeof primary>): Promise<pg.Client> {
      const { host, port } = await find();
      this.host = host;
      this.port = port;
      try {
        await super.connect();
        await requirePrimary(this);
      } catch (error) {
        forget(this);
        this.connection.stream.destroy();
        throw error;
      }
      for (const other of open)
        if (other instanceof DatabaseClient && (other.host !== host || other.port !== port))
          other.#abandon('Connection terminated, because another host is the primary now');
      open.add(this);
      this.once('end', () => open.delete(this));
      return this;
    }

    /** Fails the running query at once, even if its answer has already arrived. */
    #abandon(message: string): void {
      this.connection.removeAllListeners('commandComplete');
      this.connection.emit('error', new Error(message));
      void this.end();
    }
  }
  return DatabaseClient;
}
