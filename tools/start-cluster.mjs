import { availableParallelism } from 'node:os';
import { launch } from './launch.mjs';
import { runCommand } from './project.mjs';

// As many processes as the machine has processors, where PROCESSES does not say otherwise.
process.env['PROCESSES'] ||= String(availableParallelism());
await runCommand(() => launch('apps/server/src/main.ts', process.argv.slice(2)));
