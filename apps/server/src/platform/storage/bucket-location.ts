/** Where objects are. The SDK finds credentials by itself. */
export interface BucketLocation {
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  /** Absent: AWS. */
  readonly endpoint?: string;
  readonly region?: string;
}
