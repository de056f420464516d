// npm run old-phone [-- PATH …]: measures form pages on an old phone (tests/old-phone.ts).
import { findBrowser } from './find-browser.mjs';
import { launch } from './launch.mjs';
import { runCommand } from './project.mjs';

await runCommand(async () => {
  process.env['CHROMIUM_PATH'] = await findBrowser();
  await launch('tests/old-phone.ts', process.argv.slice(2));
});
