import type { FastifyRequest } from 'fastify';
import { setImmediate } from 'node:timers/promises';
import { isBrokenOff } from '../http/client-aborted.ts';
import { ProblemError } from '../http/problem.ts';

/** How much of a form post is taken. */
export interface PartLimits {
  readonly fields: number;
  /** Bytes of all names and values together. */
  readonly fieldBytes: number;
  readonly files: number;
  /** Bytes of one file; one byte more is let through, so that the limit is seen to be passed. */
  readonly fileBytes: number;
}
/** Does something with a file while it arrives, and leaves it read to its end. */
export type TakeFile = (file: PostedFile) => Promise<void>;
export interface PostedFile {
  readonly field: string;
  /** As the browser gave it. */
  readonly name: string;
  readonly bytes: AsyncIterable<Buffer>;
}

/** Of one value: the longest answer that any form takes is far shorter. */
const longestValue = 100_000;
const longestName = 200;

/**
 * Reads `multipart/form-data`, streamed: the fields by name, the first of equal ones, and each file as it comes. Throws `too-large` beyond
 * the limits, and `bad-request` when the post breaks off.
 */
export async function readParts(
  request: FastifyRequest,
  limits: PartLimits,
  takeFile: TakeFile,
): Promise<ReadonlyMap<string, string>> {
  const fields = new Map<string, string>();
  let bytes = 0;
  try {
    for await (const part of request.parts({
      limits: {
        fields: limits.fields,
        fieldNameSize: longestName,
        fieldSize: longestValue,
        files: limits.files,
        fileSize: limits.fileBytes + 1,
        parts: limits.fields + limits.files,
      },
    })) {
      if (part.type === 'file') {
        await takeFile({ field: part.fieldname, name: part.filename ?? '', bytes: part.file });
        continue;
      }
      if (part.valueTruncated) throw new ProblemError('too-large');
      // Of a part without a name the reader says that its name is undefined, whatever its types say.
      const isNamed = typeof (part.fieldname as unknown) === 'string';
      if (!isNamed || typeof part.value !== 'string') continue;
      bytes += Buffer.byteLength(part.fieldname) + Buffer.byteLength(part.value);
      if (bytes > limits.fieldBytes) throw new ProblemError('too-large');
      if (!fields.has(part.fieldname)) fields.set(part.fieldname, part.value);
    }
  } catch (error) {
    // Names that objects have by themselves are told at the end, when everything else has been read: they are no fields of ours.
    if (codeOf(error) === 'FST_PROTO_VIOLATION') return fields;
    // Browsers read the answer only when they have sent everything: the rest is let through unread.
    await setImmediate();
    request.raw.unpipe();
    request.raw.resume();
    throw isBrokenOff(error) ? new ProblemError('bad-request', {}, { cause: error }) : error;
  }
  return fields;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
