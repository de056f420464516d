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
  /** How error messages phrase the operator's alternatives. */
  readonly hints?: Hints;
  /** Receives messages for operators, one line each. */
  readonly log?: (line: string) => void;
}

/** Each completes a sentence: "restore a backup, or …". */
export interface Hints {
  readonly useOtherFolder: string;
  readonly useOtherServer: string;
}

export const defaultHints: Hints = {
  useOtherFolder: 'use another folder',
  useOtherServer: 'connect to another PostgreSQL server',
};

export function dataDirectoryIn(folder: string): string {
  return join(folder, 'cluster');
}
