import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findNode24 } from './find-node24.mjs';
import { hashFiles, readStamp, root, runCommand, writeStamp } from './project.mjs';
import { npmCommand, runStep, withNodeFirst } from './run-step.mjs';

const inputs = ['forms', 'contract', 'content', 'site', 'package-lock.json', 'tsconfig.base.json'];
const stamp = 'site-build';

/** Builds the site, unless it was built from exactly these files. */
export async function buildSite() {
  const hash = hashFiles(inputs.map((path) => join(root, path)));
  if (readStamp(stamp) === hash && existsSync(join(root, 'site', 'dist', 'client'))) return;
  await runStep({
    title: 'Building the site',
    ...npmCommand(['run', 'build', '--workspace=@redress/site']),
    env: withNodeFirst(findNode24()),
    advice: 'see the lines above.',
  });
  writeStamp(stamp, hash);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await runCommand(buildSite);
}
