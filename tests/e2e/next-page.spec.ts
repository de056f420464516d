import { expect, test } from '@playwright/test';

test('the page behind a link on which the pointer rests is there before the click', async ({ page, hasTouch }) => {
  test.skip(hasTouch, 'a phone has no pointer that rests');
  await page.goto('/contact');
  const link = page.getByRole('navigation').getByRole('link', { name: 'File a Claim', exact: true });
  const ahead = page.waitForResponse((response) => new URL(response.url()).pathname === '/file-claim');
  await link.hover();
  expect(await (await ahead).request().headerValue('sec-purpose')).toBe('prefetch');
  await link.click();
  await page.waitForURL('/file-claim');
  const deliveryType = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation');
    return entry && 'deliveryType' in entry ? entry.deliveryType : undefined;
  });
  expect(deliveryType).toBe('navigational-prefetch');
});
