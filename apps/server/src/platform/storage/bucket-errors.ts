import { errorCode } from '../errors/error-code.ts';
import type { BucketLocation } from './bucket-location.ts';
import { StorageError } from './storage-error.ts';

const missingNames = ['NoSuchKey', 'NotFound', 'NoSuchUpload'];
const fullNames = ['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull', 'ServiceQuotaExceededException'];
const regionNames = ['PermanentRedirect', 'AuthorizationHeaderMalformed', 'IllegalLocationConstraintException'];

/**
 * Describes an error of the SDK and what to do about it. The error itself is not kept, because it
 * has headers and parts of credentials.
 */
export function describeBucketError(
  error: unknown,
  { bucket, endpoint = 'AWS' }: Pick<BucketLocation, 'bucket' | 'endpoint'>,
): StorageError {
  if (error instanceof StorageError) return error;
  const name = error instanceof Error ? error.name : 'unknown error';
  const status = statusOf(error);
  if (missingNames.includes(name)) return new StorageError('ENOENT', `Missing in the bucket ${bucket} (${name})`);
  if (name === 'InvalidRange' || status === 416)
    return new StorageError('EIO', `A range of an object in the bucket ${bucket} does not exist`, {
      isBeyondEnd: true,
    });
  if (fullNames.includes(name) || status === 507)
    return new StorageError('EDQUOT', `The bucket ${bucket} is full (${name}): raise its quota.`);
  if (name === 'NoSuchBucket')
    return new StorageError(
      'EIO',
      `The bucket ${bucket} does not exist at ${endpoint}: create it, or set DOCUMENTS_URL to another.`,
    );
  if (name === 'CredentialsProviderError' || name === 'TokenProviderError')
    return new StorageError(
      'EACCES',
      `There are no credentials for the bucket ${bucket}: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give this machine a role.`,
    );
  if (regionNames.includes(name) || status === 301 || /region is missing/i.test(messageOf(error)))
    return new StorageError('EACCES', `The bucket ${bucket} is in another region (${name}): set AWS_REGION to it.`);
  if (status === 401 || status === 403)
    return new StorageError(
      'EACCES',
      `The bucket ${bucket} refuses these credentials (${name}): check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and the policy that docs/object-storage.md shows.`,
    );
  if (status === undefined)
    return new StorageError(
      'EIO',
      `The object storage of the bucket ${bucket} cannot be reached at ${endpoint} (${networkCode(error) ?? name}): check AWS_ENDPOINT_URL_S3, and whether it runs.`,
      { isUnanswered: true },
    );
  return new StorageError('EIO', `The object storage of the bucket ${bucket} answered ${status} (${name}).`);
}

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  const metadata: unknown = error.$metadata;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}

/** Several addresses of one host fail together. */
function networkCode(error: unknown): string | undefined {
  if (error instanceof AggregateError) return error.errors.map(networkCode).find((code) => code !== undefined);
  return errorCode(error);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');
