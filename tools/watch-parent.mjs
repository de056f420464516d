import { readFileSync } from 'node:fs';

const interval = 500; // milliseconds

/**
 * Calls back once when npm, or the shell between npm and us, is gone: a signal sent only to npm
 * never reaches us.
 * @param {() => void} callback
 */
export function whenParentIsGone(callback) {
  const before = readAncestors();
  const timer = setInterval(() => {
    if (readAncestors() === before) return;
    clearInterval(timer);
    callback();
  }, interval);
  timer.unref();
}

/** Our parent and, on Linux, its parent: after `kill -9` of npm the shell lives on. */
function readAncestors() {
  let grandparent = '';
  try {
    const stat = readFileSync(`/proc/${String(process.ppid)}/stat`, 'utf8');
    grandparent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? '';
  } catch {
    // Only Linux has /proc.
  }
  return `${String(process.ppid)} ${grandparent}`;
}
