import type { Account } from '@redress/contract/console/account';
import type { StaffSession } from '@redress/contract/console/staff';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ConsoleTab } from '../../../setup/console.ts';
import {
  client,
  type IdentityProvider,
  signInAtProvider,
  startIdentityProvider,
} from '../../../setup/identity-provider.ts';
import { TestPasskey } from '../../../setup/authenticator.ts';
import { lineUp } from '../../../setup/line-up.ts';
import { createToken, entered, forgetStaff, type Options, publicUrl, setUpWithPasskey } from '../../../setup/staff.ts';
import { startTestServer, useTestServer } from '../../../setup/test-server.ts';

const callback = `${publicUrl.origin}/api/console/oidc/callback`;
let provider: IdentityProvider;
beforeAll(async () => {
  provider = await startIdentityProvider([callback]);
  return () => provider.close();
});
const server = useTestServer(() => {
  const { issuer } = provider;
  return { overrides: { oidc: { issuer, clientId: client.id, clientSecret: client.secret, name: 'Acme account' } } };
});
beforeEach(async () => {
  await forgetStaff(server);
  // The provider's clock is real.
  server.now = new Date();
});

type Start = Readonly<Record<string, unknown>>;

async function start(tab: ConsoleTab, wanted: Start) {
  return tab.post<{ address: string; code?: string }>('/oidc/start', wanted);
}

/** Goes to the provider and back. Returns the result that the sign-in page gets. */
async function goAround(tab: ConsoleTab, login: string, wanted: Start = { purpose: 'sign-in' }) {
  const { body } = await start(tab, wanted);
  const back = await signInAtProvider(body.address, login, callback);
  return comeBack(tab, back);
}

async function comeBack(tab: ConsoleTab, back: URL) {
  // The cookie of a session is not sent by a link from elsewhere.
  const session = tab.cookies.get('redress-staff');
  tab.cookies.delete('redress-staff');
  const { headers, status } = await tab.get(`/oidc/callback${back.search}`);
  expect(status).toBe(303);
  if (!tab.cookies.has('redress-staff') && session !== undefined) tab.cookies.set('redress-staff', session);
  const location = new URL(String(headers['location']), publicUrl);
  return {
    path: location.pathname,
    outcome: location.searchParams.get('oidc'),
    next: location.searchParams.get('next'),
  };
}

async function link() {
  const person = await setUpWithPasskey(server, await createToken(server));
  expect(await goAround(person.tab, 'ada-1815', { purpose: 'link' })).toMatchObject({
    path: '/console/account',
    outcome: 'done',
  });
  return person;
}

test('somebody who is signed in links their account at the provider, and signs in with it', async () => {
  const { tab, personId } = await link();
  const { identity } = (await tab.get<Account>('/account')).body;
  expect(identity).toMatchObject({ issuer: provider.issuer.origin, email: 'ada-1815@example.com' });
  const other = new ConsoleTab(server.app);
  const back = await goAround(other, 'ada-1815', { purpose: 'sign-in', next: '/claims' });
  expect(back).toEqual({ path: '/console/sign-in', outcome: 'done', next: '/claims' });
  expect((await other.get<StaffSession>('/session')).body.person.id).toBe(personId);
});

test('an equal email address links nobody: a stranger with it stays outside', async () => {
  await link();
  provider.emails.set('stranger', entered.email);
  const tab = new ConsoleTab(server.app);
  expect((await goAround(tab, 'stranger')).outcome).toBe('unknown');
  expect((await tab.get('/session')).status).toBe(401);
  expect(await server.query('select subject from staff_identities')).toEqual([{ subject: 'ada-1815' }]);
});

test('an invitation is accepted with an account at the provider', async () => {
  const token = await createToken(server);
  const tab = new ConsoleTab(server.app);
  const account = { ...entered, token };
  // The cookie of a set-up shows nothing of its link.
  await start(tab, { purpose: 'setup', account });
  const cookie = tab.cookies.get('redress-staff-oidc') ?? '';
  expect(cookie).not.toBe('');
  expect(Buffer.from(cookie, 'base64url').toString('latin1')).not.toContain(token);
  expect(await goAround(tab, 'ada-1815', { purpose: 'setup', account })).toMatchObject({ outcome: 'done' });
  expect((await tab.get<StaffSession>('/session')).body.person.email).toBe(entered.email);
  expect((await goAround(new ConsoleTab(server.app), 'ada-1815')).outcome).toBe('done');
  // The link is used.
  expect((await goAround(new ConsoleTab(server.app), 'eve', { purpose: 'setup', account })).outcome).toBe('link');
});

test('an identity that belongs to somebody cannot be linked by somebody else', async () => {
  await link();
  const [row] = await server.query<{ id: string }>(
    "insert into staff (name, email, created_at) values ('Bo', 'bo@example.com', now()) returning id",
  );
  const bo = await setUpWithPasskey(server, await createToken(server, row?.id));
  expect((await goAround(bo.tab, 'ada-1815', { purpose: 'link' })).outcome).toBe('taken');
});

