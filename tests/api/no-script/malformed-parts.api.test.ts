import { afterAll, beforeAll, expect, test } from 'vitest';
import { companyAnswers, fileTpp, openForm } from '../../setup/sample-claims.ts';
import { type NoScriptSite, startNoScriptSite } from '../../setup/no-script-site.ts';
import { NoScriptBrowser } from '../../setup/no-script-browser.ts';

let site: NoScriptSite;
beforeAll(async () => {
  site = await startNoScriptSite();
});
afterAll(() => site.close());

const bodyOf = (head: string, boundary = 'b') =>
  Buffer.from(`--${boundary}\r\n${head}\r\n\r\n%PDF-1.7\n%%EOF\r\n--${boundary}--\r\n`);
const nameless = 'Content-Disposition: form-data';
const bytesWithoutFileName = 'Content-Disposition: form-data; name="files"\r\nContent-Type: application/octet-stream';
/** Five times the limit of RFC 2046. */
const longBoundary = 'x'.repeat(350);

test('a no-script form ignores parts without a name, and files without one', async () => {
  for (const head of [nameless, bytesWithoutFileName]) {
    const browser = new NoScriptBrowser(site.server.app);
    const answer = await browser.postBody('/tpp-claimants', bodyOf(head), 'multipart/form-data; boundary=b');
    expect([head, answer.status]).toEqual([head, 422]);
    expect(site.pageRenderer.last.form).toMatchObject({ answers: {}, documents: [] });
  }
});

test('a no-script form whose boundary is too long is a bad request', async () => {
  const type = `multipart/form-data; boundary=${longBoundary}`;
  const answer = await new NoScriptBrowser(site.server.app).postBody(
    '/tpp-claimants',
    bodyOf(nameless, longBoundary),
    type,
  );
  expect([answer.status, answer.body.code]).toEqual([400, 'bad-request']);
});

test('documents of a claim: the same parts are refused, and none causes a server error', async () => {
  const browser = await openForm(site.server.app);
  const { claimNumber } = (await fileTpp(browser, companyAnswers)).body;
  const send = async (body: Buffer, boundary: string) => {
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    const url = `/api/TppClaimants/SubmitDocuments?claimnumber=${claimNumber}`;
    return (await browser.send('POST', url, { headers, body })).status;
  };
  expect(await send(bodyOf(nameless), 'b')).toBe(422);
  expect(await send(bodyOf(nameless, longBoundary), longBoundary)).toBe(400);
  // Its bytes are complete, and a client that sends no name still means to keep them.
  expect(await send(bodyOf(bytesWithoutFileName), 'b')).not.toBe(500);
});
