// node tools/with-browser.mjs FILE args… runs a TypeScript file on Node 24, with the tests'
// browser.
import { findBrowser } from './find-browser.mjs';
import { launch } from './launch.mjs';
import { runCommand } from './project.mjs';

await runCommand(async () => {
  process.env['CHROMIUM_PATH'] = await findBrowser();
  const [file = '', ...args] = process.argv.slice(2);
  await launch(file, args);
});
