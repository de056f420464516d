import { GetObjectCommand, ListMultipartUploadsCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ObjectStore } from '../../setup/radosgw.ts';

/** A stored document: its path within its place, with `/`, and the SHA-256 of its bytes in hex. */
export interface StoredFile {
  readonly path: string;
  readonly sha256: string;
}

/** Where servers keep documents, read without the server's code. */
export interface DocumentPlace {
  /** Undefined for a bucket. */
  readonly folder: string | undefined;
  /** Undefined for a folder. */
  readonly bucket: string | undefined;
  /** `DOCUMENTS_URL`, and the keys to it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Everything except unfinished uploads. */
  readFiles(): Promise<readonly StoredFile[]>;
  /** What is left of unfinished uploads. */
  listPieces(): Promise<readonly string[]>;
}

/** A folder, and the folder of unfinished uploads in it or elsewhere. */
export function documentFolder(folder: string, piecesFolder: string): DocumentPlace {
  return {
    folder,
    bucket: undefined,
    environment: { DOCUMENTS_URL: folder },
    async readFiles() {
      const paths = await listFiles(folder);
      const files = paths.filter((path) => !join(folder, path).startsWith(`${piecesFolder}${sep}`));
      return Promise.all(
        files.map(async (path) => ({ path, sha256: await hashOf(createReadStream(join(folder, path))) })),
      );
    },
    listPieces: () => listFiles(piecesFolder),
  };
}

/** Everything in the object storage has this prefix. */
const prefix = 'redress/';
const piecesPrefix = 'uploads/';

/** A bucket of an object storage, which servers reach at this address. */
export function documentBucket(store: ObjectStore, bucket: string, endpoint: string): DocumentPlace {
  const listKeys = async () => {
    const keys: string[] = [];
    for await (const { Contents = [] } of paginateListObjectsV2({ client: store.client }, { Bucket: bucket }))
      keys.push(...Contents.map(({ Key = '' }) => (Key.startsWith(prefix) ? Key.slice(prefix.length) : `../${Key}`)));
    return keys;
  };
  return {
    folder: undefined,
    bucket,
    environment: {
      ...store.environment,
      AWS_ENDPOINT_URL_S3: endpoint,
      DOCUMENTS_URL: `s3://${bucket}/${prefix.slice(0, -1)}`,
    },
    async readFiles() {
      const files: StoredFile[] = [];
      for (const path of await listKeys()) {
        if (path.startsWith(piecesPrefix)) continue;
        const { Body } = await store.client.send(new GetObjectCommand({ Bucket: bucket, Key: `${prefix}${path}` }));
        if (!(Body instanceof Readable)) throw new Error(`The object ${path} has no bytes`);
        files.push({ path, sha256: await hashOf(Body) });
      }
      return files;
    },
    async listPieces() {
      const { Uploads = [] } = await store.client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
      const pieces = (await listKeys()).filter((path) => path.startsWith(piecesPrefix));
      return [...pieces, ...Uploads.map(({ Key }) => `parts of ${Key}`)];
    },
  };
}

async function hashOf(bytes: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(bytes, hash);
  return hash.digest('hex');
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}
