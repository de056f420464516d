import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from './project.mjs';

/**
 * @typedef {object} LockedPackage
 * @property {string} version
 * @property {string} [license] SPDX expression
 * @property {boolean} [dev]
 * @property {boolean} [link] our own
 * @property {Record<string, string>} [optionalDependencies]
 */
/** @type {(json: string) => { packages: Record<string, LockedPackage> }} */
const parse = JSON.parse;

/**
 * Lists other authors' packages that reach production: the server's, and those that the builds of
 * website and console bundle. Node itself comes from the machine.
 */
export function readProductionPackages() {
  const { packages } = parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const nodes = Object.keys(packages['']?.optionalDependencies ?? {});
  return Object.entries(packages).flatMap(([path, { version, license = '', dev = false, link = false }]) => {
    const name = nameOf(path);
    return name === undefined || dev || link || nodes.includes(name) ? [] : [{ path, name, version, license }];
  });
}

/**
 * Finds a package's name by its path in a lock file, `node_modules/pg`. Undefined for our own
 * folders.
 * @param {string} path
 */
function nameOf(path) {
  if (!path.includes('node_modules/')) return undefined;
  const scope = basename(dirname(path));
  return scope.startsWith('@') ? `${scope}/${basename(path)}` : basename(path);
}
