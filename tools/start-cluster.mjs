import { availableParallelism } from 'node:os';
import { launch } from './launch.mjs';
import { runCommand } from './project.mjs';
import { serverNodeOptions } from './server-options.mjs';

// One process per processor unless PROCESSES is set.
process.env['PROCESSES'] ||= String(availableParallelism());
await runCommand(() => launch('apps/server/src/main.ts', process.argv.slice(2), serverNodeOptions));
