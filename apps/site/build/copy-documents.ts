import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublishedFile } from '@redress/contract/published-documents';

/** Copies what `npm run documents` made to where the website offers it. Gives the list of it. */
export async function copyDocuments(from: string, client: string): Promise<readonly PublishedFile[]> {
  const parse: (json: string) => readonly PublishedFile[] = JSON.parse;
  const made = parse(await readFile(join(from, 'documents.json'), 'utf8'));
  const folder = join(client, 'documents');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await Promise.all(made.map(({ file }) => copyFile(join(from, file), join(folder, file))));
  return made;
}
