import type { Problem } from '@redress/contract/problem';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { ConsoleTab, type StaffTab } from '../../../setup/console.ts';
import { multipart } from '../../../setup/browser.ts';
import { fileReady } from '../../../setup/review.ts';
import { companyAnswers, fileTpp, fileWithoutNotice, openForm } from '../../../setup/sample-claims.ts';
import { editRows } from '../../../setup/test-database.ts';
import { hashOf, pdf } from '../../../setup/uploads.ts';
import { bill, useClaimDetails } from './use-claim-details.ts';

/** A virus scanner is configured, and has not scanned anything yet. */
const stoppedScanner = {
  wake: () => {},
  stop: () => Promise.resolve(),
  probe: () => Promise.resolve(),
  scan: () => Promise.reject(new Error('stopped')),
};

const { server, claims: filed, signIn, read, readsOf } = useClaimDetails();
let number: string;
let payorNumber: string;
beforeAll(() => {
  ({ number, payorNumber } = filed);
});

test('staff add a document that came by mail, through the same checks; the history says who, how and when', async () => {
  const tab = await signIn('reviewer');
  const { number: claim } = await fileReady(server, {}, 3);
  const parts = { source: 'mail', receivedOn: '2025-06-02', reason: 'Came with a letter of May 30' };
  const send = (by: StaffTab, bytes: Buffer, given: object = parts, name = 'scan.pdf') => {
    const { contentType, body } = multipart(Object.entries(given), [{ name, bytes, field: 'file' }]);
    return by.post<Problem>(`/claims/${claim}/documents`, body, { 'content-type': contentType });
  };
  const scanned = pdf(4_000);
  const before = (await read(tab, claim)).documents.length;
  expect((await send(tab, scanned)).status).toBe(204);
  const { documents, history } = await read(tab, claim);
  expect(documents).toHaveLength(before + 1);
  expect(documents.at(-1)).toMatchObject({ name: 'scan.pdf', added: { ...parts, by: tab.person.name } });
  expect(documents[0]?.added).toBeNull();
  const { source, receivedOn } = parts;
  expect(history.findLast(({ kind }) => kind === 'document-stored')?.details).toMatchObject({
    by: tab.person.id,
    source,
    receivedOn,
  });
  // The same file again, what is no document, and what is not said.
  expect((await send(tab, scanned)).body).toMatchObject({ code: 'conflict' });
  expect((await send(tab, Buffer.from('MZ\0\u0001\0\0'), parts, 'x.exe')).body).toMatchObject({
    code: 'unsupported-type',
  });
  expect((await send(tab, pdf(5_000), { ...parts, reason: ' ' })).status).toBe(400);
  expect((await send(tab, pdf(5_000), { ...parts, receivedOn: '2099-01-01' })).status).toBe(400);
  expect((await send(await signIn('call-center'), pdf(5_000))).status).toBe(403);
  expect((await read(tab, claim)).documents).toHaveLength(before + 1);
});

test('staff add what a claimant mailed because the claim has as many documents as its form allows', async () => {
  const tab = await signIn('reviewer');
  const browser = await openForm(server.app);
  const claim = await fileWithoutNotice(server, {}, browser);
  const bills = Array.from({ length: 20 }, (_, index) => ({ name: `${index}.pdf`, bytes: pdf(1_000 + index) }));
  for (const some of [bills.slice(0, 10), bills.slice(10)])
    expect((await browser.upload(claim, some, 'IndividualClaimants')).status).toBe(200);
  const more = { name: 'more.pdf', bytes: pdf(2_000) };
  expect((await browser.upload(claim, [more], 'IndividualClaimants')).status).toBe(413);
  const parts = { source: 'mail', receivedOn: '2025-06-02', reason: 'Mailed, as the website said' };
  const { contentType, body } = multipart(Object.entries(parts), [{ ...more, field: 'file' }]);
  const { status } = await tab.post(`/claims/${claim}/documents`, body, { 'content-type': contentType });
  expect(status).toBe(204);
  expect((await read(tab, claim)).documents).toHaveLength(21);
});

test('status and flag agree on whether documents are missing, also before the list is up to date', async () => {
  const tab = await signIn('reviewer');
  const browser = await openForm(server.app);
  const claim = await fileWithoutNotice(server, {}, browser);
  const stateOf = async () => {
    const { status, flags, due } = await read(tab, claim);
    return [status, flags.includes('documents-missing'), due.length > 0];
  };
  expect(await stateOf()).toEqual(['waiting-documents', true, true]);
  await browser.upload(claim, [{ name: 'bill.pdf', bytes: pdf(1_000) }], 'IndividualClaimants');
  expect(await stateOf()).toEqual(['ready', false, false]);
});

