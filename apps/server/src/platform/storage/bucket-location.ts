/** A bucket and the prefix of its objects. The SDK finds the credentials. */
export interface BucketLocation {
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  /** Absent for AWS. */
  readonly endpoint?: string;
  readonly region?: string;
}

/** The folder or the bucket with the documents. */
export type DocumentsLocation =
  | { readonly kind: 'folder'; readonly folder: string }
  | ({ readonly kind: 's3' } & BucketLocation);
