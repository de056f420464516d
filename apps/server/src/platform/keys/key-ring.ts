import type pg from 'pg';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { withClient } from '../database/pool.ts';
import { StartError } from '../errors/start-error.ts';
import { decryptText, encryptText } from './encrypted-fields.ts';
import { deriveKeys, fingerprintSecret, type Keys, type RetainedKeys } from './keys.ts';
import type { Secrets } from './secrets.ts';

/** The advisory lock of processes that read or change `secret_keys` has an arbitrary number. */
export const secretsLock = 7_324_902;
/** `class_members` stores the version in one byte. */
const maxVersion = 255;

/**
 * Derives the keys of the given secrets and adds their versions from a migrated database. Records a
 * new secret as the next version, but only if the former one is also given: data that is encrypted
 * with a wrong secret would be lost.
 * @throws StartError a secret is missing, wrong or outdated
 */
export async function openKeyRing(connectionString: string, secrets: Secrets): Promise<Keys> {
  return withClient(connectionString, async (client) => {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [secretsLock]);
    const keys = await readRing(client, secrets);
    await client.query('commit');
    return keys;
  });
}

/**
 * Derives the keys like `openKeyRing`, and leaves the database as it was.
 * @throws StartError a secret is missing, wrong or outdated
 */
export async function tryKeyRing(client: pg.Client, secrets: Secrets): Promise<Keys> {
  await client.query('begin');
  try {
    return await readRing(client, secrets);
  } finally {
    await client.query('rollback');
  }
}

/** Whether a migrated database has data that a new secret could not decrypt. */
export async function hasEncryptedData(connectionString: string): Promise<boolean> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ needed: boolean }>('select exists (select from secret_keys) as needed');
    return rows[0]?.needed ?? true;
  });
}

async function readRing(client: pg.Client, secrets: Secrets): Promise<Keys> {
  const given = [...new Set([secrets.current, ...secrets.others])];
  let known = await readKnownSecrets(client);
  if (known.length === 0) {
    await recordSecret(client, 1, secrets.current);
    known = await readKnownSecrets(client);
  }
  const [head, ...others] = given.map((secret) => {
    const fingerprint = fingerprintSecret(secret);
    return deriveKeys(secret, known.find((each) => each.fingerprint.equals(fingerprint))?.version ?? 0);
  });
  if (!head) throw new Error('A ring of keys has at least one');
  const current = known.find(({ version }) => version === head.version);
  const isGiven = (version: number) => [head, ...others].some((keys) => keys.version === version);
  if (known.some(({ version, retired_at: retiredAt }) => retiredAt === null && !isGiven(version)))
    throw new StartError(missingMessage(current !== undefined, secrets.file));
  if (current?.closed_at)
    throw new StartError(
      'SECRET_KEY is a former key: "npm run keys:rotate" replaced it. Set SECRET_KEY to the newest one.',
    );
  const retained = await readRetainedKeys(client, [head, ...others]);
  if (current) return withLastingKeys(head, others, retained);
  const version = Math.max(...known.map((secret) => secret.version)) + 1;
  if (version > maxVersion)
    throw new StartError(`The secret was already changed ${maxVersion} times, which is the limit.`);
  await recordSecret(client, version, secrets.current);
  const newest = { ...head, version };
  await retainKeys(client, [...others, ...retained], newest);
  return withLastingKeys(newest, others, retained);
}

/**
 * Keeps the first secret's claim numbers, so that no number is assigned twice, and the oldest
 * secret's limit counters for as long as a process may still use them.
 */
function withLastingKeys(newest: Keys, others: readonly Keys[], retained: readonly RetainedKeys[]): Keys {
  const ring = [newest, ...others];
  const first = [...ring, ...retained].find(({ version }) => version === 1) ?? newest;
  const oldest = ring.filter(({ version }) => version > 0).toSorted((a, b) => a.version - b.version)[0] ?? newest;
  const versions = new Set(ring.map(({ version }) => version));
  return {
    ...newest,
    'claim-numbers': first['claim-numbers'],
    limits: oldest.limits,
    others,
    retained: retained.filter(({ version }) => !versions.has(version)),
  };
}

async function readKnownSecrets(client: pg.Client) {
  const { rows } = await client.query<{
    readonly version: number;
    readonly fingerprint: Buffer;
    readonly closed_at: Date | null;
    readonly retired_at: Date | null;
  }>('select version, fingerprint, closed_at, retired_at from secret_keys order by version');
  return rows;
}

async function recordSecret(client: pg.Client, version: number, secret: string): Promise<void> {
  const values = [version, fingerprintSecret(secret)];
  await client.query('insert into secret_keys (version, fingerprint) values ($1, $2)', values);
}

function missingMessage(currentIsKnown: boolean, file: string | undefined): string {
  return currentIsKnown
    ? 'Some of the data was written with another key. Set SECRET_KEY to the newest key and SECRET_KEY_PREVIOUS to the former one, until "npm run keys:rotate" reports that you can remove it.'
    : `${file === undefined ? 'SECRET_KEY' : `The key in ${file}`} is not the key that this data was written with. Restore the right key. To change the key, set SECRET_KEY_PREVIOUS to the former one (docs/operations-reference.md).`;
}

const base64 = Type.Codec(Type.String())
  .Decode((text) => Buffer.from(text, 'base64'))
  .Encode((bytes) => bytes.toString('base64'));
const RetainedKeysSchema = Type.Object({
  answers: base64,
  seals: base64,
  'claim-numbers': base64,
  'access-log': base64,
});

/** Stores the lasting keys of earlier secrets, encrypted with the newest one. */
async function retainKeys(client: pg.Client, earlier: readonly RetainedKeys[], newest: Keys): Promise<void> {
  for (const { version, answers, seals, ...keys } of earlier) {
    if (version === 0) continue;
    const lasting = {
      answers,
      seals,
      'claim-numbers': keys['claim-numbers'],
      'access-log': keys['access-log'],
    };
    const text = JSON.stringify(Value.Encode(RetainedKeysSchema, lasting));
    await client.query(
      'insert into kept_keys (version, sealed_with, sealed) values ($1, $2, $3) on conflict do nothing',
      [version, newest.version, encryptText(text, newest['kept-keys'], retainedKeysOwner(version, newest.version))],
    );
  }
}

/** Reads the retained keys that a secret of this ring decrypts, each version once. */
async function readRetainedKeys(client: pg.Client, ring: readonly Keys[]): Promise<RetainedKeys[]> {
  const { rows } = await client.query<{ version: number; sealed_with: number; sealed: Buffer }>(
    'select version, sealed_with, sealed from kept_keys order by version',
  );
  const found = new Map<number, RetainedKeys>();
  for (const { version, sealed_with: encryptedWith, sealed: encrypted } of rows) {
    const by = ring.find((keys) => keys.version === encryptedWith);
    if (!by || found.has(version)) continue;
    const text = decryptText(encrypted, by['kept-keys'], retainedKeysOwner(version, encryptedWith));
    found.set(version, { version, ...Value.Decode(RetainedKeysSchema, JSON.parse(text)) });
  }
  return [...found.values()];
}

function retainedKeysOwner(version: number, encryptedWith: number): string {
  return `kept-keys:${version}:${encryptedWith}`;
}
