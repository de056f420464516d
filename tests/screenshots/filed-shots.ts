import { expect } from '@playwright/test';
import { field, pdf, readClaimNumber, submit } from '../e2e/consumer.ts';
import { inBoth, inLight, printed, screenInBoth, type Shot, shot } from './shot.ts';
import { documents, fileClaim, fillCompletely, loseResponse } from './steps.ts';

const twoFiles = (noticeId: string) => [pdf('receipt-2009.pdf', noticeId), pdf('pharmacy-print-out.pdf', noticeId)];
/** Bytes; at `uploadBytesPerSecond` the upload lasts long enough for a screenshot. */
const bigFile = 3_000_000;
/** Bytes per second. */
const uploadBytesPerSecond = 200_000;

/** The states after a claim is filed. */
export const filedShots: readonly Shot[] = [
  shot('filed-uploading', inBoth, async (page, member) => {
    const [first, second] = twoFiles(member.noticeId);
    if (!first || !second) return;
    const big = { ...first, buffer: Buffer.concat([first.buffer, Buffer.alloc(bigFile, '%')]) };
    await fillCompletely(page, member, [big, second]);
    const line = await page.context().newCDPSession(page);
    await line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: uploadBytesPerSecond,
    });
    await submit(page);
    await expect
      .poll(() => page.getByRole('progressbar').evaluate((bar: HTMLProgressElement) => bar.value), {
        timeout: 20_000,
      })
      .toBeGreaterThan(0.3);
  }),
  shot('filed-incomplete', inBoth, async (page, member) => {
    await fillCompletely(page, member, twoFiles(member.noticeId));
    await page.route(documents, (route) => route.abort('connectionreset'));
    await submit(page);
    await page.getByRole('button', { name: 'Stop trying' }).click();
    await expect(page.getByText('not all of your documents')).toBeVisible();
  }),
  shot('filed-documents-missing', inLight, async (page, member) => {
    await fillCompletely(page, member, twoFiles(member.noticeId));
    await page.route(documents, () => {}); // never answered
    await submit(page);
    await expect(page.getByText('we are receiving your documents')).toBeVisible();
    await page.reload();
    await expect(page.getByText('but not all of your documents. Add the others here.')).toBeVisible();
  }),
  shot('filed-after-back', inLight, async (page, member) => {
    await fileClaim(page, member);
    await page.goBack();
    await expect(page.getByText('You filed a claim with this form')).toBeVisible();
  }),
  shot('filed-conflict', screenInBoth, async (page, member) => {
    await fillCompletely(page, member);
    await loseResponse(page);
    await field(page, 'Total amount you paid, in dollars').fill('9999');
    await submit(page);
    await expect(page.getByRole('dialog', { name: 'You already filed a claim with this form' })).toBeVisible();
  }),
  shot('complete', inBoth, async (page, member) => {
    await fillCompletely(page, member, twoFiles(member.noticeId));
    await submit(page);
    await readClaimNumber(page);
  }),
  shot('complete-print', printed, fileClaim),
];
