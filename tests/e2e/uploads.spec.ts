import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Page } from '@playwright/test';
import { port } from './settings.ts';
import { expectAccessible } from './axe.ts';
import { fillForm, openForm, passCaptcha, pdf, readClaimNumber, submit } from './consumer.ts';
import { type InterruptingProxy, startInterruptingProxy } from './interrupting-proxy.ts';
import { hashFile, query, readStoredDocuments } from './filed-claims.ts';
import { type LargeFiles, makeLargeFiles } from './large-files.ts';
import { expect, test as base } from './members.ts';
import { waitForHydration } from './hydration.ts';
import { installTranslator } from './translator.ts';
import { fillCompany, fillPurchasesAndSignature, openTppForm, readTppClaimNumber } from './tpp.ts';

const megabyte = 1024 * 1024;

const test = base.extend<{ files: LargeFiles; interruptingProxy: InterruptingProxy }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright demands a destructured first argument.
  files: async ({}, use) => {
    const files = makeLargeFiles();
    try {
      await use(files);
    } finally {
      files.remove();
    }
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  interruptingProxy: async ({}, use) => {
    const interruptingProxy = await startInterruptingProxy(port);
    try {
      await use(interruptingProxy);
    } finally {
      await interruptingProxy.close();
    }
  },
});

const documents = (page: Page) => page.getByLabel(/^Your (data and )?documents/);
const progress = (page: Page, name: string) => page.getByRole('progressbar', { name: `Sending ${name}` });
const share = async (page: Page, name: string): Promise<number> =>
  Number(await progress(page, name).getAttribute('value'));
const expectUploading = (page: Page) => expect(page.getByText('we are receiving your documents')).toBeVisible();
/** The browser's confirmation before an upload is canceled. */
const acceptNextDialog = (page: Page) => page.once('dialog', (dialog) => void dialog.accept());

async function fillTpp(page: Page, proxy?: InterruptingProxy): Promise<void> {
  await page.goto(`${proxy?.address ?? ''}/tpp-claimants`);
  await waitForHydration(page);
  await fillCompany(page);
  await fillPurchasesAndSignature(page);
}
/** The claim number that this page filed last. */
async function readLastClaimNumber(page: Page): Promise<string> {
  const reference = await page.getByText(/^1141\dREF\d{10}$/).innerText();
  return reference.slice(-10);
}
const unfinished = (claimNumber: string) =>
  query<{ id: string; status: string }>(
    'select u.id, u.status from uploads u join claims c on c.id = u.claim_id where c.number = $1 order by u.created_at',
    [claimNumber],
  );

test(
  'a photo of 6 MB is sent in chunks and arrives whole, and a small document is sent in one request',
  { tag: '@phone' },
  async ({ page, member, files }) => {
    const photo = files.photo('receipts.jpg', 6 * megabyte);
    await openForm(page, member);
    await fillForm(page);
    await documents(page).setInputFiles([photo]);
    const announcement = page.getByText('1 file was added.');
    await announcement.evaluate((region) => {
      const observer = new MutationObserver(() => region.setAttribute('data-changed', ''));
      observer.observe(region, { childList: true, characterData: true, subtree: true });
    });
    await documents(page).setInputFiles([pdf('letter.pdf', member.noticeId)]);
    // The same words again are a change, so that screen readers announce them.
    await expect(announcement).toHaveAttribute('data-changed', '');
    await expect(page.getByRole('list', { name: 'Your files' })).toContainText('receipts.jpg 6.0 MB');
    await passCaptcha(page);
    const begun = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/uploads'),
    );
    await submit(page);
    expect((await begun).headers()['upload-length']).toBe(String(6 * megabyte));
    const stored = await readStoredDocuments(await readClaimNumber(page));
    expect(stored.map(({ name, type, size }) => [name, type, size])).toEqual([
      ['letter.pdf', 'pdf', expect.any(Number)],
      ['receipts.jpg', 'jpg', 6 * megabyte],
    ]);
    const photoHash = await hashFile(photo);
    expect(stored[1]).toMatchObject({ sha256: photoHash, sha256OfBytes: photoHash });
  },
);

