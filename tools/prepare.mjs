// Runs before `npm start` and, with "test", before `npm test`. Does only what is not done yet.
import { buildSite } from './build-site.mjs';
import { findBrowser } from './find-browser.mjs';
import { findNode24 } from './find-node24.mjs';
import { installPackages, linkPostgresLibraries } from './install-packages.mjs';
import { runCommand } from './project.mjs';
import { installTestPrograms } from './test-programs.mjs';

await runCommand(async () => {
  await installPackages();
  findNode24(); // Fails here with a clear message instead of in the middle of the build.
  linkPostgresLibraries();
  await buildSite();
  if (process.argv[2] !== 'test') return;
  await findBrowser();
  await installTestPrograms();
});
