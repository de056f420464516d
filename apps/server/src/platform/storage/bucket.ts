import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { createHash, randomUUID } from 'node:crypto';
import { addAbortSignal, Readable } from 'node:stream';
import { errorCode } from '../errors/error-code.ts';
import type { BucketLocation } from './bucket-location.ts';
import { describeBucketError } from './bucket-errors.ts';
import { type ByteRange, hashBytes, undefinedIfMissing } from './disk.ts';
import { inParts } from './in-parts.ts';
import { readInRanges } from './read-in-ranges.ts';
import { StorageError } from './storage-error.ts';
import { temporaryFolder } from './upload-store.ts';

interface StoredObject {
  /** The key without the prefix of the location. */
  readonly key: string;
  /** In bytes. */
  readonly size: number;
  readonly modified: Date;
}

/** S3 refuses smaller parts, except the last. Each is in memory while it is sent. */
const partBytes = 5 * 1024 ** 2;
/** In milliseconds. */
const timeouts = { connect: 3_000, attempt: 12_000, request: 25_000, away: 5_000 };
const attempts = 3;
/** Seconds. No process reads a file for longer. */
const urlSeconds = 6 * 60 * 60;

/**
 * Opens a bucket. Nothing is sent before the first request. Every error is a `StorageError`.
 * @param timeoutsOfTest milliseconds, for tests
 */
