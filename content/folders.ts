import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { PublishedDocument } from '@redress/contract/published-documents';
import type { Settlement } from '@redress/contract/settlement';

const require = createRequire(import.meta.url);

/** The folder of the chosen settlement: where `@redress/content/…` leads in this process. */
export const contentFolder = dirname(require.resolve('@redress/content/settlement'));

/** The settlement's name, which is the value of `CONTENT`. */
export const contentName = basename(contentFolder);

/** The build's output folder for the website of the chosen settlement, below `apps/site`. */
export const siteBuild = isDefault() ? 'dist' : join('dist', 'settlements', contentName);

/**
 * The folder for a server's data, if `DATA_DIR` names none. The default settlement of a checkout
 * has `data`: rename the folders before another settlement becomes the default.
 */
export const dataFolderName = isDefault() ? 'data' : `data-${contentName}`;

/** Any settlement of `content/`, by the name of its folder. */
export function loadSettlement(name: string): {
  readonly settlement: Settlement;
  readonly documents: readonly PublishedDocument[];
} {
  const load: (file: string) => { readonly settlement: Settlement } = require;
  const loadDocuments: (file: string) => { readonly documents: readonly PublishedDocument[] } = require;
  const folder = join(import.meta.dirname, name);
  return {
    ...load(join(folder, 'settlement.ts')),
    ...loadDocuments(join(folder, 'documents.ts')),
  };
}

function isDefault(): boolean {
  const parse: (json: string) => { exports: { './*': { default: string } } } = JSON.parse;
  const { exports } = parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'));
  return exports['./*'].default === `./${contentName}/*.ts`;
}
