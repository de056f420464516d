import { accessSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'vite';

type ChunkingContext = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

const formIsland = entryModule('form/form-island.tsx');
const completionIsland = entryModule('completion/completion-island.tsx');
const loginIsland = entryModule('login/login-island.tsx');
/** Loads with the forms that require a login. */
const loginStatus = entryModule('login/login-status.tsx');

/** React and the bundler's additions: each page with an island needs all of it. */
const react = /\/node_modules\/(?:react|react-dom|scheduler)\/|^\0(?:rolldown\/runtime|vite\/preload-helper)/;

/** Puts the imports of each island into one chunk (docs/decisions/0022-bundles.md). */
export function islandChunk(id: string, context: ChunkingContext): string | null {
  if (react.test(id)) return 'react';
  // Other libraries and Vite's virtual modules keep their own chunks.
  if (id.startsWith('\0') || id.includes('/node_modules/')) return null;
  const isImported = (...entries: readonly string[]) => entries.some((entry) => isImportedBy(entry, id, context));
  if (id === loginStatus) return null;
  // The completion page's imports are separate, because it needs no forms.
  if (isImported(formIsland, loginStatus)) return isImported(completionIsland) ? 'islands' : 'form';
  return id.includes('/src/login/') && isImported(loginIsland) && !isImported(completionIsland) ? 'login' : null;
}

/** Whether `entry` imports the module statically, directly or indirectly. */
function isImportedBy(entry: string, id: string, context: ChunkingContext, visited = new Set<string>()): boolean {
  if (id === entry) return true;
  visited.add(id);
  return (context.getModuleInfo(id)?.importers ?? []).some(
    (importer) => !visited.has(importer) && isImportedBy(entry, importer, context, visited),
  );
}

/** Throws if the module was renamed. */
function entryModule(path: string): string {
  const file = join(import.meta.dirname, '../src', path);
  accessSync(file);
  return file;
}
