import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Role } from '@redress/contract/console/staff';
import type { Route } from '@playwright/test';
import { checkScreen } from './console-screen.ts';
import { signInAs } from './console.ts';
import { query } from './filed-claims.ts';
import { expect, test } from './members.ts';

/** Bytes of script in brotli until the first screen shows. */
const maxFirstScripts = 200_000;

/** Takes a role of a person away, in every case. */
const takeRole = (staffId: string, role: Role) =>
  query('delete from staff_roles where staff_id = $1 and role = $2', [staffId, role]);

test('every address leads to the sign-in and back; the first load is at most 200 kB of script; the frame leads to what a role may see', async ({
  page,
}) => {
  await page.goto('/console/claims?form=consumer');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('next')).toBe('/claims?form=consumer');

  const loaded = new Set<string>();
  let dashboards = 0;
  page.on('request', (request) => {
    if (request.resourceType() === 'script') loaded.add(new URL(request.url()).pathname);
    if (request.url().endsWith('/api/console/dashboard')) dashboards += 1;
  });
  await signInAs(page, 'supervisor', 'admin');
  await page.goto('/console/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const built = join(import.meta.dirname, '../../apps/console/dist');
  const sizes = [...loaded].map((path) => statSync(join(built, `${path.replace('/console/', '')}.br`)).size);
  expect(sizes.length).toBeGreaterThan(1);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(maxFirstScripts);

  // Each role starts with its own work.
  await signInAs(page, 'mailroom');
  await page.goto('/console/');
  await expect(page.getByRole('heading', { level: 1, name: 'Returned mail' })).toBeVisible();
  const person = await signInAs(page, 'admin');
  await page.goto('/console/');
  await expect(page.getByRole('heading', { level: 1, name: 'Staff' })).toBeVisible();
  // On a device of a role without figures, the dashboard is not requested ahead.
  expect(dashboards).toBe(2);
  const links = page.getByRole('navigation', { name: 'Console' }).getByRole('link');
  await expect(links).toHaveText([/^Approvals/, 'Exports', 'Staff', 'Access log']);
  await expect(page.getByRole('button', { name: person.name })).toBeVisible();
  // A screen and its number are counted at the same time.
  const counted = page.waitForRequest('**/api/console/work');
  await links.first().click();
  await counted;
  await expect(page.getByRole('heading', { level: 1, name: 'Approvals' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to the dashboard' })).toHaveCount(0);

  // A role that is taken away takes what it shows from an open screen, which says so.
  const { id } = await signInAs(page, 'viewer', 'reviewer');
  await page.goto('/console/members');
  const table = page.getByRole('region', { name: 'Class members' });
  await expect(table).toBeVisible();
  await takeRole(id, 'reviewer');
  await page.getByRole('button', { name: /^Claim:/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Has filed' }).click();
  await expect(page.getByText('An administrator has changed your roles. You now have: Viewer.')).toBeVisible();
  await expect(page.getByText('Your role doesn’t allow this.')).toBeVisible();
  await expect(table).toHaveCount(0);
  await expect(links).toHaveText(['Dashboard', 'Claims', 'Reports', 'Exports']);
});

test('session, first query and screen are asked for while the console still loads, once; signed out, the sign-in shows', async ({
  page,
}) => {
  await signInAs(page, 'supervisor', 'viewer');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const count = (path: string | RegExp) =>
    asked.filter((each) => (path instanceof RegExp ? path.test(each) : path === each)).length;
  // The third step of three: page, first script, these. The console itself is still held.
  const held: Route[] = [];
  let isHeld = true;
  await page.route('**/console/assets/main-*.js', (route) => (isHeld ? void held.push(route) : route.continue()));
  for (const [path, query, screen] of [
    ['/console/', '/api/console/dashboard', /dashboard-page-.*js$/],
    ['/console/claims', '/api/console/claims', /claims-page-.*js$/],
  ] as const) {
    asked.length = 0;
    isHeld = true;
    await page.goto(path, { waitUntil: 'commit' });
    for (const each of ['/api/console/session', query, screen]) await expect.poll(() => count(each)).toBe(1);
    await expect(page.getByRole('heading')).toHaveCount(0);
    isHeld = false;
    for (const route of held.splice(0)) await route.continue();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.skeleton')).toHaveCount(0);
    expect([count('/api/console/session'), count(query)]).toEqual([1, 1]);
  }

  await page.context().clearCookies();
  await page.goto('/console/');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  // After the sign-in, the page repeats the requests that were refused before it.
  await signInAs(page, 'supervisor', 'viewer');
  await page.evaluate(() => history.pushState(null, '', '/console/'));
  await page.goBack();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('a screen takes the focus to its heading; single keys can be turned off, also for the next visit; menus stay open', async ({
  page,
}) => {
  const person = await signInAs(page, 'supervisor');
  await page.goto('/console/nothing-here');
  const heading = page.getByRole('heading', { level: 1, name: 'Not found' });
  await expect(heading).toBeFocused();
  await checkScreen(page, '*');
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Class members' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Class members' })).toBeFocused();
  await expect(page).toHaveTitle('Class members · Console');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // In a low window, the list begins at its top, and no key is torn across lines.
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys).toBeFocused();
  expect(await keys.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  for (const key of await keys.locator('kbd').all())
    expect(await key.evaluate((element) => element.getClientRects().length)).toBe(1);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search claims and class members' })).toBeFocused();

  // A menu stays where its button is, and open, when the mouse is let go late.
  await page.goto('/console/claims');
  await page.getByRole('button', { name: 'Filters' }).click();
  for (const name of [person.name, /^Columns:/, /^Form:/]) {
    const button = page.getByRole('button', { name });
    await button.hover();
    const before = await button.boundingBox();
    await page.mouse.down();
    await expect(page.getByRole('menu')).toBeVisible();
    expect(await button.boundingBox()).toEqual(before);
    await page.mouse.up();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menu').locator(':focus')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  }

  await page.goto('/console/nothing-here');
  await expect(heading).toBeFocused();
  await page.keyboard.press('?');
  await page.getByRole('checkbox', { name: 'Use single-key shortcuts' }).uncheck();
  await page.reload();
  await expect(heading).toBeFocused();
  await page.keyboard.press('/');
  await expect(heading).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('after an update, a screen loads the new version, once; a part that cannot be loaded leaves the screen', async ({
  page,
}) => {
  const gone = new Set<string>();
  let isReplaced = false;
  let loads = 0;
  await page.route('**/console/assets/*', (route) => {
    const url = route.request().url();
    const asks = (name: string) => url.includes(`/${name}-`);
    if (asks('index') && url.endsWith('.js')) {
      loads += 1;
      gone.delete('letters-page');
    }
    return [...gone].some(asks) ? route.fulfill({ status: 404 }) : route.fallback();
  });
  await page.route('**/console/', async (route) => {
    if (!isReplaced) return route.fallback();
    const body = await (await route.fetch()).text();
    return route.fulfill({ body: body.replaceAll('/assets/', '/assets/new-') });
  });
  await signInAs(page, 'supervisor');
  await page.goto('/console/approvals');
  const heading = page.getByRole('heading', { level: 1 });
  const open = (name: string) => page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name }).click();
  await expect(heading).toHaveText('Approvals');
  gone.add('key-list');
  await page.keyboard.press('?');
  await expect(page.getByRole('alert')).toContainText('Save or copy what you typed, then reload the page.');
  await expect(heading).toHaveText('Approvals');

  // The version is the same, or the server cannot be reached.
  gone.add('letters-page');
  await open('Letters');
  await expect(heading).toHaveText('Something went wrong');
  expect(loads).toBe(1);

  isReplaced = true;
  await open('Approvals');
  await expect(heading).toHaveText('Approvals');
  await page.evaluate(() => window.addEventListener('beforeunload', (event) => event.preventDefault(), { once: true }));
  gone.add('claims-page');
  await open('Claims');
  await expect(page.getByRole('alert').last()).toContainText('The console was updated.');
  expect(loads).toBe(1);
  await open('Letters');
  await expect(heading).toHaveText('Letters');
  expect(loads).toBe(2);

  await open('Claims');
  await expect(heading).toHaveText('Something went wrong');
  expect(loads).toBe(2);

  // Without a session, there is no frame around the error.
  await page.route('**/api/console/session', (route) => route.abort());
  await page.goto('/console/approvals');
  await expect(page.getByRole('main').getByRole('heading')).toHaveText('Something went wrong');
});

test('no label of the navigation wraps beside a large count, in the heaviest font', async ({ page }) => {
  const mail = ['lettersDue', 'lettersToBatch', 'idRequests', 'addresses'];
  const counted = ['assigned', 'approvals', 'disputes', 'secondReviews', ...mail];
  const json = { toSettle: 0, ...Object.fromEntries(counted.map((name) => [name, 9_999])) };
  await page.route('**/api/console/work', (route) => route.fulfill({ json }));
  await signInAs(page, 'supervisor', 'viewer');
  await page.goto('/console/account');
  const navigation = page.getByRole('navigation', { name: 'Console' });
  await expect(navigation.getByText('9,999')).toHaveCount(counted.length);
  const heights = await navigation.getByRole('link').evaluateAll((links: HTMLElement[]) =>
    links.map((link) => {
      link.style.fontWeight = '900';
      return [link.offsetHeight, link.scrollWidth - link.clientWidth];
    }),
  );
  expect(new Set(heights.map(String))).toEqual(new Set(['30,0']));
  await expect(navigation).toHaveJSProperty('scrollWidth', await navigation.evaluate(({ clientWidth }) => clientWidth));
});

test('the console’s page has no inline script or style, so that its policy blocks none', () => {
  const built = join(import.meta.dirname, '../../apps/console/dist');
  const pages = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
  expect(pages.length).toBeGreaterThan(0);
  for (const file of pages)
    expect(readFileSync(join(built, file), 'utf8')).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
});
