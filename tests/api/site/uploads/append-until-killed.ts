import { parseDocuments } from '@redress/server/config';
import { openStorage } from '@redress/server/platform/storage/open-storage';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * A process that writes an upload, slower at its end, until it is killed. Its bytes repeat its ID.
 * Arguments: `DOCUMENTS_URL`, ID, bytes. The environment has what a bucket needs.
 */
const [documents = '', id = '', size = ''] = process.argv.slice(2);
const { AWS_ENDPOINT_URL_S3: endpoint, AWS_REGION: region } = process.env;
const location = { documents: parseDocuments(documents, '/', { endpoint, region }) };
const { uploadFolder } = await openStorage(location, '/nowhere');

async function* slowly(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) {
    if (at > bytes.length / 2) await pause(1_000);
    yield bytes.subarray(at, at + 65_536);
  }
}

await uploadFolder.append(id, 0, slowly(Buffer.alloc(Number(size), id)));
