import { type LocalPostgres, startLocalPostgres } from '@redress/local-postgres/local-postgres';
import { preReleaseRefusal } from '../errors/start-error.ts';

/** The settings that every local PostgreSQL of Redress shares. */
export const localDatabase = {
  name: 'redress',
  sharedFolder: '/var/lib/redress',
  hints: { useOtherFolder: 'set DATA_DIR to another folder', useOtherServer: 'set DATABASE_URL' },
  format: { version: '1', refusal: preReleaseRefusal },
} as const;

/**
 * Starts the PostgreSQL in this folder.
 * @throws LocalPostgresError one line for operators
 */
export function startLocalDatabase(folder: string, log: (line: string) => void = () => {}): Promise<LocalPostgres> {
  return startLocalPostgres({ ...localDatabase, folder, log });
}
