import { GetObjectCommand, ListMultipartUploadsCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ObjectStore } from '../../setup/radosgw.ts';

/** The path within the place uses `/`. The SHA-256 of the bytes is in hex. */
export interface StoredFile {
  readonly path: string;
  readonly sha256: string;
}

/** Servers keep documents in a place that the tests read without the server's code. */
export interface DocumentPlace {
  /** Undefined for a bucket. */
  readonly folder: string | undefined;
  /** Undefined for a folder. */
  readonly bucket: string | undefined;
  /** Servers need `DOCUMENTS_URL` and its keys. */
  readonly environment: Readonly<Record<string, string>>;
  /** Reads everything except unfinished uploads. */
  readFiles(): Promise<readonly StoredFile[]>;
  /** Lists the remains of unfinished uploads. */
  listPieces(): Promise<readonly string[]>;
}

/** The folder of unfinished uploads may be in the folder or elsewhere. */
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

/** All keys in the object storage have this prefix. */
const prefix = 'redress/';
const piecesPrefix = 'uploads/';

/** Servers reach the bucket at this endpoint. */
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
