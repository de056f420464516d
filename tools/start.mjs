import { launch } from './launch.mjs';
import { runCommand } from './project.mjs';

await runCommand(() => launch('server/src/main.ts', process.argv.slice(2)));
