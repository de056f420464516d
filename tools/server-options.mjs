import { join } from 'node:path';
import { root } from './project.mjs';

/**
 * How Node runs the server. By default, V8 gives new objects up to 100 MB before it looks for
 * garbage. docs/operations-reference.md has what decides the memory.
 */
export const serverNodeOptions = ['--max-semi-space-size=16'];

/** Compiled programs: from the second start on, the server starts sooner and with less memory. */
export const compileCache = { NODE_COMPILE_CACHE: join(root, '.cache/compiled') };
