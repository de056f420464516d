import { contentFolder, contentName } from '@redress/content/folders';
import { join } from 'node:path';

/**
 * The paths of the chosen settlement and its generated documents for Vite, including in its globs.
 */
export const contentAliases = [
  { find: /^@redress\/content\/(?!folders$|shared\/)/, replacement: `${contentFolder}/` },
  {
    find: /^#documents\//,
    replacement: `${join(import.meta.dirname, '../../../packages/documents/dist', contentName)}/`,
  },
];
