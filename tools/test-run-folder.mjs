import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Linux has a RAM disk, where test databases take a third of the time. */
const memoryDisk = '/dev/shm';
/** Other programs use the disk, too. A run needs about a gigabyte. */
const minFreeBytes = 6 * 1024 ** 3;
const prefix = 'redress-test-run-';
const ownerFile = 'owner';
const maxKills = 50;
const killPause = 100; // milliseconds

/**
 * Creates the folder for everything temporary of one test run: use it as TMPDIR. A detached process
 * watches over it. When this process closes the folder, or dies in any way, the watcher kills the
 * processes that still use the folder and removes it.
 * @param {string} node the program that runs the watcher
 * @returns {{ path: string, close: () => Promise<void> }}
 */
export function openTestRunFolder(node) {
  const parent = hasMemoryDisk() ? memoryDisk : tmpdir();
  for (const name of readdirSync(parent)) {
    if (name.startsWith(prefix)) removeIfAbandoned(node, join(parent, name));
  }
  const path = mkdtempSync(join(parent, prefix));
  // Root runs PostgreSQL as another user, which must be able to enter the folder.
  chmodSync(path, 0o711);
  writeFileSync(join(path, ownerFile), String(process.pid));
  const watcher = startWatcher(node, path);
  return {
    path,
    async close() {
      const ended = once(watcher, 'exit');
      watcher.ref();
      watcher.stdin.end();
      await ended;
    },
  };
}

function hasMemoryDisk() {
  if (process.platform !== 'linux' || !existsSync(memoryDisk)) return false;
  const { bavail, bsize } = statfsSync(memoryDisk);
  return bavail * bsize >= minFreeBytes;
}

/**
 * The watcher cleans up as soon as its standard input ends.
 * @param {string} node
 * @param {string} path
 */
function startWatcher(node, path) {
  const watcher = spawn(node, [fileURLToPath(import.meta.url), path], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  return watcher;
}

/**
 * @param {string} node
 * @param {string} path
 */
function removeIfAbandoned(node, path) {
  const owner = existsSync(join(path, ownerFile)) ? Number(readFileSync(join(path, ownerFile), 'utf8')) : Number.NaN;
  if (!isAlive(owner)) startWatcher(node, path).stdin.end();
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** @param {string} path */
async function cleanUp(path) {
  for (let tries = 0; tries < maxKills; tries += 1) {
    const users = findUsers(path);
    if (users.length === 0) break;
    for (const pid of users) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The process ended by itself.
      }
    }
    await pause(killPause);
  }
  rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/**
 * Finds the processes that name the folder in their arguments or their environment. Only Linux
 * lists them; elsewhere the steps of the run end with it.
 * @param {string} path
 * @returns {number[]}
 */
function findUsers(path) {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && names(pid, path));
}

/**
 * @param {number} pid
 * @param {string} path
 */
function names(pid, path) {
  return ['cmdline', 'environ'].some((file) => {
    try {
      return readFileSync(`/proc/${String(pid)}/${file}`, 'latin1').includes(path);
    } catch {
      // The process ended, or belongs to another user.
      return false;
    }
  });
}

const [, program, watched] = process.argv;
if (program === fileURLToPath(import.meta.url) && watched !== undefined) {
  process.stdin.resume();
  await once(process.stdin, 'end');
  await cleanUp(watched);
}
