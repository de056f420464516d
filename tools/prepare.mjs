// This runs before `npm start` and, with "test", before `npm test`, and skips finished work.
import { buildSite } from './build-site.mjs';
import { otherSettlements } from './content.mjs';
import { findBrowser } from './find-browser.mjs';
import { findNode24 } from './find-node24.mjs';
import { installPackages, linkPostgresLibraries } from './install-packages.mjs';
import { runCommand } from './project.mjs';
import { installDebianPrograms, installHtmlChecker } from './test-programs.mjs';

await runCommand(async () => {
  const isForTests = process.argv[2] === 'test';
  // Debian's packages do not come from npm, so neither installation waits for the other.
  const programs = isForTests ? installDebianPrograms() : undefined;
  await installPackages();
  findNode24(); // Fails here with a clear message instead of in the middle of the build.
  linkPostgresLibraries();
  const browser = programs?.then(findBrowser);
  await buildSite();
  if (isForTests && process.env['CONTENT'] === undefined) for (const name of otherSettlements()) await buildSite(name);
  await browser;
  if (isForTests) await installHtmlChecker();
});
