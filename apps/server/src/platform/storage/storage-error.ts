interface StorageErrorDetails {
  /** A range was read that begins after the last byte of an object. */
  readonly isBeyondEnd?: boolean;
  /** The storage did not answer at all. */
  readonly isUnanswered?: boolean;
}

/**
 * An error of object storage, with the code of the file system's error that means the same:
 * missing, full, refused, or unavailable. Its message says what to do, and has no secret.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: 'ENOENT' | 'EDQUOT' | 'EACCES' | 'EIO';
  readonly details: StorageErrorDetails;

  constructor(code: StorageError['code'], message: string, details: StorageErrorDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** The error of object storage that caused this one. */
export function findStorageError(error: unknown): StorageError | undefined {
  if (error instanceof StorageError) return error;
  return error instanceof Error ? findStorageError(error.cause) : undefined;
}
