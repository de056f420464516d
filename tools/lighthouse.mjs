// npm run lighthouse [PATH …] installs Lighthouse into .cache and runs it (tests/lighthouse.ts).
import { findBrowser } from './find-browser.mjs';
import { installAside } from './install-aside.mjs';
import { launch } from './launch.mjs';
import { runCommand } from './project.mjs';

await runCommand(async () => {
  process.env['LIGHTHOUSE_FOLDER'] = await installAside({
    name: 'lighthouse',
    title: 'Fetching Lighthouse (180 MB, into .cache)',
    advice: 'look at the lines above.',
  });
  process.env['CHROMIUM_PATH'] = await findBrowser();
  await launch('tests/lighthouse.ts', process.argv.slice(2));
});
