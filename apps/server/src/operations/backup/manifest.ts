import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { errorCode } from '../../errors/error-code.ts';
import { StartError } from '../../errors/start-error.ts';
import { writeFileSafely } from './backup-files.ts';

const PartSchema = Type.Object({
  file: Type.String({ pattern: '^[a-z0-9_./-]+$' }),
  bytes: Type.Integer(),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});
const FilesSchema = Type.Object({
  /** A line of JSON for each file: `ListedFile`. */
  list: PartSchema,
  count: Type.Integer(),
  bytes: Type.Integer(),
});

const ManifestSchema = Type.Object({
  format: Type.Literal('redress-backup/1'),
  madeAt: Type.String(),
  /** Version of PostgreSQL. */
  postgres: Type.String(),
  /** By which the secret is known again that the data needs; the secret itself is not in the backup. */
  secrets: Type.Array(Type.Object({ version: Type.Integer(), fingerprint: Type.String(), retired: Type.Boolean() })),
  migrations: Type.Array(Type.Object({ name: Type.String(), sha256: Type.String() })),
  /** In an order in which each refers only to those before it. */
  tables: Type.Array(
    Type.Object({
      name: Type.String(),
      columns: Type.Array(Type.String()),
      rows: Type.Integer(),
      part: PartSchema,
    }),
  ),
  sequences: Type.Array(Type.Object({ name: Type.String(), lastValue: Type.String(), isCalled: Type.Boolean() })),
  /** The newest seal over the histories, if there is one. */
  seal: Type.Union([Type.Object({ position: Type.String(), root: Type.String() }), Type.Null()]),
  documents: FilesSchema,
  uploads: FilesSchema,
  /** Rows of documents that were discarded while the backup was made: their bytes are not in it. */
  discarded: Type.Array(Type.String()),
  /** Documents that were not in the store, or not as they were kept, when the backup was made. */
  faults: Type.Integer(),
});
export type Manifest = Static<typeof ManifestSchema>;
export type Part = Static<typeof PartSchema>;

export const ListedFileSchema = Type.Object({
  key: Type.String(),
  bytes: Type.Integer(),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});
/** A document by its key in the store, an upload by its id. */
export type ListedFile = Static<typeof ListedFileSchema>;

const manifestName = 'manifest.json';
/** What a backup is called until it is whole. */
export const unfinishedEnding = '.unfinished';

/** The last file of a backup: without it there is none. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFileSafely(join(folder, manifestName), `${JSON.stringify(manifest, null, 1)}\n`);
}

/** @throws StartError there is no whole backup in this folder, with what there is in its place */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(join(folder, manifestName), 'utf8');
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    throw new StartError(await describeAbsence(folder), { cause: error });
  }
  try {
    const manifest: unknown = JSON.parse(text);
    if (Value.Check(ManifestSchema, manifest)) return manifest;
  } catch (error) {
    throw new StartError(damaged(folder), { cause: error });
  }
  throw new StartError(damaged(folder));
}

/** The whole backups in a folder of backups, oldest first: their names begin with the time. */
export async function listBackups(folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name.endsWith(unfinishedEnding)) continue;
    if ((await readdir(join(folder, entry.name))).includes(manifestName)) names.push(entry.name);
  }
  return names.toSorted();
}

async function describeAbsence(folder: string): Promise<string> {
  if (folder.endsWith(unfinishedEnding))
    return `The backup in ${folder} was broken off and is not whole: take another one.`;
  const backups = await listBackups(folder).catch(() => undefined);
  if (backups === undefined) return `The folder ${folder} cannot be read.`;
  const newest = backups.at(-1);
  return newest === undefined
    ? `There is no whole backup in ${folder}.`
    : `${folder} holds ${backups.length} backups: name one of them. The newest is ${join(folder, newest)}`;
}

function damaged(folder: string): string {
  return `The manifest in ${folder} is damaged, or a newer release made it: take another backup, or that release.`;
}
