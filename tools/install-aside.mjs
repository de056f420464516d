import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { quietly } from './install-packages.mjs';
import { root } from './project.mjs';
import { npmCommand, runStep } from './run-step.mjs';

/**
 * Installs the packages of `tools/<name>` into `.cache/<name>`, unless they are already there. They
 * are too large for the main installation, and few people need them.
 * @param {object} what
 * @param {string} what.name
 * @param {string} what.title shown to people
 * @param {string} what.advice what to do when it fails
 * @param {(folder: string) => Promise<void>} [what.finish] completes the installation in the
 * folder, which is moved afterwards
 * @returns {Promise<string>} the folder, with `node_modules` in it
 */
export async function installAside({ name, title, advice, finish }) {
  const folder = join(root, '.cache', name);
  const lock = join(root, 'tools', name, 'package-lock.json');
  const installedLock = join(folder, 'package-lock.json');
  if (existsSync(installedLock) && readFileSync(installedLock, 'utf8') === readFileSync(lock, 'utf8')) return folder;
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(join(root, 'tools', name, file), join(unfinished, file));
  await runStep({
    title,
    ...npmCommand(['ci', `--prefix=${unfinished}`, ...quietly]),
    advice,
  });
  await finish?.(unfinished);
  renameSync(unfinished, folder);
  return folder;
}
