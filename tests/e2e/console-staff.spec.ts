import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { Approval, Approvals } from '@redress/contract/console/approvals';
import { everyCase } from '@redress/contract/console/staff';
import type { People } from '@redress/contract/console/staff-admin';
import { expectAccessible } from './axe.ts';
import { checkScreen } from './console-screen.ts';
import { enter, openRequest, signInAs, tabTo } from './console.ts';
import { query } from './filed-claims.ts';
import { expect, test } from './members.ts';
import { addAuthenticator, givePasskey, givePassword } from './own-console.ts';

async function fillInvitation(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite a colleague' }).click();
  await page.getByLabel('Name').fill(`Cy ${email}`);
  await page.getByLabel('Email address').fill(email);
}
const invite = (page: Page) => page.getByRole('button', { name: 'Invite', exact: true }).click();

/** As if the last sign-in of a person were too long ago for sensitive actions. */
const signInWasLongAgo = (id: string) =>
  query("update staff_sessions set authenticated_at = now() - interval '10 minutes' where staff_id = $1", [id]);

test('a sign-in that ended, is too old or has no token is made again, by passkey or password, and nothing typed is lost', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto('/console/setup#wrong');
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await expectAccessible(page);
  await addAuthenticator(page);
  const { id } = await signInAs(page, 'admin');
  await givePasskey(page, id);
  await page.goto('/console/staff');
  await fillInvitation(page, `${id}@ended.example.com`);
  // The person who invites reads what each role can do.
  for (const [role, description] of [
    ['Reviewer', /Can’t approve other people’s requests/],
    ['Supervisor', /Also approves other people’s requests/],
  ] as const)
    await expect(page.getByRole('checkbox', { name: role, exact: true })).toHaveAccessibleDescription(description);
  await expectAccessible(page);
  await page.context().clearCookies({ name: 'redress-staff' });
  await invite(page);
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toContainText('session ended');
  await invite(page);
  await again.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText(`Cy ${id}@ended.example.com is invited`)).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();

  await fillInvitation(page, `${id}@token.example.com`);
  await signInWasLongAgo(id);
  // The token against forgery is out of date, too.
  await page.context().clearCookies({ name: 'redress-browser' });
  await invite(page);
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await question.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText(`Cy ${id}@token.example.com is invited`)).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await checkScreen(page, 'staff');
  await page
    .getByRole('button', { name: /^Manage/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
  await expectAccessible(page);

  const other = await signInAs(page, 'admin');
  const recoveryCode = await givePassword(page, other.id, 'tall cactus sings');
  await page.goto('/console/staff');
  await fillInvitation(page, `${other.id}@password.example.com`);
  await signInWasLongAgo(other.id);
  await invite(page);
  // The tab knows that this person set up a password.
  await expect(question.getByLabel('Email address')).toHaveValue(`${other.id}@administrator.example.com`);
  await question.getByLabel('Password').fill('tall cactus sings');
  await question.getByLabel('Code').fill('wrong');
  await question.getByRole('button', { name: 'Sign in with password' }).click();
  await expect(question.getByRole('alert')).toContainText('is wrong');
  await question.getByLabel('Code').fill(recoveryCode);
  await question.getByRole('button', { name: 'Sign in with password' }).click();
  await expect(page.getByText(`Cy ${other.id}@password.example.com is invited`)).toBeVisible();

  await page.goto('/console/account');
  const asked = page.getByRole('alertdialog');
  await page.getByRole('button', { name: 'New recovery codes …' }).click();
  await expect(asked).toContainText('Earlier codes no longer work.');
  await asked.getByRole('button', { name: 'New recovery codes' }).click();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused();
  await page.getByRole('button', { name: 'I saved them' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('button', { name: 'Remove …' }).click();
  await expect(asked).toContainText('your recovery codes');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
});

test('before a session ends unused, a warning asks whether to stay, and what is typed stays', async ({ page }) => {
  await page.clock.install();
  await addAuthenticator(page);
  const { id } = await signInAs(page, 'admin');
  await givePasskey(page, id);
  await page.goto('/console/staff');
  await page.getByRole('button', { name: 'Invite a colleague' }).click();
  await page.getByLabel('Name').fill('Typed before');
  const isUnused = (seconds: number) =>
    query("update staff_sessions set last_used_at = now() - $2 * interval '1 second' where staff_id = $1", [
      id,
      seconds,
    ]);
  /** Whether the last use was not one that `isUnused` wrote. */
  const wasJustUsed = () =>
    query("select from staff_sessions where staff_id = $1 and last_used_at > now() - interval '20 minutes'", [id]);
  const warning = page.getByRole('alertdialog', { name: /^You will be signed out in [12] minutes?$/ });
  /**
   * The page asks the server how long a session still lasts after this many seconds without use.
   */
  const asksAfter = async (seconds: number, seen: Locator) => {
    await expect(async () => {
      await isUnused(seconds);
      await page.clock.fastForward(61_000);
      await expect(seen).toBeVisible({ timeout: 1_000 });
    }).toPass();
  };
  // Typing is use, which the next request says: it keeps the session alive on every screen.
  await isUnused(29 * 60);
  await page.getByLabel('Email address').press('a');
  await expect(async () => {
    await page.clock.fastForward(61_000);
    expect(await wasJustUsed()).not.toEqual([]);
  }).toPass();
  await expect(warning).toBeHidden();

  await asksAfter(28 * 60 + 30, warning);
  await expectAccessible(page);
  await warning.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(warning).toBeHidden();
  expect(await wasJustUsed()).not.toEqual([]);
  await expect(page.getByLabel('Name')).toHaveValue('Typed before');

  // The person does not answer the warning.
  await asksAfter(28 * 60 + 30, warning);
  const question = page.getByRole('dialog', { name: 'Sign in again' });
  await asksAfter(31 * 60, question);
  await expect(warning).toBeHidden();
  await question.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByLabel('Name')).toHaveValue('Typed before');

  // A click beside the dialog keeps it, and Escape first leaves the field.
  await page.getByLabel('Name').focus();
  await page.mouse.click(5, 5);
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeFocused();
  await expect(page.getByLabel('Name')).toHaveValue('Typed before');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // Signing out leaves every tab, not only this one.
  const other = await page.context().newPage();
  await other.goto('/console/account');
  await expect(other.getByRole('heading', { name: 'Your account' })).toBeVisible();
  await asksAfter(28 * 60 + 30, warning);
  await warning.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('the table of the staff fits its box, whatever addresses and roles people have', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signInAs(page, 'admin', 'supervisor', 'reviewer');
  await page.route('**/api/console/staff', async (route) => {
    const response = await route.fetch();
    const parse: (json: string) => People = JSON.parse;
    const { people, ...rest } = parse(await response.text());
    const long = people.map((person) => ({
      ...person,
      email: `wilhelmina.featherstonehaugh.${person.id}@claims-administration.example.com`,
      requestedRoles: [{ role: 'reviewer', caseId: everyCase }] as const,
    }));
    await route.fulfill({ response, json: { people: long, ...rest } });
  });
  await page.goto('/console/staff');
  await expect(page.getByText('Reviewer (awaiting approval)').first()).toBeVisible();
  const box = page.getByRole('region', { name: 'Staff' });
  expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('roles of colleagues wait for the other admin, who approves them with a passkey, or declines them with a reason', async ({
  page,
  browser,
}) => {
  // The only admin gives roles alone.
  await signInAs(page, 'admin');
  const asking = await signInAs(page, 'admin');
  await page.goto('/console/staff');
  const [email, declined] = [`${asking.id}@roles.example.com`, `${asking.id}@declined.example.com`];
  const links: string[] = [];
  // By keyboard: the focus comes back to what opened a dialog.
  const opener = page.getByRole('button', { name: 'Invite a colleague' });
  for (const each of [declined, email]) {
    await enter(page, opener);
    await tabTo(page, page.getByLabel('Name'));
    await page.keyboard.type(`Cy ${each}`);
    await tabTo(page, page.getByLabel('Email address'));
    await page.keyboard.type(each);
    await tabTo(page, page.getByRole('checkbox', { name: 'Reviewer', exact: true }));
    await page.keyboard.press('Space');
    await enter(page, page.getByRole('button', { name: 'Invite', exact: true }));
    await expect(page.getByText('another administrator approves them')).toBeVisible();
    links.push((await page.locator('.link-once').textContent()) ?? '');
    // Only its button closes the dialog.
    await page.mouse.click(5, 5);
    await page.keyboard.press('Escape');
    // The link is never shown again, so a browser that refuses to copy must not seem to have done it.
    await page.evaluate(() => {
      Clipboard.prototype.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    });
    await enter(page, page.getByRole('button', { name: 'Copy the link' }));
    await expect(page.getByText('Your browser didn’t copy the link.')).toBeVisible();
    expect(await page.evaluate(() => String(getSelection()))).toBe(links.at(-1));
    await enter(page, page.getByRole('button', { name: 'Done' }));
    await expect(opener).toBeFocused();
  }
  const manage = page.getByRole('row', { name: email }).getByRole('button');
  await enter(page, manage);
  for (const name of ['Finance', 'Reviewer']) await page.getByRole('checkbox', { name, exact: true }).check();
  // The cases stay open when the last one is cleared, for example to choose another one.
  await page.getByText('Limit to certain cases').last().click();
  const inCase = page.getByRole('checkbox', { name: / in / }).last();
  await inCase.check();
  await inCase.uncheck();
  await expect(inCase).toBeFocused();
  await page.getByRole('checkbox', { name: 'Finance', exact: true }).check();
  await enter(page, page.getByRole('button', { name: 'Request roles' }));
  await expect(page.getByText('One person can’t be finance and also reviewer')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Request roles' })).toBeFocused();
  await enter(page, page.getByRole('button', { name: 'Close', exact: true }));
  await expect(manage).toBeFocused();

  const other = await (await browser.newContext()).newPage();
  await addAuthenticator(other);
  await givePasskey(other, (await signInAs(other, 'admin')).id);
  await other.goto('/console/approvals');
  const requestOf = (each: string) => other.getByRole('article', { name: `Give Cy ${each} (${each}` });
  await enter(other, other.getByRole('main').getByRole('button', { name: `Give Cy ${declined}` }));
  const decline = requestOf(declined).getByRole('button', { name: 'Decline' });
  await enter(other, decline);
  await expect(requestOf(declined).getByLabel('Why are you declining?')).toBeFocused();
  await enter(other, decline);
  await expect(requestOf(declined).getByText('Give a reason')).toBeVisible();
  await checkScreen(other, 'approvals');
  await tabTo(other, requestOf(declined).getByLabel('Why are you declining?'));
  await other.keyboard.type('Not before Monday');
  // The key also works beside the field.
  await tabTo(other, requestOf(declined).getByRole('button', { name: 'Cancel' }));
  await other.keyboard.press('Control+Enter');
  await expect(other.getByRole('row', { name: declined })).toContainText('Not before Monday');

  await openRequest(other, `Give Cy ${email}`);
  const approve = requestOf(email).getByRole('button', { name: 'Approve' });
  await approve.click();
  await expect(other.getByRole('alert')).toContainText('isn’t set up yet');
  const invited = await (await browser.newContext()).newPage();
  await addAuthenticator(invited);
  await invited.goto(links[1] ?? '');
  await invited.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(invited.getByText('Your account has no role')).toBeVisible();
  await approve.click();
  await expect(other.getByRole('status').filter({ hasText: /^Approved/ })).toBeVisible();
  await expect(requestOf(email)).toBeHidden();
  await expect(other.getByRole('row', { name: email })).toContainText('Request approved');
  await expect(other.getByRole('row', { name: email }).getByRole('cell').last()).toHaveCSS('white-space', 'nowrap');

  await page.reload();
  await expect(page.getByRole('row', { name: email })).not.toContainText('awaiting approval');
  await enter(page, page.getByRole('row', { name: declined }).getByRole('button'));
  const disable = page.getByRole('button', { name: 'Disable account …' });
  const question = page.getByRole('alertdialog', { name: `Disable the account of Cy ${declined}?` });
  await enter(page, disable);
  await enter(page, question.getByRole('button', { name: 'Cancel' }));
  await expect(disable).toBeFocused();
  await enter(page, disable);
  await enter(page, question.getByRole('button', { name: 'Disable account' }));
  await expect(page.getByText('Account disabled. Its sessions have ended.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enable account' })).toBeVisible();
  await invited.reload();
  await expect(invited.getByRole('navigation').getByRole('link', { name: 'Claims' })).toBeVisible();
  await invited.context().close();

  // Ten thousand requests would be on the screens of all tests.
  const bulkJob = randomUUID();
  const request = (what: string, more: Partial<Approval> = {}): Approval => ({
    id: randomUUID(),
    kind: 'claim-decision',
    claim: null,
    bulkJob: null,
    rule: null,
    cluster: null,
    fund: null,
    allocation: null,
    mayJoin: false,
    what,
    reason: 'Why',
    askedBy: 'Somebody',
    askedAt: '2025-06-01T12:00:00Z',
    isOwn: false,
    mayDecide: true,
    refusal: null,
    decision: null,
    decidedBy: null,
    decidedAt: null,
    decisionReason: '',
    ...more,
  });
  let withdrawn = 0;
  const denials = { claims: 2, amount: '700.0000', withoutAmount: 1 };
  const flagged = { number: '1000000008', formId: 'tpp', amount: null, range: null, flags: ['machine' as const] };
  const kinds: Approvals['kinds'] = [
    { kind: 'bulk-action', label: 'Bulk action', waiting: 1 },
    { kind: 'claim-decision', label: 'Decisions about claims', waiting: 10_000 },
  ];
  let single = [80, 81, 82, 83, 84, 85, 86, 87].map((number) =>
    request(`Deny claim ${number}`, number < 83 ? {} : { claim: flagged, mayJoin: true, reason: 'Why? '.repeat(30) }),
  );
  const ofBulk = [
    request('Approve 250 claims. Of them, 2 are late. SHA-256 of the list: 00ff.', { kind: 'bulk-action', bulkJob }),
    request('Deny claim 90', { claim: flagged, mayJoin: true }),
    request('Deny claim 91', { claim: { ...flagged, flags: [] }, mayJoin: true }),
    request('Deny claim 92', { isOwn: true, mayDecide: false }),
    request('Deny claim 93', { isOwn: true, mayDecide: false }),
  ];
  await other.route(
    (url) => url.pathname === '/api/console/approvals',
    (route) => {
      const isBulk = route.request().url().endsWith('?kind=bulk-action');
      // The second time, both own requests have ended.
      const approvals = isBulk ? ofBulk.filter(({ isOwn }) => !isOwn || withdrawn < 4) : single;
      return route.fulfill({ json: { approvals, kinds, denials } satisfies Approvals });
    },
  );
  // Only people who supervise can open an action on many claims.
  await other.route('**/api/console/session', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"supervise":[]', '"supervise":["brand-drug"]');
    await route.fulfill({ response, body });
  });
  await other.setViewportSize({ width: 1280, height: 800 });
  await other.reload();
  await expect(other.getByText('8 of 10,001 requests shown, oldest first.')).toBeVisible();
  // Eight are on the screen, and the keys open one after the other.
  const eighth = await other.getByRole('button', { name: 'Deny claim 87' }).boundingBox();
  expect((eighth?.y ?? 0) + (eighth?.height ?? 0)).toBeLessThanOrEqual(800);
  const cut = await other
    .locator('.approval-row')
    .evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
  expect(cut).toBe(0);
  await expect(other.getByRole('article', { name: 'Deny claim 80' })).toBeVisible();
  await other.keyboard.press('j');
  await expect(other.getByRole('article', { name: 'Deny claim 81' })).toBeVisible();
  await other.keyboard.press('d');
  await expect(other.getByLabel('Why are you declining?')).toBeFocused();
  await other.keyboard.type('No bill');
  // What a colleague decides stays open with what was typed, and no key decides the next one.
  const past = { decision: 'approved', decidedBy: 'A colleague', decidedAt: '2025-06-01T12:00:00Z' } as const;
  single = single.map((each) => (each.what === 'Deny claim 81' ? { ...each, ...past, mayDecide: false } : each));
  let proofs = 0;
  await other.route('**/api/console/approvals/*/proof', (route) => {
    proofs += 1;
    return route.abort();
  });
  await other.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  const closed = other.getByRole('article', { name: 'Deny claim 81' });
  await expect(closed.getByRole('status')).toHaveText(/^Already approved by A colleague, Jun 1, 2025/);
  await expect(closed.getByLabel('Why are you declining?')).toHaveValue('No bill');
  await expect(closed.getByLabel('Why are you declining?')).not.toBeEditable();
  await expect(closed.getByRole('button', { name: /Approve|Decline/ })).toHaveCount(0);
  await other.getByRole('heading', { level: 1 }).click();
  await other.keyboard.press('a');
  await other.keyboard.press('j');
  await expect(other.getByRole('article', { name: 'Deny claim 82' })).toBeVisible();
  expect(proofs).toBe(0);
  await other.keyboard.press('a');
  await expect.poll(() => proofs).toBe(1);
  await expect(other.getByRole('article', { name: 'Deny claim 82' }).getByRole('alert')).toBeVisible();
  await other.unroute('**/api/console/approvals/*/proof');
  // After a decline, the next request has the focus, and after the last one, what happened.
  await other.route('**/api/console/approvals/*/decline', (route) => {
    single = single.filter(({ what }) => what === 'Deny claim 83' && single.length > 1);
    return route.fulfill({ status: 204 });
  });
  for (const next of [
    other.getByRole('heading', { name: 'Deny claim 83' }),
    other.getByText('Declined to deny claim 83.'),
  ]) {
    await other.keyboard.press('d');
    await other.keyboard.type('No bill');
    await other.keyboard.press('Control+Enter');
    await expect(next).toBeFocused();
  }
  await other.getByLabel('Kind of request').selectOption('Bulk action (1)');
  await expect(other.getByRole('heading', { name: 'Approve 250 claims.', exact: true })).toBeVisible();
  // Flagged claims are marked in the list, and counted where all are selected.
  await expect(other.getByRole('button', { name: /^Deny claim 90 ?Suspected machine/ })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Select all 2 decisions (1 flagged)' })).toBeVisible();
  await expect(
    other.getByText('2 denials among them. As filed, these claim $700.00 in all, and 1 claim no amount.'),
  ).toBeVisible();
  // The person's own requests are withdrawn together. One that ended before keeps no other.
  await other.route('**/api/console/approvals/*/withdraw', (route) =>
    route.fulfill(
      withdrawn++ % 2 === 0 ? { status: 409, json: { code: 'conflict', detail: 'Decided before.' } } : { json: {} },
    ),
  );
  await other.getByRole('button', { name: 'Select all 2 requests' }).click();
  const withdraw = other.getByRole('button', { name: 'Withdraw 2 selected requests' });
  await withdraw.click();
  await expect(other.getByText('Withdrew 1 request.')).toBeVisible();
  await expect(other.getByRole('alert')).toContainText('Deny claim 92: Decided before.');
  await expect(other.getByRole('button', { name: 'Withdraw 0 selected requests' })).toBeFocused();
  // The reason stays when no request is left to withdraw.
  await other.getByRole('button', { name: 'Select all 2 requests' }).click();
  await withdraw.click();
  await expect(other.getByRole('heading', { name: 'Your requests' })).toBeHidden();
  await expect(other.getByRole('alert')).toContainText('Deny claim 92: Decided before.');
  await expect(other.getByText('Withdrew 1 request.')).toBeFocused();
  await expect(other.getByRole('heading', { name: 'Deny claim 80' })).toBeHidden();
  await expect(other.getByText('requests shown')).toBeHidden();
  await expect(other.getByRole('link', { name: 'See its claims' })).toHaveAttribute('href', `/console/bulk/${bulkJob}`);
  await other.context().close();
});
