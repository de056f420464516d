import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Folders of bundled packages are shared, because workers are bundled separately, and first. */
const bundled = new Set<string>();

/**
 * Writes `third-party-notices.txt` with the licenses of all bundled packages. Vite's own
 * `build.license` does not see the packages of workers: this plugin belongs in `plugins` and in
 * `worker.plugins`.
 */
export function thirdPartyNotices({ isWorker = false } = {}): Plugin {
  return {
    name: 'third-party-notices',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'asset') continue;
        for (const id of chunk.moduleIds) {
          const folder = packageFolderOf(id);
          if (folder !== undefined) bundled.add(folder);
        }
      }
      if (isWorker) return;
      const notices = [...bundled].map(noticeOf).sort();
      this.emitFile({ type: 'asset', fileName: 'third-party-notices.txt', source: notices.join('\n') });
    },
  };
}

/** Finds a module's package folder in node_modules. Undefined for our own. */
function packageFolderOf(id: string): string | undefined {
  return /^[^\0].*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0];
}

/** Reads the text of a package's license. A package without a file has only its name. */
function noticeOf(folder: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (!isManifest(manifest)) throw new Error(`The package in ${folder} has no name and version`);
  const { name, version, license = 'see its website' } = manifest;
  const file = readdirSync(folder).find((entry) => /^(?:licen[cs]e|copying)/i.test(entry));
  const text = file === undefined ? '' : `\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  return `${name} ${version} (${license})\n${text}`;
}

const isManifest = (value: unknown): value is { name: string; version: string; license?: string } =>
  typeof value === 'object' && value !== null && 'name' in value && 'version' in value;
