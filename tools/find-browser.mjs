import { execFileSync } from 'node:child_process';
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { findNode24 } from './find-node24.mjs';
import { PrepareError, root } from './project.mjs';
import { npmCommand, runStep, withNodeFirst } from './run-step.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macPrograms = ['Google Chrome.app/Contents/MacOS/Google Chrome', 'Chromium.app/Contents/MacOS/Chromium'];
const advice = 'install Chromium or Chrome, or set CHROMIUM_PATH to one, and run npm test again.';
const ownFolder = join(root, '.cache', 'chromium');

/**
 * The browser for the end-to-end tests: CHROMIUM_PATH, else one of this machine, else one that is installed now: by
 * apt as root on Debian, else from npm into `.cache/`, which needs no rights.
 * @returns {Promise<string>} path of the program
 */
export async function findBrowser() {
  const named = process.env['CHROMIUM_PATH'] ?? '';
  if (named !== '') {
    if (isProgram(named)) return named;
    throw new PrepareError(`CHROMIUM_PATH is ${named}, which is no program that can be run: mend or remove it.`);
  }
  const found = findInstalled();
  if (found !== undefined) return found;
  if (isDebian() && process.getuid?.() === 0) {
    await installByApt();
    const installed = findInstalled();
    if (installed !== undefined) return installed;
  }
  if (process.platform === 'linux' && process.arch === 'x64') return await installFromNpm();
  throw new PrepareError(`The end-to-end tests need a browser, and none was found: ${advice}`);
}

function findInstalled() {
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
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
  // Ubuntu's package is a stub that asks for a snap.
  try {
    execFileSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

// Ubuntu's chromium is a snap, which containers cannot run.
function isDebian() {
  return existsSync('/etc/os-release') && /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

async function installByApt() {
  const script = 'apt-get update && apt-get install --yes --no-install-recommends chromium';
  try {
    await runStep({
      title: 'Installing Chromium for the end-to-end tests (apt-get)',
      command: 'sh',
      args: ['-c', script],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      advice: 'the browser from npm is taken instead.',
    });
  } catch (error) {
    if (!(error instanceof PrepareError)) throw error;
    console.error(error.message);
  }
}

async function installFromNpm() {
  const unfinished = `${ownFolder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(ownFolder, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) {
    copyFileSync(join(root, 'tools', 'chromium', name), join(unfinished, name));
  }
  await runStep({
    title: 'Fetching Chromium for the end-to-end tests (70 MB, into .cache)',
    ...npmCommand(['ci', `--prefix=${unfinished}`, '--no-audit', '--no-fund', '--loglevel=error']),
    advice,
  });
  const node = findNode24();
  await runStep({
    title: 'Unpacking Chromium',
    command: node,
    args: ['--input-type=module', '--eval', unpackScript(unfinished)],
    // It unpacks into the temporary folder, and its libraries only where it thinks that it runs in a cloud function.
    env: { ...withNodeFirst(node), TMPDIR: unfinished, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
    advice,
  });
  rmSync(join(unfinished, 'node_modules'), { recursive: true });
  renameSync(join(unfinished, 'chromium'), join(unfinished, 'chromium-shell'));
  writeFileSync(join(unfinished, 'fonts.conf'), fontList);
  writeFileSync(join(unfinished, 'chromium'), startScript, { mode: 0o755 });
  renameSync(unfinished, ownFolder);
  const path = join(ownFolder, 'chromium');
  if (isProgram(path)) return path;
  throw new PrepareError(`The Chromium from npm does not run on this machine: ${advice}`);
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
