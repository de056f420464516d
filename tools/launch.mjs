import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chooseSettlement } from './content.mjs';
import { findNode24 } from './find-node24.mjs';
import { root } from './project.mjs';
import { compileCache } from './server-options.mjs';
import { whenParentIsGone } from './watch-parent.mjs';

/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
// Ctrl-C reaches this process twice, from the terminal and from npm, within this time.
const sameKeyPress = 500; // milliseconds
const lastWait = 1_000; // milliseconds that a second Ctrl-C leaves the program

/**
 * Runs a TypeScript file on Node 24, with the settlement of `CONTENT`, and exits with its exit
 * code. The first Ctrl-C asks it to stop. So does the second, and one second later the program is
 * killed.
 * @param {string} file relative to the checkout
 * @param {string[]} args
 * @param {readonly string[]} nodeOptions
 */
export async function launch(file, args, nodeOptions = []) {
  chooseSettlement();
  const stopWithUs = pathToFileURL(join(root, 'tools', 'stop-with-parent.mjs')).href;
  // A separate session gets each signal once and only from this process.
  const child = spawn(findNode24(), [...nodeOptions, '--import', stopWithUs, join(root, file), ...args], {
    env: { ...compileCache, ...process.env },
    detached: process.platform !== 'win32',
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  let lastSignal = -Infinity;
  let asked = false;
  /** @param {NodeJS.Signals} signal */
  const passOn = (signal) => {
    const now = performance.now();
    if (now - lastSignal < sameKeyPress) return;
    lastSignal = now;
    child.kill(signal);
    if (asked) setTimeout(() => child.kill('SIGKILL'), lastWait).unref();
    asked = true;
  };
  for (const signal of signals) process.on(signal, passOn);
  whenParentIsGone(() => passOn('SIGTERM'));
  process.exitCode = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
