// npm run pack:production -- FOLDER [--without-postgres] builds the website and console of the
// settlement that `CONTENT` names, and makes a folder with everything that its server needs. It
// starts with `node apps/server/src/main.ts`. There, the settlement is the only one, and the
// default.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSite } from './build-site.mjs';
import { chooseSettlement, defaultSettlement } from './content.mjs';
import { installPackages, linkPostgresLibraries, quietly } from './install-packages.mjs';
import { PrepareError, root, runCommand } from './project.mjs';
import { npmCommand, runStep } from './run-step.mjs';

const sources = [
  'LICENSE',
  'package-lock.json',
  'apps/server',
  'content/folders.ts',
  'content/shared',
  'deploy',
  'packages',
  'tools',
];
const usage = 'Say where: npm run pack:production -- FOLDER [--without-postgres]';

await runCommand(async () => {
  const { folder, withoutPostgres } = readArguments();
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new PrepareError(`${folder} is not empty: name a new folder.`);
  const name = chooseSettlement();
  await installPackages();
  await buildSite();
  mkdirSync(folder, { recursive: true });
  for (const path of [...sources, `content/${name}`])
    cpSync(join(root, path), join(folder, path), { recursive: true, filter: isSource });
  const site = join(root, 'apps/site/dist');
  const others = join(site, 'settlements');
  cpSync(name === defaultSettlement() ? site : join(others, name), join(folder, 'apps/site/dist'), {
    recursive: true,
    filter: (source) => source !== others,
  });
  cpSync(join(root, 'apps/console/dist'), join(folder, 'apps/console/dist'), { recursive: true });
  writeFileSync(join(folder, 'content/package.json'), contentManifest(name));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(productionManifest(), null, 2)}\n`);
  const omitted = withoutPostgres ? ['--omit=dev', '--omit=optional'] : ['--omit=dev'];
  await runStep({
    title: 'Installing the packages of the server',
    ...npmCommand(['ci', `--prefix=${folder}`, '--workspace=@redress/server', ...omitted, ...quietly]),
    advice: 'see the lines above. If the network failed, remove the folder and run the same command again.',
  });
  linkPostgresLibraries(folder);
  console.log(
    `\n${relative(process.cwd(), folder) || folder} is ready for ${name}: node apps/server/src/main.ts (Node 24).`,
  );
  if (!existsSync(join(root, 'content', name, 'forms/published.json')))
    console.log(`Its forms are not pinned. Before the website opens: CONTENT=${name} npm run forms:pin`);
});

function readArguments() {
  const { values, positionals } = parseArgs({
    options: { 'without-postgres': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) throw new PrepareError(usage);
  // npm starts scripts in the checkout, and `INIT_CWD` names the operator's folder.
  return { folder: resolve(process.env['INIT_CWD'] ?? '.', folder), withoutPostgres: values['without-postgres'] };
}

/**
 * Tests whether the server needs a file or folder at run time.
 * @param {string} path
 */
function isSource(path) {
  const name = basename(path);
  if (
    ['node_modules', 'dist', '.types', 'fixtures', 'build'].includes(name) ||
    relative(root, path) === join('packages', 'ui')
  )
    return false;
  return !/\.test\.tsx?$|\.tsbuildinfo$/.test(name);
}

/** The metrics show which commit runs. Undefined outside a Git checkout. */
function readCommit() {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}

/**
 * Makes content/package.json with the settlement as the only one.
 * @param {string} name
 */
function contentManifest(name) {
  /** @type {(json: string) => { exports: Record<string, unknown> }} */
  const parse = JSON.parse;
  const manifest = parse(readFileSync(join(root, 'content/package.json'), 'utf8'));
  const exports = { ...manifest.exports, './*': { default: `./${name}/*.ts` } };
  return `${JSON.stringify({ ...manifest, exports }, null, 2)}\n`;
}

/** Keeps the commands that work there. `npm start` neither installs nor builds. */
function productionManifest() {
  /** @type {(json: string) => { scripts: Record<string, string> }} */
  const parse = JSON.parse;
  const manifest = parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const scripts = Object.entries(manifest.scripts).filter(
    ([name, command]) => ['start', 'allocation:verify'].includes(name) || command.includes(' apps/server/'),
  );
  const gitHead = readCommit();
  return { ...manifest, scripts: Object.fromEntries(scripts), ...(gitHead && { gitHead }) };
}
