/** The secrets of a configuration. */
export interface Secrets {
  /** By which things are made. */
  readonly present: string;
  /** Still accepted, the newest first: the former one while the secret is changed, or the one that comes next. */
  readonly others: readonly string[];
  /** The file that holds it, where it is not given as `SECRET_KEY`. */
  readonly file?: string;
}