describe('documents', () => {
  const find = async (tab: StaffTab) => (await read(tab)).documents[0]?.id ?? '';

  test('are downloaded as sent, to be saved and never displayed, and each download and preview is logged', async () => {
    const tab = await signIn('reviewer');
    const id = await find(tab);
    const saved = await tab.get(`/claims/${number}/documents/${id}`);
    expect([saved.status, hashOf(saved.bytes)]).toEqual([200, hashOf(bill)]);
    expect(saved.headers['content-disposition']).toMatch(/^attachment; filename/);
    expect(saved.headers['cache-control']).toBe('no-store');
    const shown = await tab.get(`/claims/${number}/documents/${id}/preview`);
    expect(hashOf(shown.bytes)).toBe(hashOf(bill));
    expect((await readsOf(tab)).slice(1)).toMatchObject([
      { what: 'download', subject: `claim ${number}`, result_ids: [`document ${id}`] },
      { what: 'view', subject: `claim ${number}`, result_ids: [`document ${id}`] },
    ]);
  });

  test('belong to their claim: under another number there are none', async () => {
    const tab = await signIn('reviewer');
    const id = await find(tab);
    expect((await tab.get(`/claims/${payorNumber}/documents/${id}`)).status).toBe(404);
    expect((await tab.get(`/claims/${number}/documents/${randomUUID()}`)).status).toBe(404);
    expect((await tab.get(`/claims/${number}/documents/..%2F..`)).status).toBe(404);
  });

  test('that are infected or were not scanned are listed and never handed out', async () => {
    const tab = await signIn('supervisor');
    const id = await find(tab);
    const setScan = (scan: string, at: string | null, finding: string | null) =>
      editRows(
        server.connectionString,
        'update claim_documents set scan = $2, scanned_at = $3, scan_finding = $4 where id = $1',
        [id, scan, at, finding],
      );
    try {
      for (const [scan, finding] of [
        ['infected', 'Test'],
        ['unscanned-too-large', null],
      ] as const) {
        await setScan(scan, server.now.toISOString(), finding);
        expect((await read(tab)).documents).toMatchObject([{ scan, previewable: false }]);
        for (const path of [id, `${id}/preview`]) {
          const { status, body } = await tab.get(`/claims/${number}/documents/${path}`);
          expect([status, body.code]).toEqual([409, 'document-withheld']);
        }
      }
    } finally {
      await setScan('waiting', null, null);
    }
  });

  test('without a scanner are said not to be scanned; with one they stay in quarantine until they are', async () => {
    const tab = await signIn('reviewer');
    const id = await find(tab);
    expect((await read(tab)).documents).toMatchObject([{ scan: 'not-configured', previewable: true }]);
    const scanned = await server.buildAnother({ scans: stoppedScanner });
    const other = Object.assign(new ConsoleTab(scanned, tab.person.token), { person: tab.person });
    expect((await read(other)).documents).toMatchObject([{ scan: 'waiting', previewable: false }]);
    const { status, body } = await other.get(`/claims/${number}/documents/${id}/preview`);
    expect([status, body.code]).toEqual([409, 'document-withheld']);
  });

  test('texts are previewed, and a picture that browsers cannot decode is not', async () => {
    const browser = await openForm(server.app);
    const claim = (await fileTpp(browser, companyAnswers)).body.claimNumber;
    const file = { name: 'notes.txt', bytes: Buffer.from('Plain text, line after line.\n') };
    await browser.upload(claim, [file], 'TppClaimants');
    const tab = await signIn('reviewer');
    const [document] = (await read(tab, claim)).documents;
    const previewStatus = async () => (await tab.get(`/claims/${claim}/documents/${document?.id}/preview`)).status;
    expect(document).toMatchObject({ type: 'txt', previewable: true });
    expect(await previewStatus()).toBe(200);
    await server.query('update claim_documents set type = $2 where id = $1', [document?.id, 'tif']);
    expect((await read(tab, claim)).documents).toMatchObject([{ type: 'tif', previewable: false }]);
    expect(await previewStatus()).toBe(415);
    expect((await tab.get(`/claims/${claim}/documents/${document?.id}`)).status).toBe(200);
  });
});
