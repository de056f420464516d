import { join } from 'node:path';

export interface LocalPostgresOptions {
  /**
   * The absolute path of the folder for the data directory, port, password and log. A missing
   * folder is created. The caller makes sure that only one process uses it.
   */
  readonly folder: string;
  /**
   * The database, its only user and the system account that replaces root have this name of
   * lowercase letters, digits and underscores.
   */
  readonly name: string;
  /** Every user may read here, so programs that the system account cannot reach are copied here. */
  readonly sharedFolder: string;
  /** Hints complete sentences of error messages: "restore a backup, or …". */
  readonly hints: { readonly useOtherFolder: string; readonly useOtherServer: string };
  /**
   * New clusters keep the version of the caller's data. A cluster with another one is refused
   * before anything in it changes. `refusal` ends the sentence "The database in FOLDER …".
   */
  readonly format: { readonly version: string; readonly refusal: string };
  /** Receives one-line messages for operators. */
  readonly log?: (line: string) => void;
}

/** Lists the contents of `LocalPostgresOptions.folder`. */
export function pathsIn(folder: string) {
  return {
    dataDirectory: join(folder, 'cluster'),
    passwordFile: join(folder, 'password'),
    portFile: join(folder, 'port'),
    logFile: join(folder, 'postgres.log'),
  };
}
