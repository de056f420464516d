// node tools/node24.mjs FILE args… runs a TypeScript file on Node 24.
import { launch } from './launch.mjs';
import { PrepareError, runCommand } from './project.mjs';

await runCommand(async () => {
  const [file, ...args] = process.argv.slice(2);
  if (file === undefined) throw new PrepareError('Say which file to run: node tools/node24.mjs FILE');
  await launch(file, args);
});
