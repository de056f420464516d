import { join } from 'node:path';

export interface LocalPostgresOptions {
  /**
   * Absolute path for the data directory, port, password and log. Created when missing. The caller
   * makes sure that only one process uses it.
   */
  readonly folder: string;
  /**
   * Name of the database, its only user and the system account that replaces root: lowercase
   * letters, digits and underscores.
   */
  readonly name: string;
  /** Where every user may read: programs that the system account cannot reach are copied here. */
  readonly sharedFolder: string;
  /** Alternatives in error messages. Each completes a sentence: "restore a backup, or …". */
  readonly hints: { readonly useOtherFolder: string; readonly useOtherServer: string };
  /**
   * New clusters keep the version of what the caller stores in them. A cluster without it is refused,
   * with an end for the sentence "The database in FOLDER …", before anything in it changes.
   */
  readonly format: { readonly version: string; readonly refusal: string };
  /** Receives messages for operators, one line each. */
  readonly log?: (line: string) => void;
}

/** The contents of `LocalPostgresOptions.folder`. */
export function pathsIn(folder: string) {
  return {
    dataDirectory: join(folder, 'cluster'),
    passwordFile: join(folder, 'password'),
    portFile: join(folder, 'port'),
    logFile: join(folder, 'postgres.log'),
  };
}
