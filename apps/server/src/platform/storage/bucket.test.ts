import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openBucket } from './bucket.ts';

test('an object is removed only when no late request can complete its upload any more', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'id').stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  const asked: string[] = [];
  let isAway = false;
  const answer = ({ method, url = '', socket }: IncomingMessage, response: ServerResponse) => {
    const query = new URL(url, 'http://store').searchParams;
    const of = query.has('uploads')
      ? 'create'
      : query.has('partNumber')
        ? 'part'
        : query.has('uploadId')
          ? 'upload'
          : 'object';
    // The store freezes with the request that completes the upload.
    isAway ||= method === 'POST' && of === 'upload';
    if (isAway) return socket.destroy();
    asked.push(`${method} ${of}`);
    if (of === 'create') response.setHeader('content-type', 'application/xml');
    if (of === 'part') response.setHeader('etag', '"part"');
    return response
      .writeHead(method === 'DELETE' ? 204 : 200)
      .end(
        of === 'create' ? '<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>' : '',
      );
  };
  const store = createServer((request, response) => request.resume().once('end', () => answer(request, response)));
  await once(store.listen(0, '127.0.0.1'), 'listening');
  const address = store.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const bucket = await openBucket({
    bucket: 'b',
    prefix: '',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
  });
  onTestFinished(() => {
    vi.unstubAllEnvs();
    bucket.close();
    store.closeAllConnections();
    store.close();
  });

  await expect(bucket.write('1/a', Readable.from([Buffer.from('bytes')]))).rejects.toThrow('cannot be reached');
  await expect(bucket.remove('1/a')).rejects.toThrow('cannot be reached');
  expect(asked).toEqual(['POST create', 'PUT part']);
  isAway = false;
  await bucket.remove('1/a');
  await bucket.remove('1/a');
  expect(asked.slice(2)).toEqual(['DELETE upload', 'DELETE object', 'DELETE object']);
});
