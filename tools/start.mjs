import { launch } from './launch.mjs';
import { runCommand } from './project.mjs';

await runCommand(() => launch('apps/server/src/main.ts', process.argv.slice(2)));
