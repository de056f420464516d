import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findNode24 } from './find-node24.mjs';
import { hashFiles, readStamp, root, runCommand, writeStamp } from './project.mjs';
import { npmCommand, runStep, withNodeFirst } from './run-step.mjs';

const inputs = [
  'packages/forms',
  'packages/contract',
  'packages/datafiles',
  'packages/documents',
  'packages/ui',
  'content',
  'apps/site',
  'apps/console',
  'package-lock.json',
  'tsconfig.base.json',
];
const stamp = 'site-build';

/** Generates the published documents and builds site and console, unless no input has changed. */
export async function buildSite() {
  const hash = hashFiles(inputs.map((path) => join(root, path)));
  if (
    readStamp(stamp) === hash &&
    ['site/dist/client', 'console/dist'].every((path) => existsSync(join(root, 'apps', path)))
  )
    return;
  // Otherwise a NODE_ENV of the shell, or of Vitest, would bundle React's development build.
  const env = { ...withNodeFirst(findNode24()), NODE_ENV: 'production' };
  const advice = 'see the lines above.';
  await runStep({ title: 'Making the documents', ...npmCommand(['run', 'documents']), env, advice });
  await runStep({
    title: 'Building the site',
    ...npmCommand(['run', 'build', '--workspace=@redress/site']),
    env,
    advice,
  });
  await runStep({
    title: 'Building the console',
    ...npmCommand(['run', 'build', '--workspace=@redress/console']),
    env,
    advice,
  });
  writeStamp(stamp, hash);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await runCommand(buildSite);
}
