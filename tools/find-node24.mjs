import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PrepareError, root } from './project.mjs';

const needed = 24;

/**
 * Finds the Node that runs our TypeScript: the current one if it is new enough, else the one that
 * npm installed.
 * @returns {string} path of the program
 */
export function findNode24() {
  const isNew = Number(process.versions.node.split('.')[0]) >= needed;
  // The current Node may have been in the node_modules that `npm ci` just replaced.
  if (isNew && existsSync(process.execPath)) return process.execPath;
  const installed = installedNode();
  if (existsSync(installed)) return installed;
  if (process.platform === 'darwin') {
    throw new PrepareError(
      `This Mac has Node ${process.versions.node}, and Redress runs on Node ${String(needed)}: install it from https://nodejs.org and run the command again.`,
    );
  }
  throw new PrepareError(
    `Node ${String(needed)} was not found (this is ${process.versions.node}): run "npm ci", or install Node ${String(needed)} from https://nodejs.org.`,
  );
}

function installedNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  return join(root, 'node_modules', `node-${system}-${process.arch}`, 'bin', program);
}
