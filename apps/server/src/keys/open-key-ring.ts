import pg from 'pg';
import { openTaxId } from '../claims/sealed-tax-ids.ts';
import { decryptUniqueId } from '../class-members/unique-id.ts';
import type { KeptKeys, Keys } from './keys.ts';
import { deriveKeys, fingerprintOf } from './keys.ts';
import { StartError } from '../errors/start-error.ts';
import { keepKeys, readKeptKeys } from './kept-keys.ts';
import type { Secrets } from './secrets.ts';

/** Any number, the same in every process: only one looks at the secrets at a time. */
export const secretsLock = 7_324_902;
/** One byte holds it in `class_members`. */
const lastVersion = 255;

/** A secret as the database knows it. */
interface KnownSecret {
  readonly version: number;
  readonly fingerprint: Buffer;
  readonly closed_at: Date | null;
  readonly retired_at: Date | null;
}

/**
 * The keys of the given secrets with what a migrated database knows of them. A new secret is written down as the next version, provided that
 * the former one is given too: a wrong secret would make data that nobody can read.
 * @throws StartError a secret is missing, wrong or out of date
 */
export async function openKeyRing(connectionString: string, secrets: Secrets): Promise<Keys> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [secretsLock]);
    const keys = await readRing(client, secrets);
    await client.query('commit');
    return keys;
  } finally {
    await client.end();
  }
}

async function readRing(client: pg.Client, secrets: Secrets): Promise<Keys> {
  const given = [...new Set([secrets.present, ...secrets.others])];
  let known = await readKnown(client);
  if (known.length === 0) {
    await writeDown(client, 1, await findFirstSecret(client, given, secrets.file));
    known = await readKnown(client);
  }
  const isGiven = ({ fingerprint }: KnownSecret) => given.some((secret) => fingerprintOf(secret).equals(fingerprint));
  const missing = known.filter((secret) => secret.retired_at === null && !isGiven(secret));
  const present = known.find(({ fingerprint }) => fingerprint.equals(fingerprintOf(secrets.present)));
  if (missing.length > 0) throw new StartError(missingMessage(present !== undefined, secrets.file));
  if (present?.closed_at)
    throw new StartError(
      'SECRET_KEY is a former key: "npm run keys:rotate" has replaced it. Set SECRET_KEY to the newest one.',
    );

  const ringOf = (versions: readonly KnownSecret[]) =>
    given.map((secret) => {
      const version = versions.find(({ fingerprint }) => fingerprint.equals(fingerprintOf(secret)))?.version;
      return deriveKeys(secret, version ?? 0);
    });
  const [head, ...others] = ringOf(known);
  if (!head) throw new Error('A ring of keys has at least one');
  let newest = head;
  const kept = await readKeptKeys(client, [newest, ...others]);
  if (!present) {
    const version = Math.max(...known.map((secret) => secret.version)) + 1;
    if (version > lastVersion)
      throw new StartError(`The secret was changed ${lastVersion} times: no more is possible.`);
    await writeDown(client, version, secrets.present);
    newest = { ...newest, version };
    await keepKeys(client, onePerVersion([...others, ...kept]), newest);
  }
  return withLastingKeys(newest, others, kept);
}

/** Numbers go on as they began, so that none comes twice; what is counted goes on until no process has the former secret. */
function withLastingKeys(newest: Keys, others: readonly Keys[], kept: readonly KeptKeys[]): Keys {
  const ring = [newest, ...others];
  const first = [...ring, ...kept].find(({ version }) => version === 1) ?? newest;
  const oldest = ring.filter(({ version }) => version > 0).toSorted((a, b) => a.version - b.version)[0] ?? newest;
  const versions = new Set(ring.map(({ version }) => version));
  return {
    ...newest,
    'claim-numbers': first['claim-numbers'],
    limits: oldest.limits,
    others,
    kept: kept.filter(({ version }) => !versions.has(version)),
  };
}

function onePerVersion(keys: readonly KeptKeys[]): KeptKeys[] {
  const byVersion = new Map(keys.filter(({ version }) => version > 0).map((each) => [each.version, each]));
  return [...byVersion.values()];
}

async function readKnown(client: pg.Client): Promise<KnownSecret[]> {
  const { rows } = await client.query<KnownSecret>(
    'select version, fingerprint, closed_at, retired_at from secret_keys order by version',
  );
  return rows;
}

async function writeDown(client: pg.Client, version: number, secret: string): Promise<void> {
  await client.query('insert into secret_keys (version, fingerprint) values ($1, $2)', [
    version,
    fingerprintOf(secret),
  ]);
}

/** The secret that opens what a database holds that was filled before it knew of secrets; of an empty one the present secret. */
async function findFirstSecret(client: pg.Client, given: readonly string[], file: string | undefined): Promise<string> {
  const members = await client.query<{ notice_id: string; unique_id_encrypted: Buffer }>(
    'select notice_id, unique_id_encrypted from class_members limit 1',
  );
  const taxIds = await client.query<{ number: string; path: string; encrypted: Buffer; key_version: number }>(
    'select number, path, encrypted, key_version from claim_tax_ids join claims on claims.id = claim_id limit 1',
  );
  const opens = (secret: string) => {
    const keys = deriveKeys(secret);
    try {
      for (const row of members.rows) decryptUniqueId(row.notice_id, row.unique_id_encrypted, keys);
      for (const { number, ...row } of taxIds.rows) openTaxId(number, row, keys);
      return true;
    } catch {
      // Another secret's: that is what is asked here.
      return false;
    }
  };
  const first = given.find(opens);
  if (first === undefined) throw new StartError(missingMessage(false, file));
  return first;
}

/**
 * Whether a migrated database holds anything that only its own secret opens, so that a new one
 * would be a wrong one.
 */
export async function needsItsSecret(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ needed: boolean }>(
      'select exists (select from secret_keys) or exists (select from class_members) or exists (select from claims) as needed',
    );
    return rows[0]?.needed ?? true;
  } finally {
    await client.end();
  }
}

function missingMessage(presentIsKnown: boolean, file: string | undefined): string {
  return presentIsKnown
    ? 'The data was written with another key too: give the newest one as SECRET_KEY and the former one as SECRET_KEY_PREVIOUS, until "npm run keys:rotate" says that it can go.'
    : `${file === undefined ? 'SECRET_KEY' : `The key in ${file}`} is not the key that this data was written with: put the right one back. To change it, give the former one as SECRET_KEY_PREVIOUS (docs/operations.md).`;
}
