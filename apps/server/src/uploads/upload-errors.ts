/** Another request works on the upload, and did not let go of it in time; or it is certain no longer that this one may work on it. */
export class UploadBusyError extends Error {
  override readonly name = 'UploadBusyError';
}

/** There is no such upload, or none any more. */
export class UploadGoneError extends Error {
  override readonly name = 'UploadGoneError';
}

/** All bytes of the upload are there: it is its claim's, and cannot be given up. */
export class UploadCompleteError extends Error {
  override readonly name = 'UploadCompleteError';
}
