import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { documents } from '@redress/content/documents';
import { contentFolder, contentName } from '@redress/content/folders';
import { site } from '@redress/content/site';
import { type Language, languages } from '@redress/contract/language';
import type { SiteManifest } from '@redress/contract/settlement';
import { icons, previewFileIn } from '@redress/contract/site-files';
import { makeDocuments } from '@redress/documents/make-documents';
import { renderIcon, renderPreview } from './site-pictures.ts';

// npm run documents: generates and lists the documents of the case, and the website's pictures.
const outFolder = join(import.meta.dirname, '../dist', contentName);

const files = await makeDocuments({ documents, officialFolder: join(contentFolder, 'documents'), outFolder }).catch(
  (error: unknown) => {
    const ofContent = `content/${contentName}`;
    const message = (error instanceof Error ? error.message : String(error)).replaceAll(contentFolder, ofContent);
    console.error(message.startsWith(ofContent) ? message : `${ofContent}/documents.ts: ${message}`);
    process.exit(1);
  },
);
for (const { file, type, bytes, pages, isOfficial } of files) {
  const size = `${Math.ceil(bytes / 1024).toLocaleString('en-US')} kB`;
  const length = pages === undefined ? '' : `${pages} ${pages === 1 ? 'page' : 'pages'}`;
  console.log(
    [file.padEnd(48), type.padEnd(6), size.padStart(8), length.padStart(9), isOfficial ? 'official' : 'generated'].join(
      '  ',
    ),
  );
}

const pictures = join(outFolder, 'pictures');
await mkdir(pictures, { recursive: true });
const { caption, translations = {} }: SiteManifest = site;
const inLanguages: Partial<Record<Language, Pick<SiteManifest, 'name' | 'banner'>>> = { en: site, ...translations };
for (const language of languages) {
  const texts = inLanguages[language];
  if (!texts) continue;
  const { name, banner } = texts;
  await writeFile(join(pictures, previewFileIn(language)), renderPreview({ name, banner, caption }));
}
for (const [file, size] of Object.entries(icons)) await writeFile(join(pictures, file), renderIcon(size));