test('linking needs a session that is fresh, and that has not ended meanwhile', async () => {
  expect((await start(new ConsoleTab(server.app), { purpose: 'link' })).body.code).toBe('fresh-sign-in-required');
  const { tab } = await setUpWithPasskey(server, await createToken(server));
  const { body } = await start(tab, { purpose: 'link' });
  // On a shared machine, the provider may have another person's session.
  expect(new URL(body.address).searchParams.get('prompt')).toBe('login');
  const back = await signInAtProvider(body.address, 'ada-1815', callback);
  await server.query('update staff_sessions set ended_at = now()');
  expect((await comeBack(tab, back)).outcome).toBe('expired');
  expect(await server.query('select subject from staff_identities')).toEqual([]);
});

describe('at the moment', () => {
  const meetAt = (id: string, ...requests: (() => Promise<unknown>)[]) =>
    lineUp(server, ['select from staff where id = $1 for update', [id]], requests);

  test('in which an identity is removed, a sign-in with it starts no session', async () => {
    const { tab, personId } = await link();
    const app = await server.buildAnother({ consoleDatabase: server.database });
    const own = new ConsoleTab(app, tab.cookies.get('redress-staff'));
    const other = new ConsoleTab(app);
    const { body } = await start(other, { purpose: 'sign-in' });
    const back = await signInAtProvider(body.address, 'ada-1815', callback);
    const [removed, signedIn] = await meetAt(
      personId,
      () => own.delete('/account/oidc'),
      () => comeBack(other, back),
    );
    expect([removed, signedIn]).toMatchObject([{ status: 204 }, { outcome: 'unknown' }]);
    expect((await other.get('/session')).status).toBe(401);
  });

  test('in which a recovery goes, the session before it links nothing', async () => {
    const { tab, personId } = await setUpWithPasskey(server, await createToken(server));
    const app = await server.buildAnother({ consoleDatabase: server.database });
    const own = new ConsoleTab(app, tab.cookies.get('redress-staff'));
    const { body } = await start(own, { purpose: 'link' });
    const back = await signInAtProvider(body.address, 'ada-1815', callback);
    const recovery = new ConsoleTab(app);
    const account = { ...entered, token: await createToken(server, personId) };
    const options = await recovery.post<Options>('/setup/passkey-options', account);
    const passkey = new TestPasskey().create(options.body);
    const [recovered, linked] = await meetAt(
      personId,
      () => recovery.post('/setup/passkey', { ...account, passkeyName: 'New', passkey }),
      () => comeBack(own, back),
    );
    expect([recovered, linked]).toMatchObject([{ status: 200 }, { outcome: 'expired' }]);
    expect(await server.query('select subject from staff_identities')).toEqual([]);
  });
});

test('an answer of the provider works only in the browser that asked, and once', async () => {
  await link();
  const tab = new ConsoleTab(server.app);
  const { body } = await start(tab, { purpose: 'sign-in' });
  const back = await signInAtProvider(body.address, 'ada-1815', callback);
  expect((await comeBack(new ConsoleTab(server.app), back)).outcome).toBe('expired');
  // Another sign-in of the victim's browser: the state differs.
  const victim = new ConsoleTab(server.app);
  await start(victim, { purpose: 'sign-in' });
  expect((await comeBack(victim, back)).outcome).toBe('failed');
  expect((await comeBack(tab, back)).outcome).toBe('done');
  expect((await comeBack(tab, back)).outcome).toBe('expired');
});

test('asks with PKCE, state and nonce; to confirm a session it asks the provider who it is', async () => {
  const anonymous = await start(new ConsoleTab(server.app), { purpose: 'sign-in' });
  const query = new URL(anonymous.body.address).searchParams;
  expect(query.get('code_challenge_method')).toBe('S256');
  for (const name of ['code_challenge', 'state', 'nonce']) expect(query.get(name)?.length).toBeGreaterThan(20);
  expect(query.get('redirect_uri')).toBe(callback);
  expect(query.get('prompt')).toBeNull();
  const { tab } = await link();
  const again = await start(tab, { purpose: 'sign-in' });
  expect(new URL(again.body.address).searchParams.get('prompt')).toBe('login');
  const back = await signInAtProvider(again.body.address, 'ada-1815', callback);
  server.now = new Date(server.now.getTime() + 1_000);
  expect((await comeBack(tab, back)).outcome).toBe('done');
  expect((await tab.post('/account/totp')).status).toBe(200);
});

test('an ID token that none of the provider’s keys signed lets nobody in', async () => {
  const forger = await startIdentityProvider([callback]);
  try {
    forger.publishOtherKeys();
    const oidc = { issuer: forger.issuer, clientId: client.id, clientSecret: client.secret, name: 'Acme account' };
    const tab = new ConsoleTab(await server.buildAnother({ oidc }));
    expect((await goAround(tab, 'ada-1815')).outcome).toBe('failed');
  } finally {
    await forger.close();
  }
});

test('names an identity provider that is unavailable', async () => {
  const away = { issuer: new URL('http://localhost:9'), clientId: 'x', clientSecret: 'x', name: 'x' };
  const tab = new ConsoleTab(await server.buildAnother({ oidc: away }));
  expect((await start(tab, { purpose: 'sign-in' })).body.code).toBe('unavailable');
});

test('without a provider there is no such sign-in', async () => {
  const plain = await startTestServer();
  onTestFinished(() => plain.close());
  const tab = new ConsoleTab(plain.app);
  expect((await tab.get('/sign-in')).body).toEqual({ passkeys: true, oidc: null, settlement: expect.any(String) });
  expect((await start(tab, { purpose: 'sign-in' })).status).toBe(404);
});
