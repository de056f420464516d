/** Where objects are. The SDK finds credentials by itself. */
export interface BucketLocation {
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  /** Absent: AWS. */
  readonly endpoint?: string;
  readonly region?: string;
}

/** Where documents are: in a folder, or in a bucket under a prefix, whose credentials the SDK finds. */
export type DocumentsLocation =
  | { readonly kind: 'folder'; readonly folder: string }
  | ({ readonly kind: 's3' } & BucketLocation);
