import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chooseSettlement, defaultSettlement, environmentOf } from './content.mjs';
import { findNode24 } from './find-node24.mjs';
import { hashFiles, readStamp, root, runCommand, writeStamp } from './project.mjs';
import { npmCommand, runStep, withNodeFirst } from './run-step.mjs';

const shared = [
  'packages/allocation',
  'packages/contract',
  'packages/datafiles',
  'packages/forms',
  'packages/ui',
  'package-lock.json',
  'tsconfig.base.json',
];
const ofConsole = ['apps/console', ...shared];
const ofSite = [
  'packages/documents',
  'content/folders.ts',
  'content/package.json',
  'content/shared',
  'apps/site',
  ...shared,
];

/**
 * Generates the published documents and builds the website of a settlement, by default the one that
 * `CONTENT` names, and the console. Unchanged parts are not built again.
 * @param {string} [other] another settlement
 */
export async function buildSite(other) {
  const name = other ?? chooseSettlement();
  // A NODE_ENV of the shell, or of Vitest, would bundle React's development build.
  const env = {
    ...withNodeFirst(findNode24()),
    ...(other !== undefined && environmentOf(other)),
    NODE_ENV: 'production',
  };
  const advice = 'see the lines above.';
  const folder = name === defaultSettlement() ? 'apps/site/dist/client' : `apps/site/dist/settlements/${name}/client`;
  const website = unlessBuilt(`site-build-${name}`, [...ofSite, `content/${name}`], folder, async () => {
    await runStep({
      title: `Checking content/${name}`,
      command: findNode24(),
      args: ['apps/site/build/check-content.ts', `content/${name}`],
      env,
      advice: 'fix what the lines above report, and run this command again.',
    });
    await runStep({ title: 'Making the documents', ...npmCommand(['run', 'documents']), env, advice });
    await runStep({
      title: 'Building the site',
      ...npmCommand(['run', 'build', '--workspace=@redress/site']),
      env,
      advice,
    });
  });
  const consoleApp = unlessBuilt('console-build', ofConsole, 'apps/console/dist', () =>
    runStep({
      title: 'Building the console',
      ...npmCommand(['run', 'build', '--workspace=@redress/console']),
      env,
      advice,
    }),
  );
  await Promise.all([website, consoleApp]);
}

/**
 * @param {string} stamp
 * @param {string[]} inputs
 * @param {string} output
 * @param {() => Promise<void>} build
 */
async function unlessBuilt(stamp, inputs, output, build) {
  const hash = hashFiles(inputs.map((path) => join(root, path)));
  if (readStamp(stamp) === hash && existsSync(join(root, output))) return;
  await build();
  writeStamp(stamp, hash);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await runCommand(() => buildSite());
}
