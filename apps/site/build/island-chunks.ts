import { accessSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'vite';

type ChunkingContext = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

const formIsland = entryModule('form/form-island.tsx');
const completionIsland = entryModule('completion/completion-island.tsx');

/** Keeps what the form's island imports in one chunk (docs/decisions/0022-bundles.md). */
export function islandChunk(id: string, context: ChunkingContext): string | null {
  // Libraries and Vite's virtual modules keep their own chunks.
  if (id.startsWith('\0') || id.includes('/node_modules/')) return null;
  if (!isImportedBy(formIsland, id, context)) return null;
  // What the completion page imports too is apart: it needs no forms.
  return isImportedBy(completionIsland, id, context) ? 'islands' : 'form';
}

/** Whether `entry` imports the module statically, directly or not. */
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
