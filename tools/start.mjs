import { launch } from './launch.mjs';
import { runCommand } from './project.mjs';
import { serverNodeOptions } from './server-options.mjs';

await runCommand(() => launch('apps/server/src/main.ts', process.argv.slice(2), serverNodeOptions));
