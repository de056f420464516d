import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { StartError } from '../../platform/errors/start-error.ts';
import { flush, hashBytes, readFileRange, writeFlushed } from '../../platform/storage/disk.ts';

/** The hash is in hexadecimal digits. */
const checksum = { bytes: Type.Integer(), sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) };
const PartSchema = Type.Object({ file: Type.String({ pattern: '^[a-z0-9_./-]+$' }), ...checksum });
const FilesSchema = Type.Object({
  /** One `ListedFile` per line, as JSON. */
  list: PartSchema,
  count: Type.Integer(),
  bytes: Type.Integer(),
});

const ManifestSchema = Type.Object({
  format: Type.Literal('redress-backup/1'),
  madeAt: Type.String(),
  /** The version of PostgreSQL. */
  postgres: Type.String(),
  /** Fingerprints identify the secrets that decrypt the data. The secrets are not in the backup. */
  secrets: Type.Array(Type.Object({ version: Type.Integer(), fingerprint: Type.String(), retired: Type.Boolean() })),
  migrations: Type.Array(Type.Object({ name: Type.String(), sha256: Type.String() })),
  /** Each refers only to tables before it. */
  tables: Type.Array(
    Type.Object({ name: Type.String(), columns: Type.Array(Type.String()), rows: Type.Integer(), part: PartSchema }),
  ),
  sequences: Type.Array(Type.Object({ name: Type.String(), lastValue: Type.String(), isCalled: Type.Boolean() })),
  /** The newest seal of the claim histories. */
  seal: Type.Union([Type.Object({ position: Type.String(), root: Type.String() }), Type.Null()]),
  documents: FilesSchema,
  uploads: FilesSchema,
  /** Keys of staged documents that were removed during the backup, after their rows were copied. */
  discarded: Type.Array(Type.String()),
  /** Number of documents that were missing or damaged at the time of the backup. */
  faults: Type.Integer(),
});
export type Manifest = Static<typeof ManifestSchema>;

export const ListedFileSchema = Type.Object({ key: Type.String(), ...checksum });
/** The key is a document's storage key, or an upload's ID. */
export type ListedFile = Static<typeof ListedFileSchema>;
export type Checksum = Omit<ListedFile, 'key'>;

/** The manifest is written last, before the folder gets its final name. */
export const manifestName = 'manifest.json';
/** Ends the name of a backup until it is complete. */
export const unfinishedSuffix = '.unfinished';

/** @throws StartError the folder has no complete backup; the message says what it has */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(async (cause: unknown) => {
    throw new StartError(await describeAbsence(folder), { cause });
  });
  try {
    return Value.Parse(ManifestSchema, JSON.parse(text));
  } catch (error) {
    throw new StartError(
      `The manifest in ${folder} is damaged, or a newer release made it: use another backup, or that release.`,
      { cause: error },
    );
  }
}

/** Lists the names of a folder's complete backups, oldest first: the names contain the time. */
export async function listBackups(folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name.endsWith(unfinishedSuffix)) continue;
    if ((await readdir(join(folder, entry.name))).includes(manifestName)) names.push(entry.name);
  }
  return names.toSorted();
}

async function describeAbsence(folder: string): Promise<string> {
  if (folder.endsWith(unfinishedSuffix)) return `The backup in ${folder} was not completed: use another one.`;
  const backups = await listBackups(folder).catch(() => undefined);
  if (backups === undefined) return `The folder ${folder} cannot be read.`;
  const newest = backups.at(-1);
  return newest === undefined
    ? `There is no complete backup in ${folder}.`
    : `${folder} holds ${backups.length} backups: name one of them. The newest is ${join(folder, newest)}`;
}

/** Writes a new file for its owner only. When it resolves, it survives a power cut. */
export async function writeNewFile(path: string, source: AsyncIterable<Buffer | string>): Promise<Checksum> {
  const measured = measureBytes(source);
  await writeFlushed(path, measured.bytes);
  await flush(dirname(path));
  return measured.checksum();
}

/** Passes bytes on. `checksum` covers those that have passed, and can be called once. */
export function measureBytes(source: AsyncIterable<Buffer | string>) {
  const hash = createHash('sha256');
  let size = 0;
  async function* pass() {
    for await (const part of source) {
      const chunk = typeof part === 'string' ? Buffer.from(part) : part;
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
  return { bytes: pass(), checksum: (): Checksum => ({ bytes: size, sha256: hash.digest('hex') }) };
}

export async function readChecksum(path: string): Promise<Checksum> {
  const { size, sha256 } = await hashBytes(readFileRange(path));
  return { bytes: size, sha256: sha256.toString('hex') };
}

/** Creates a folder that only its owner can enter, and its parents. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}
