import { readFileSync } from 'node:fs';

const interval = 500; // milliseconds

/**
 * Calls back once when npm, or the shell between npm and this process, is gone. A signal sent only
 * to npm never reaches this process.
 * @param {() => void} callback
 */
export function whenParentIsGone(callback) {
  const parent = process.ppid;
  // After `kill -9` of npm its shell lives on. Without a shell, npm is our parent.
  const npm = isShell(parent) ? parentOf(parent) : undefined;
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || (parentOf(parent) ?? npm) === npm)) return;
    clearInterval(timer);
    callback();
  }, interval);
  timer.unref();
}

/**
 * Tests whether a process is `sh -c …`. False where there is no /proc.
 * @param {number} pid
 */
function isShell(pid) {
  const [, option] = readProc(pid, 'cmdline')?.split('\0') ?? [];
  return option === '-c';
}

/** @param {number} pid */
function parentOf(pid) {
  const stat = readProc(pid, 'stat');
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
}

/**
 * @param {number} pid
 * @param {string} file
 */
function readProc(pid, file) {
  try {
    return readFileSync(`/proc/${String(pid)}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
