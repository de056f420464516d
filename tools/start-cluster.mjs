import { availableParallelism } from 'node:os';
import { launch } from './launch.mjs';
import { runCommand } from './project.mjs';
import { serverNodeOptions } from './server-options.mjs';

// PROCESSES may set another number than one for each processor.
process.env['PROCESSES'] ||= String(availableParallelism());
await runCommand(() => launch('apps/server/src/main.ts', process.argv.slice(2), serverNodeOptions));