test('a page that the browser translates keeps the claim number while documents are sent', async ({ page, member }) => {
  await page.addInitScript(installTranslator);
  await openForm(page, member);
  await fillForm(page);
  await documents(page).setInputFiles([pdf('letter.pdf', member.noticeId)]);
  await passCaptcha(page);
  await page.evaluate('startTranslating()');
  await page.route('**/SubmitDocuments**', (route) => route.fulfill({ status: 400 }));
  await submit(page);
  await expect(page.locator('.file .error')).toContainText('«');
  await expect(page.locator('.reference')).toHaveText(/^«11416REF»«\d{3}»«\d{3}»«\d{4}»$/);
  await page.getByRole('button', { name: 'Go on to your confirmation' }).click();
  await readClaimNumber(page);
});

test('a page that can no longer be rendered shows the claim number', async ({ context, member }) => {
  // Its own page, whose errors are expected. It stays on the form, because nothing follows it.
  const page = await context.newPage();
  await page.route('**/consumer-complete', (route) => route.fulfill({ status: 204 }));
  await openForm(page, member);
  await fillForm(page);
  await documents(page).setInputFiles([pdf('letter.pdf', member.noticeId)]);
  await passCaptcha(page);
  await page.route('**/SubmitDocuments**', (route) => route.fulfill({ status: 400 }));
  await submit(page);
  await expect(page.locator('.file .error')).toBeVisible();
  await page.evaluate(() => document.querySelector('.files')?.remove());
  await page.getByRole('button', { name: 'Go on to your confirmation' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^Your claim is filed: 11416REF\d{10}$/);
});

test('an upload says that the connection broke, and resumes', async ({ page, files, interruptingProxy }) => {
  const data = files.pdf('data.pdf', 12 * megabyte);
  await fillTpp(page, interruptingProxy);
  await documents(page).setInputFiles(data);
  // In the second chunk, which begins after 8 MB.
  interruptingProxy.holdAfter(9 * megabyte);
  await submit(page);
  await expectUploading(page);
  await expect.poll(() => share(page, 'data.pdf')).toBeGreaterThan(0.6);
  await expectAccessible(page);
  interruptingProxy.cut();
  await expect(page.getByText('The connection was lost. We will keep trying.').first()).toBeVisible();
  await expectAccessible(page);
  interruptingProxy.release();
  interruptingProxy.restore();
  const claimNumber = await readTppClaimNumber(page);
  const hash = await hashFile(data);
  expect(await readStoredDocuments(claimNumber)).toEqual([
    { name: 'data.pdf', type: 'pdf', size: statSync(data).size, sha256: hash, sha256OfBytes: hash },
  ]);
  expect(await unfinished(claimNumber)).toHaveLength(1);
});

test('after a reload, a file that is chosen again resumes', async ({ page, files, interruptingProxy }) => {
  const data = files.pdf('data.pdf', 12 * megabyte);
  await fillTpp(page, interruptingProxy);
  await documents(page).setInputFiles(data);
  interruptingProxy.holdAfter(9 * megabyte);
  await submit(page);
  await expectUploading(page);
  const claimNumber = await readLastClaimNumber(page);
  await expect.poll(() => share(page, 'data.pdf')).toBeGreaterThan(0.6);
  await page.reload();
  await waitForHydration(page);
  await expect(
    page.getByText(/^data\.pdf stopped at \d+%\. Choose it again, and we will continue from there\.$/),
  ).toBeVisible();
  await expectAccessible(page);

  // A different file is recognized, and uploaded as new.
  const other = files.pdf('other.pdf', 6 * megabyte);
  await documents(page).setInputFiles(other);
  await expect(page.getByText(/^other\.pdf is a different file/)).toBeVisible();
  await expectAccessible(page);
  await documents(page).setInputFiles(data);
  await expectUploading(page);
  interruptingProxy.release();
  await readTppClaimNumber(page);
  const stored = await readStoredDocuments(claimNumber);
  expect(stored.map(({ name, sha256, sha256OfBytes }) => [name, sha256, sha256OfBytes])).toEqual(
    await Promise.all([data, other].map(async (path) => [basename(path), await hashFile(path), await hashFile(path)])),
  );
  // The interrupted file continued at its address.
  expect(await unfinished(claimNumber)).toHaveLength(2);
});

test('an upload can be canceled, also after a reload', async ({ page, files, interruptingProxy }) => {
  await fillTpp(page, interruptingProxy);
  await documents(page).setInputFiles([files.pdf('one.pdf', 9 * megabyte), files.pdf('two.pdf', 9 * megabyte)]);
  interruptingProxy.holdAfter(4 * megabyte);
  await submit(page);
  await expectUploading(page);
  const claimNumber = await readLastClaimNumber(page);
  await expect.poll(() => share(page, 'one.pdf')).toBeGreaterThan(0.2);
  acceptNextDialog(page);
  await page.getByRole('button', { name: 'Do not send one.pdf' }).click();
  await expect.poll(() => share(page, 'two.pdf')).toBeGreaterThan(0.2);
  // A chunk in flight may lock it for a few seconds.
  await expect.poll(() => unfinished(claimNumber)).toHaveLength(1);
  await page.reload();
  await expect(page.getByText(/^two\.pdf stopped at \d+%/)).toBeVisible();
  await page.getByRole('button', { name: 'Do not send two.pdf' }).click();
  await expect(page.getByText(/^two\.pdf stopped at/)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Your claim is filed' })).toBeFocused();
  // A chunk in flight at the reload may lock the upload for a few seconds.
  await expect.poll(() => unfinished(claimNumber)).toEqual([]);
  await page.getByRole('button', { name: 'Go on to your confirmation' }).click();
  await readTppClaimNumber(page);
  expect(await readStoredDocuments(claimNumber)).toEqual([]);
});

test('a large PDF that is named like a data file is refused when it is chosen', async ({ page, files }) => {
  await openTppForm(page);
  // A size that only data files may have.
  const fake = files.pdf('data.xlsx', 26 * megabyte);
  await documents(page).setInputFiles(fake);
  await expect(page.getByRole('alert')).toContainText('data.xlsx The file is larger than 25 MB.');
  await expect(page.getByRole('list', { name: 'Your files' })).toHaveCount(0);
  await expectAccessible(page);
});

test.describe('photos of documents', () => {
  /** A photo of a page with small print, taken with the phone turned: its sides are swapped. */
  const takePhoto = async (page: Page, name: string) => {
    const base64 = await page.evaluate(async () => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [3200, 1600];
      const context = canvas.getContext('2d');
      const noise = context?.createImageData(3200, 800);
      if (!context || !noise) throw new Error('No canvas');
      crypto.getRandomValues(new Uint8Array(noise.data.buffer, 0, 65_536));
      for (let at = 65_536; at < noise.data.length; at += 65_536)
        noise.data.copyWithin(at, at % 131_072 ? 0 : 4, 65_536);
      for (let at = 3; at < noise.data.length; at += 4) noise.data[at] = 255;
      context.putImageData(noise, 0, 0);
      const url = canvas.toDataURL('image/jpeg', 1);
      return url.slice(url.indexOf(',') + 1);
    });
    const jpeg = Buffer.from(base64, 'base64');
    const turned = Buffer.from('ffe100224578696600004d4d002a00000008000101120003000000010006000000000000', 'hex');
    return { name, mimeType: 'image/jpeg', buffer: Buffer.concat([jpeg.subarray(0, 2), turned, jpeg.subarray(2)]) };
  };
  const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

  test(
    'a large one is made smaller with a notice and upright, a switch keeps the original, and both have thumbnails',
    { tag: '@phone' },
    async ({ page, member }) => {
      await openForm(page, member);
      await fillForm(page);
      const one = await takePhoto(page, 'page-1.jpg');
      // Not the same bytes: bytes after the end of a photo are not part of the picture.
      const two = { ...one, name: 'page-2.jpg', buffer: Buffer.concat([one.buffer, Buffer.from([0])]) };
      expect(one.buffer.length).toBeGreaterThan(2 * megabyte);
      await documents(page).setInputFiles([one, two, pdf('letter.pdf', member.noticeId)]);
      for (const name of ['page-1.jpg', 'page-2.jpg'])
        await expect(row(page, name)).toContainText(/We made this photo smaller, from \d+\.\d MB to [\d.]+ [kM]B/);
      const preview = page.getByRole('img', { name: 'Preview of page-1.jpg' });
      const size = await preview
        .locator('canvas')
        .evaluate((canvas: HTMLCanvasElement) => [canvas.width, canvas.height]);
      expect(size).toEqual([64, 128]);
      await expect(row(page, 'letter.pdf').getByRole('img')).toHaveCount(0);
      await row(page, 'page-2.jpg').getByRole('checkbox', { name: 'Send the original instead' }).check();
      await expect(row(page, 'page-2.jpg')).toContainText(`${(two.buffer.length / megabyte).toFixed(1)} MB`);
      await expectAccessible(page);
      await passCaptcha(page);
      await submit(page);
      const [letter, smaller, original] = await readStoredDocuments(await readClaimNumber(page));
      expect([letter?.name, smaller?.name, original?.name]).toEqual(['letter.pdf', 'page-1.jpg', 'page-2.jpg']);
      expect(smaller?.size).toBeLessThan(one.buffer.length / 2);
      expect(original?.size).toBe(two.buffer.length);
      // Each hash is of the file as sent, whatever metadata the server strips.
      expect(original?.sha256).toBe(createHash('sha256').update(two.buffer).digest('hex'));
      expect(smaller?.sha256).toBe(smaller?.sha256OfBytes);
    },
  );

  test(
    'a phone offers its camera, a desktop does not',
    { tag: ['@phone', '@desktop'] },
    async ({ page, member }, testInfo) => {
      await openForm(page, member);
      const camera = page.getByLabel('Take a photo');
      await expect(page.getByLabel('Your documents')).toBeVisible();
      if (testInfo.project.name !== 'phone') return expect(camera).toHaveCount(0);
      await expect(camera).toHaveAttribute('capture', 'environment');
      await expect(camera).toHaveAttribute('accept', 'image/*');
      await camera.setInputFiles({ ...pdf('image.jpg'), buffer: Buffer.from('ffd8ffe000104a464946', 'hex') });
      await expect(row(page, 'image.jpg')).toBeVisible();
      await expectAccessible(page);
    },
  );
});

for (const megabytes of [60, 500])
  test(
    `${megabytes} MB arrive whole through ten broken connections and a reload`,
    { tag: '@long' },
    async ({ page, files, interruptingProxy }) => {
      const data = files.rows('purchases.txt', megabytes * 1000 * 1000);
      await fillTpp(page, interruptingProxy);
      await documents(page).setInputFiles(data);
      const betweenCuts = Math.floor(megabytes / 12) * megabyte;
      interruptingProxy.cutEvery(betweenCuts, 5);
      await submit(page);
      await expectUploading(page);
      await expect.poll(() => interruptingProxy.cuts(), { timeout: 200_000 }).toBe(5);
      // Enough for the page, and not for the file.
      interruptingProxy.holdAfter(megabyte);
      interruptingProxy.restore();
      await page.reload();
      await waitForHydration(page);
      await expect(page.getByText(/^purchases\.txt stopped at \d+%/)).toBeVisible();
      interruptingProxy.release();
      interruptingProxy.cutEvery(betweenCuts, 5);
      await documents(page).setInputFiles(data);
      await expect.poll(() => interruptingProxy.cuts(), { timeout: 200_000 }).toBe(10);
      interruptingProxy.restore();
      const claimNumber = await readTppClaimNumber(page);
      const hash = await hashFile(data);
      expect(await readStoredDocuments(claimNumber)).toEqual([
        { name: 'purchases.txt', type: 'txt', size: statSync(data).size, sha256: hash, sha256OfBytes: hash },
      ]);
    },
  );

test('an upload to a busy server, or one that lost it, goes on by itself', async ({ page, files }) => {
  const data = files.pdf('data.pdf', 12 * megabyte);
  await fillTpp(page);
  await documents(page).setInputFiles(data);
  const problem = (status: number, code: string) => ({
    status,
    contentType: 'application/problem+json',
    body: JSON.stringify({ type: 'about:blank', title: '', detail: '', status, code }),
  });
  let failures = 0;
  const seen = Promise.withResolvers<undefined>();
  await page.route('**/api/uploads/*', async (route) => {
    // The next try waits until the test has seen that the page waits.
    if (failures > 0) await seen.promise;
    if (route.request().method() === 'PATCH' && failures < 2) {
      failures += 1;
      return route.fulfill(failures === 1 ? problem(503, 'unavailable') : problem(404, 'not-found'));
    }
    return route.fallback();
  });
  await submit(page);
  await expect(page.getByText('Something went wrong on our side. We will keep trying.').first()).toBeVisible();
  seen.resolve(undefined);
  const claimNumber = await readTppClaimNumber(page);
  expect(failures).toBe(2);
  const hash = await hashFile(data);
  expect((await readStoredDocuments(claimNumber)).map((stored) => stored.sha256OfBytes)).toEqual([hash]);
  // Created twice, but the server still had the first one.
  expect(await unfinished(claimNumber)).toHaveLength(1);
});

test('a small document whose response never comes is sent again', async ({ page, member }) => {
  await page.clock.install();
  await openForm(page, member);
  await fillForm(page);
  await documents(page).setInputFiles([pdf('letter.pdf', member.noticeId)]);
  await passCaptcha(page);
  let attempts = 0;
  await page.route('**/SubmitDocuments**', async (route) => {
    attempts += 1;
    if (attempts > 1) await route.fallback();
  });
  await submit(page);
  await expect.poll(() => attempts).toBe(1);
  await page.clock.fastForward(95_000);
  await expect(page.getByText('The connection was lost. We will keep trying.')).toBeVisible();
  await page.clock.fastForward(5_000);
  expect(await readStoredDocuments(await readClaimNumber(page))).toHaveLength(1);
});

test('a document is sent although the token has expired', async ({ page, baseURL }) => {
  await fillTpp(page);
  await documents(page).setInputFiles([pdf('membership.pdf')]);
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/SubmitDocuments')) statuses.push(response.status());
  });
  // The claim is filed with the right token; then the cookie changes.
  await page.route('**/api/TppClaimants', async (route) => {
    const response = await route.fetch();
    await page.context().addCookies([{ name: 'XSRF-TOKEN', value: 'of-an-earlier-version', url: baseURL ?? '' }]);
    await route.fulfill({ response });
  });
  await submit(page);
  const claimNumber = await readTppClaimNumber(page);
  expect(statuses).toEqual([403, 200]);
  expect(await readStoredDocuments(claimNumber)).toHaveLength(1);
});

test('SUBMIT sends nothing before the script for filed claims has loaded', async ({ page }) => {
  await page.route('**/assets/**/*.js', async (route) => {
    const response = await route.fetch();
    return (await response.text()).includes('Do not send')
      ? route.abort('connectionreset')
      : route.fulfill({ response });
  });
  const claims: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') claims.push(new URL(request.url()).pathname);
  });
  await fillTpp(page);
  await submit(page);
  await expect(page.getByRole('alert')).toContainText('We could not reach the server. Nothing was lost');
  expect(claims).toEqual([]);
  await submit(page);
  await readTppClaimNumber(page);
  expect(claims).toEqual(['/api/TppClaimants']);
});