export async function openBucket(location: BucketLocation, timeoutsOfTest: Partial<typeof timeouts> = {}) {
  // The SDK takes about 40 MB of memory, so it is loaded only where it is used.
  const s3 = await import('@aws-sdk/client-s3');
  const { bucket: Bucket, prefix, endpoint, region } = location;
  const limits = { ...timeouts, ...timeoutsOfTest };
  const config: S3ClientConfig = {
    ...(region !== undefined && { region }),
    // Most stores other than AWS do not take the bucket's name as a host name.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // Other stores answer the newer checksums with errors or with other bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: limits.connect,
      requestTimeout: limits.attempt,
      throwOnRequestTimeout: true,
      socketTimeout: limits.attempt,
      httpAgent: { keepAlive: true, maxSockets: 200 },
      httpsAgent: { keepAlive: true, maxSockets: 200 },
    },
  };
  const client = new s3.S3Client(config);
  const objectKey = (key: string) => `${prefix}${key}`;
  const of = (key: string) => ({ Bucket, Key: objectKey(key) });

  /** The last request got no answer. */
  let isAway = false;
  /** While the store is unavailable, later requests do not wait as long as the first one. */
  const timeLimit = () => AbortSignal.timeout(isAway ? limits.away : limits.request);

  /**
   * Sends a request.
   * @param abortSignal ends all its attempts
   * @throws StorageError
   */
  async function request<Result>(
    send: (options: { readonly abortSignal: AbortSignal }) => Promise<Result>,
    abortSignal = timeLimit(),
  ): Promise<Result> {
    try {
      const result = await send({ abortSignal });
      isAway = false;
      return result;
    } catch (error) {
      const described = describeBucketError(error, location);
      isAway = described.details.isUnanswered ?? false;
      throw described;
    }
  }

  /** Stores up to a few megabytes with one request. */
  async function put(key: string, bytes: Buffer, signal?: AbortSignal): Promise<void> {
    const command = new s3.PutObjectCommand({ ...of(key), Body: bytes, ContentLength: bytes.length });
    await request((options) => client.send(command, options), signal);
  }

  /** The bytes of a range, or those up to the end. */
  async function getRange(key: string, { from, to }: ByteRange, etag?: string, signal = timeLimit()) {
    const Range = `bytes=${from}-${to - 1}`;
    const command = new s3.GetObjectCommand({ ...of(key), Range, ...(etag !== undefined && { IfMatch: etag }) });
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await request(async (options) => {
          const { Body, ContentRange, ETag } = await client.send(command, options);
          // Without the signal, this would wait for a store that stops in the middle of a body.
          if (Body instanceof Readable) addAbortSignal(options.abortSignal, Body);
          const received = Buffer.from((await Body?.transformToByteArray()) ?? []);
          return { bytes: received, total: Number(ContentRange?.split('/').at(-1)), etag: ETag };
        }, signal);
      } catch (error) {
        if (error instanceof StorageError && error.details.isBeyondEnd)
          return { bytes: Buffer.alloc(0), total: from, etag };
        // The SDK repeats requests, but not the reading of a body.
        if (attempt === attempts || signal.aborted || errorCode(error) !== 'EIO') throw error;
      }
    }
  }

  function read(key: string, range?: ByteRange): Readable {
    let etag: string | undefined;
    const get = async (part: ByteRange) => {
      const got = await getRange(key, part, etag);
      etag = got.etag;
      return got;
    };
    return Readable.from(readInRanges(get, range), { objectMode: false });
  }

  async function size(key: string): Promise<number | undefined> {
    const command = new s3.HeadObjectCommand(of(key));
    const found = await request((options) => client.send(command, options)).catch(undefinedIfMissing);
    return found?.ContentLength;
  }

  /** Uploads in parts that may or may not have been completed, by key. */
  const uncertain = new Map<string, string>();

  /** Ends such an upload, so that a late request to complete it finds nothing. */
  async function endUncertain(key: string): Promise<void> {
    const uploadId = uncertain.get(key);
    if (uploadId === undefined) return;
    await abort(objectKey(key), uploadId);
    uncertain.delete(key);
  }

  async function remove(key: string): Promise<void> {
    await endUncertain(key);
    const command = new s3.DeleteObjectCommand(of(key));
    await request((options) => client.send(command, options)).catch(undefinedIfMissing);
  }

  async function* listPages(under: string, Delimiter?: string) {
    for (let ContinuationToken: string | undefined; ;) {
      const command = new s3.ListObjectsV2Command({ Bucket, Prefix: objectKey(under), Delimiter, ContinuationToken });
      const page = await request((options) => client.send(command, options));
      yield page;
      ContinuationToken = page.NextContinuationToken;
      if (page.IsTruncated !== true || ContinuationToken === undefined) return;
    }
  }

  async function* list(under: string): AsyncGenerator<StoredObject> {
    for await (const { Contents = [] } of listPages(under))
      for (const { Key = '', Size = 0, LastModified = new Date() } of Contents)
        // Consoles of object stores represent folders as objects with such names.
        if (!Key.endsWith('/')) yield { key: Key.slice(prefix.length), size: Size, modified: LastModified };
  }

  /** Lists the names in a folder, which ends with a slash. */
  async function listNames(folder: string): Promise<string[]> {
    const names: string[] = [];
    for await (const { CommonPrefixes = [], Contents = [] } of listPages(folder, '/'))
      for (const entry of [...CommonPrefixes.map(({ Prefix }) => Prefix), ...Contents.map(({ Key }) => Key)])
        names.push((entry ?? '').slice(objectKey(folder).length).replace(/\/$/, ''));
    return names;
  }

  /**
   * Sends any number of bytes in parts. Until all have arrived, the key keeps its former object.
   */
  async function sendInParts(key: string, bytes: AsyncIterable<Uint8Array>, sent: (part: Buffer) => void) {
    let uploadId: string | undefined;
    const parts: { readonly PartNumber: number; readonly ETag: string | undefined }[] = [];
    try {
      for await (const part of inParts(bytes, partBytes)) {
        sent(part);
        const creating = new s3.CreateMultipartUploadCommand(of(key));
        uploadId ??= (await request((options) => client.send(creating, options))).UploadId;
        const PartNumber = parts.length + 1;
        const command = new s3.UploadPartCommand({
          ...of(key),
          UploadId: uploadId,
          PartNumber,
          Body: part,
          ContentLength: part.length,
        });
        parts.push({ PartNumber, ETag: (await request((options) => client.send(command, options))).ETag });
      }
      // S3 does not accept a multipart upload without parts.
      if (parts.length === 0) return await put(key, Buffer.alloc(0));
      const completing = new s3.CompleteMultipartUploadCommand({
        ...of(key),
        UploadId: uploadId,
        MultipartUpload: { Parts: parts },
      });
      // A repeated request finds nothing to complete, because the first one succeeded.
      await request((options) => client.send(completing, options)).catch(undefinedIfMissing);
    } catch (error) {
      if (uploadId !== undefined) {
        uncertain.set(key, uploadId);
        await endUncertain(key).catch(() => {});
      }
      throw error;
    }
  }

  async function abort(Key: string, UploadId: string): Promise<void> {
    const command = new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId });
    await request((options) => client.send(command, options)).catch(undefinedIfMissing);
  }

  const probeKey = `${temporaryFolder}/probe-${randomUUID()}`;
  let probing: Promise<void> | undefined;

  async function writeReadRemove(): Promise<void> {
    const bytes = Buffer.from(randomUUID());
    const signal = AbortSignal.timeout(limits.away);
    await put(probeKey, bytes, signal);
    const { bytes: read } = await getRange(probeKey, { from: 0, to: bytes.length }, undefined, signal);
    if (!read.equals(bytes))
      throw new StorageError('EIO', `The bucket ${Bucket} returns different bytes than were sent.`);
    await remove(probeKey);
  }

  return {
    location,
    put,
    read,
    size,
    remove,
    list,
    listNames,
    /**
     * Stores an object, replaces any with the same key, and reads it back: when it resolves, the
     * store has the bytes that were sent, and none of these requests can take effect later.
     */
    async write(key: string, bytes: AsyncIterable<Uint8Array>): Promise<{ readonly sha256: Buffer }> {
      const hash = createHash('sha256');
      // A single part is also sent as an upload of parts: a slow request that stores an object
      // directly could replace a later object, or take effect after the object was removed.
      await sendInParts(key, bytes, (part) => hash.update(part));
      const sha256 = hash.digest();
      const stored = await hashBytes(read(key));
      if (!stored.sha256.equals(sha256))
        throw new StorageError('EIO', `The bucket ${Bucket} returned different bytes than were sent.`);
      return { sha256 };
    },
    /** An address that reads this object for a few hours without credentials. */
    async sign(key: string): Promise<string> {
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
      return request(() => getSignedUrl(client, new s3.GetObjectCommand(of(key)), { expiresIn: urlSeconds }));
    },
    /** Removes unfinished objects that crashed processes began to write before `before`. */
    async removeTemporary(before: Date): Promise<void> {
      const after: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
      for (let isMore = true; isMore;) {
        const command = new s3.ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...after });
        const page = await request((options) => client.send(command, options));
        for (const { Key = '', UploadId = '', Initiated = new Date() } of page.Uploads ?? [])
          if (Initiated < before) await abort(Key, UploadId);
        Object.assign(after, { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker });
        isMore = page.IsTruncated === true && page.NextKeyMarker !== undefined;
      }
      for await (const { key, modified } of list(`${temporaryFolder}/`)) if (modified < before) await remove(key);
    },
    /** Writes, reads and removes an object. Concurrent calls share one attempt. */
    probe: () => (probing ??= writeReadRemove().finally(() => (probing = undefined))),
    close: () => client.destroy(),
  };
}

export type Bucket = Awaited<ReturnType<typeof openBucket>>;
