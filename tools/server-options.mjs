import { join } from 'node:path';
import { root } from './project.mjs';

/**
 * By default, V8 gives new objects up to 100 MB before it looks for garbage, lets old ones grow to
 * several times their size, and returns little memory. docs/operations-reference.md explains the
 * server's use of memory.
 */
export const serverNodeOptions = ['--max-semi-space-size=16', '--heap-growing-percent=100', '--expose-gc'];

/** The compile cache makes later starts of the server faster, with less memory. */
export const compileCache = { NODE_COMPILE_CACHE: join(root, '.cache/compiled') };
