// npm run console-speed: measures how fast the console responds to keys (tests/console-speed.ts).
import { findBrowser } from './find-browser.mjs';
import { launch } from './launch.mjs';
import { runCommand } from './project.mjs';

await runCommand(async () => {
  process.env['CHROMIUM_PATH'] = await findBrowser();
  await launch('tests/console-speed.ts', []);
});
