import { createHash } from 'node:crypto';
import { access, chmod, constants, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Account, canExecute, findAccount, nearestExisting } from '@redress/local-postgres/service-account';
import { localDatabase } from '../database/local-database.ts';
import { takeLock } from './lock-file.ts';
import { errorCode } from '../errors/error-code.ts';
import { StartError } from '../errors/start-error.ts';
import { makeWithParents, undefinedIfMissing } from '../storage/disk.ts';

/** Another Redress process uses the data folder at `path`. */
export class FolderInUseError extends StartError {
  readonly path: string;

  constructor(message: string, path: string) {
    super(message);
    this.path = path;
  }
}

/** The folder for email without a mail server. */
export const mailFolderIn = (dataFolder: string): string => join(dataFolder, 'mail');

/** The embedded database's folder inside the data folder. */
export const databaseFolderName = 'postgres';
/** The lock of a process that uses the data folder. */
export const lockName = 'redress.lock';
/** Other users may enter a folder, but not list it. */
const traversable = 0o011;

/**
 * Opens the folder with all data of the server, creates it if necessary, and locks it for this
 * process until `release`.
 *
 * As root, PostgreSQL runs as another user. A folder that only root may enter is opened for that
 * user. If the user still cannot reach it (a checkout under `/root`), the data folder is
 * `/var/lib/redress/<8 hex digits of the path's SHA-256>` instead, so that checkouts never share
 * one.
 * @param dataDir absolute path
 * @param embeddedDatabase false with `DATABASE_URL`: then the folder never moves
 * @throws StartError if it is not writable, in use, or has data that PostgreSQL cannot reach
 */
export async function openDataFolder(dataDir: string, embeddedDatabase = true) {
  let path = dataDir;
  try {
    if (embeddedDatabase) path = await chooseFolder(dataDir);
    // As root, PostgreSQL's user has to enter the folder and its parents to reach its own folder.
    await makeWithParents(path, process.getuid?.() === 0 ? 0o700 | traversable : 0o700, 0o755);
    if (!(await stat(path)).isDirectory()) throw new StartError(`The data folder ${path} is a file: set DATA_DIR.`);
    await access(path, constants.W_OK | constants.X_OK);
    const lock = await takeLock(join(path, lockName));
    if (!lock.taken)
      throw new FolderInUseError(
        `Redress is already running on the data folder ${path} (process ${String(lock.heldBy)}): stop it first, or set DATA_DIR to another folder.`,
        path,
      );
    return { path, release: lock.release };
  } catch (error) {
    const reason = errorCode(error);
    if (reason === undefined) throw error;
    throw new StartError(
      `The data folder ${path} is not writable (${reason}): give your user write permission, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

/** The data folder that is used if PostgreSQL's user cannot reach the wanted one. */
function movedFolder(wanted: string): string {
  return join(localDatabase.sharedFolder, createHash('sha256').update(wanted).digest('hex').slice(0, 8));
}

/** Finds the data folder that a server used. Unlike `openDataFolder`, this changes nothing. */
export async function findDataFolder(dataDir: string): Promise<string> {
  const isMoved = !(await holdsData(dataDir)) && (await holdsData(movedFolder(dataDir)));
  return isMoved ? movedFolder(dataDir) : dataDir;
}

async function chooseFolder(wanted: string): Promise<string> {
  const account = findAccount({ ...localDatabase, folder: join(wanted, databaseFolderName) });
  if (account === undefined || canExecute(account, nearestExisting(wanted))) return wanted;
  const reachable = movedFolder(wanted);
  if (await holdsData(reachable)) {
    await openForAccount(account, reachable);
    return reachable;
  }
  if (await openForAccount(account, wanted)) return wanted;
  if (await holdsData(wanted)) {
    throw new StartError(
      `The data folder ${wanted} cannot be reached by the user "${account.name}" that PostgreSQL runs as: ` +
        `run "mkdir -p ${localDatabase.sharedFolder} && mv ${wanted} ${reachable}" and start again.`,
    );
  }
  return reachable;
}

/**
 * Lets an account enter a folder that only root may enter, such as one made with `mkdir -m 700`,
 * and closes its contents to others. Returns whether the account can reach the folder now.
 */
async function openForAccount(account: Account, folder: string): Promise<boolean> {
  const there = await stat(folder).catch(() => undefined);
  if (there?.isDirectory() !== true || there.uid !== 0 || !canExecute(account, dirname(folder))) return false;
  if (canExecute(account, folder)) return true;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(folder, entry.name);
    await chmod(path, (await stat(path)).mode & 0o700);
  }
  await chmod(folder, there.mode | traversable);
  return canExecute(account, folder);
}

async function holdsData(folder: string): Promise<boolean> {
  const names = (await readdir(folder).catch(undefinedIfMissing)) ?? [];
  return names.some((name) => !name.startsWith(lockName));
}
