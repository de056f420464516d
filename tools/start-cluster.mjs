import { availableParallelism } from 'node:os';
import { launch } from './launch.mjs';
import { runCommand } from './project.mjs';
import { serverNodeOptions } from './server-options.mjs';

// Starts one process for each processor, unless PROCESSES sets another number.
process.env['PROCESSES'] ||= String(availableParallelism());
await runCommand(() => launch('apps/server/src/main.ts', process.argv.slice(2), serverNodeOptions));
