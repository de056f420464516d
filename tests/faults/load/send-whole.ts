import type { ClaimantBrowser } from './browser.ts';
import type { Request } from './unreliable-request.ts';
import type { GeneratedDocument } from './generate-documents.ts';
import { readStoredFile } from './parse-responses.ts';

const boundary = 'a-document-of-a-claim';

/** Sends a document in one request, until it is stored. */
export async function sendWhole(
  browser: ClaimantBrowser,
  resource: string,
  claimNumber: string,
  { bytes, sent }: GeneratedDocument,
): Promise<void> {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${sent.name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const request: Request = {
    method: 'POST',
    path: `/api/${resource}/SubmitDocuments?claimnumber=${claimNumber}`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    onSent: () => (sent.isSent = true),
  };
  const answer = await browser.sendUntilAnswered(request);
  if (answer === undefined) return;
  if (answer.status === 200 && readStoredFile(answer.text)?.sha256 === sent.sha256) sent.isAnswered = true;
  else browser.recordUnexpected(request, answer);
}
