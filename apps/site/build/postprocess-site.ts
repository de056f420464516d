import { copyFile, cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { contentName, siteBuild } from '@redress/content/folders';
import { documents as publishedDocuments } from '@redress/content/documents';
import { settlement } from '@redress/content/settlement';
import type { PublishedFile } from '@redress/contract/published-documents';
import { notFoundFileIn } from '@redress/contract/site-files';
import { translatedLanguages } from '@redress/contract/translations';
import { addIntegrity } from './add-integrity.ts';
import { compressFolder } from '@redress/ui/build/compress-folder';
import { demonstrationName, findDemonstrationWords, hasDemonstration } from './demonstration-words.ts';
import { writeCrawlerFiles } from './crawler-files.ts';
import { writeProxyPages } from './maintenance-page.ts';
import { sortVariants } from './page-variants.ts';
import { preloadScripts } from './preload-scripts.ts';

const dist = join(import.meta.dirname, '..', siteBuild);
const client = join(dist, 'client');
const { site } = settlement;
const preloading = await preloadScripts(dist, settlement);
const hashes = await addIntegrity(client);
const generated = join(import.meta.dirname, '../../../packages/documents/dist', contentName);
const documents = await copyDocuments(generated);
await cp(join(generated, 'pictures'), client, { recursive: true });
await placeNotFoundPages();
await writeCrawlerFiles(client, site);
await writeProxyPages(dist, site);
// Runs last, because a running server switches to the new build when the list of variants changes.
const variants = await sortVariants(client, site);
const compressed = await compressFolder(client);
console.log(
  `${preloading} pages preload their scripts, with ${hashes} hashes; ${variants} variants by date; ${documents.length} documents; ${compressed} files compressed.`,
);
if (contentName !== demonstrationName) await warnOfDemonstration();

/** Only warns, because an unfinished settlement contains these words for a while. */
async function warnOfDemonstration(): Promise<void> {
  if (!hasDemonstration)
    return console.log('Its words were not compared with those of the demonstration, which was deleted.');
  const built = { name: contentName, settlement, documents: publishedDocuments, client };
  for (const sentence of await findDemonstrationWords(built)) console.warn(`Warning: ${sentence}`);
}

async function copyDocuments(from: string): Promise<readonly PublishedFile[]> {
  const parse: (json: string) => readonly PublishedFile[] = JSON.parse;
  const files = parse(await readFile(join(from, 'documents.json'), 'utf8'));
  const folder = join(client, 'documents');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await Promise.all(files.map(({ file }) => copyFile(join(from, file), join(folder, file))));
  return files;
}

/** Moves translated 404 pages to the server's path for them, so that they have no URL. */
async function placeNotFoundPages(): Promise<void> {
  for (const language of translatedLanguages(site)) {
    const rendered = join(client, language, '404/index.html');
    await rename(rendered, join(client, notFoundFileIn(language)));
    await rm(dirname(rendered), { recursive: true });
  }
}
