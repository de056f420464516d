import { fileURLToPath } from 'node:url';
import { documents } from '@redress/content/documents';
import { makeDocuments } from '@redress/documents/make-documents';

// npm run documents: generates the documents of the case and lists them.
const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const files = await makeDocuments({
  documents,
  officialFolder: folder('../../../content/documents'),
  outFolder: folder('../dist'),
});
for (const { file, type, bytes, pages, isOfficial } of files) {
  const size = `${Math.ceil(bytes / 1024).toLocaleString('en-US')} kB`;
  const length = pages === undefined ? '' : `${pages} ${pages === 1 ? 'page' : 'pages'}`;
  console.log(
    [file.padEnd(48), type.padEnd(6), size.padStart(8), length.padStart(9), isOfficial ? 'official' : 'generated'].join(
      '  ',
    ),
  );
}
