import { settlement } from '@redress/content/settlement';
import { passCaptcha } from './consumer.ts';
import { expect, test } from './members.ts';
import { waitForHydration } from './hydration.ts';

const form = settlement.site.pages.find(({ kind }) => kind === 'form');
const path = form?.path ?? '/';

test('script that bypasses Trusted Types is refused and reported', async ({ page, violations }) => {
  await page.goto(path);
  await waitForHydration(page);
  // The site's own policy exists once its first worker starts.
  await passCaptcha(page);
  expect(violations).toEqual([]);
  const refused = await page.evaluate(() => {
    const makePolicy = (name: string): unknown => {
      const types: unknown = Reflect.get(globalThis, 'trustedTypes');
      if (typeof types !== 'object' || types === null) throw new Error('This browser has no Trusted Types');
      const make: unknown = Reflect.get(types, 'createPolicy');
      return typeof make === 'function' ? Reflect.apply(make, types, [name, {}]) : undefined;
    };
    const attempts: Record<string, () => unknown> = {
      'markup from a text': () => (document.body.innerHTML = '<p>Hello</p>'),
      'a worker from a text': () => new Worker('/assets/any.js'),
      'another policy': () => makePolicy('mine'),
      'the same policy again': () => makePolicy('own-workers'),
    };
    return Object.entries(attempts).map(([name, attempt]) => {
      try {
        attempt();
        return `${name}: done`;
      } catch {
        return name;
      }
    });
  });
  expect(refused).toEqual(['markup from a text', 'a worker from a text', 'another policy', 'the same policy again']);
  await expect.poll(() => violations.length).toBeGreaterThanOrEqual(4);
  violations.length = 0;
});

test('nothing is loaded from another host, and no inline script runs', async ({ page, violations }) => {
  await page.goto(path);
  await waitForHydration(page);
  const ran = await page
    .evaluate(async () => {
      const inline = document.createElement('button');
      inline.setAttribute('onmouseover', 'document.title = "run"');
      return 'onmouseover' in inline && inline.onmouseover !== null;
    })
    .catch(() => false);
  expect(ran).toBe(false);
  await page.evaluate(() => {
    const image = document.createElement('img');
    image.src = 'https://elsewhere.example/pixel.png';
    const frame = document.createElement('iframe');
    frame.src = '/';
    document.body.append(image, frame);
  });
  const fetched = await page.evaluate(() =>
    fetch('https://elsewhere.example/').then(
      () => true,
      () => false,
    ),
  );
  expect(fetched).toBe(false);
  await expect.poll(() => violations.length).toBeGreaterThanOrEqual(3);
  violations.length = 0;
});

test('the website works in a browser without Trusted Types', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'trustedTypes'));
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const policy = response.headers()['content-security-policy'] ?? '';
    // Such a browser does not know these directives.
    const known = policy.split('; ').filter((directive) => !/^(?:require-)?trusted-types/.test(directive));
    expect(known.length).toBe(policy.split('; ').length - 2);
    await route.fulfill({
      response,
      headers: { ...response.headers(), 'content-security-policy': known.join('; ') },
    });
  });
  await page.goto(path);
  await waitForHydration(page);
  await passCaptcha(page);
});
