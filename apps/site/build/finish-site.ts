import { join } from 'node:path';
import { settlement } from '@redress/content/settlement';
import { addIntegrity } from './add-integrity.ts';
import { compressFolder } from './compress.ts';
import { copyDocuments } from './copy-documents.ts';
import { placeNotFoundPages } from './place-not-found-pages.ts';
import { writeCrawlerFiles } from './crawler-files.ts';
import { sortVariants } from './page-variants.ts';
import { preloadScripts } from './preload-scripts.ts';

const dist = join(import.meta.dirname, '../dist');
const client = join(dist, 'client');
const { site } = settlement;
const preloading = await preloadScripts(dist, settlement);
const hashes = await addIntegrity(client);
const documents = await copyDocuments(join(import.meta.dirname, '../../../packages/documents/dist'), client);
await placeNotFoundPages(client, site);
await writeCrawlerFiles(client, site);
// After all that pages lead to: a running server takes the new build when it sees the list of variants.
const variants = await sortVariants(client, site);
const compressed = await compressFolder(client);
console.log(
  `${preloading} pages preload their scripts, with ${hashes} hashes; ${variants} variants by date; ${documents.length} documents; ${compressed} files compressed.`,
);
