import { spawn } from 'node:child_process';
import { basename, delimiter, dirname } from 'node:path';
import { PrepareError, root } from './project.mjs';

const pulse = 5_000; // milliseconds between two progress messages

/**
 * Runs a long setup step and prints progress every five seconds. Shows its output if it fails,
 * otherwise only lines that begin with `Warning: `.
 * @param {object} step
 * @param {string} step.title names the step for people: "Installing packages"
 * @param {string} step.command
 * @param {string[]} step.args
 * @param {NodeJS.ProcessEnv} [step.env]
 * @param {() => string} [step.progress] how far it is
 * @param {string} step.advice what to do when it fails
 */
export async function runStep({ title, command, args, env, progress, advice }) {
  const startedAt = Date.now();
  const seconds = () => `${String(Math.round((Date.now() - startedAt) / 1000))} s`;
  console.log(`${title} …`);
  const timer = setInterval(() => {
    console.log(`${title}: ${progress === undefined ? '' : `${progress()}, `}${seconds()}`);
  }, pulse);
  const { code, output } = await collect(command, args, env ?? process.env);
  clearInterval(timer);
  if (code !== 0) {
    console.error(output.split('\n').slice(-60).join('\n'));
    throw new PrepareError(`${title} failed: ${advice}`);
  }
  for (const line of output.split('\n').filter((each) => each.startsWith('Warning: '))) console.warn(line);
  console.log(`${title}: done in ${seconds()}.`);
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ code: number | null, output: string }>}
 */
async function collect(command, args, env) {
  return await new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', (error) => {
      resolve({ code: 1, output: error.message });
    });
    child.on('close', (code) => {
      resolve({ code, output });
    });
  });
}

/**
 * Makes the command line of the npm that started this program, or else of the npm on the PATH. It
 * runs on npm's own Node, because ours may be in the `node_modules` that `npm ci` removes.
 * @param {string[]} args
 */
export function npmCommand(args) {
  const { npm_execpath: npm = '', npm_node_execpath: node = process.execPath } = process.env;
  if (basename(npm) === 'npm-cli.js') return { command: node, args: [npm, ...args] };
  return process.platform === 'win32' ? { command: 'cmd', args: ['/c', 'npm', ...args] } : { command: 'npm', args };
}

/**
 * Puts this Node's folder first on the PATH.
 * @param {string} node
 * @returns {NodeJS.ProcessEnv}
 */
export function withNodeFirst(node) {
  return { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}` };
}
