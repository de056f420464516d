import type { StaffSession } from '@redress/contract/console/staff';
import { beforeEach, describe, expect, test } from 'vitest';
import { readRecordHistory } from '../../../setup/read-history.ts';
import { TestPasskey } from '../../../setup/authenticator.ts';
import { ConsoleTab, withoutRequestId } from '../../../setup/console.ts';
import {
  createToken,
  entered,
  forgetStaff,
  type Options,
  readLink,
  setUpWithPasskey,
  signInWithPasskey,
} from '../../../setup/staff.ts';
import { pass, useTestServer } from '../../../setup/test-server.ts';

const server = useTestServer();
beforeEach(() => forgetStaff(server));

describe('the link of the first start', () => {
  test('makes an admin, who also works with claims if they say so', async () => {
    const token = await createToken(server);
    expect((await readLink(new ConsoleTab(server.app), token)).body).toMatchObject({ kind: 'first', email: '' });
    const { tab } = await setUpWithPasskey(server, token, { email: ' Ada@Example.COM ', worksWithClaims: true });
    const { body } = await tab.get<StaffSession>('/session');
    expect(body.person).toMatchObject({ name: 'Ada Admin', email: 'ada@example.com' });
    expect(body.roles.map(({ role, caseId }) => `${role} ${caseId}`)).toEqual([
      'admin *',
      'reviewer *',
      'supervisor *',
    ]);
  });

  test('without that, sees neither claims nor money', async () => {
    const { tab } = await setUpWithPasskey(server, await createToken(server));
    const { permissions } = (await tab.get<StaffSession>('/session')).body;
    const held = Object.entries(permissions).flatMap(([name, cases]) => (cases.length > 0 ? [name] : []));
    expect(held.toSorted()).toEqual(['access-log', 'approve', 'staff']);
  });

  test('works once, is stored as a hash, and a used, expired, replaced or wrong one says what to do', async () => {
    const tab = new ConsoleTab(server.app);
    const replaced = await createToken(server);
    const token = await createToken(server);
    const [row] = await server.query<{ stored: string }>(
      "select string_agg(to_jsonb(l)::text, '') as stored from staff_links l",
    );
    expect(row?.stored).not.toContain(token);
    expect((await readLink(tab, replaced)).body).toMatchObject({ detail: expect.stringContaining('was replaced') });
    expect((await readLink(tab, `${token}x`)).body).toMatchObject({ detail: expect.stringContaining('whole link') });
    await setUpWithPasskey(server, token);
    expect((await readLink(tab, token)).body).toMatchObject({ detail: expect.stringContaining('already used') });
    await expect(setUpWithPasskey(server, token)).rejects.toThrow('already used');
    const unused = await createToken(server);
    pass(server, 24 * 3_600 - 1);
    expect((await readLink(tab, unused)).status).toBe(200);
    pass(server, 1);
    const { status, body } = await readLink(tab, unused);
    expect([status, body]).toMatchObject([410, { detail: expect.stringContaining('expired') }]);
  });

  test('two people who open it at once: one gets the account', async () => {
    const token = await createToken(server);
    const both = await Promise.allSettled([1, 2].map(() => setUpWithPasskey(server, token)));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await server.query('select id from staff')).toHaveLength(1);
  });

  test('asks for a name and an email address', async () => {
    const tab = new ConsoleTab(server.app);
    const token = await createToken(server);
    const { status, body } = await tab.post('/setup/passkey-options', { ...entered, token, name: ' ', email: 'ada' });
    expect(status).toBe(422);
    expect(body.errors?.map(({ field }) => field)).toEqual(['name', 'email']);
  });
});

describe('a passkey', () => {
  test('signs in, and its last use is known; sign-ins are recorded', async () => {
    const { passkey, personId } = await setUpWithPasskey(server, await createToken(server));
    const tab = new ConsoleTab(server.app);
    expect((await signInWithPasskey(tab, passkey)).body).toEqual({ personId });
    expect((await tab.get('/session')).status).toBe(200);
    expect(await server.query('select name, last_used_at from staff_passkeys')).toEqual([
      { name: 'Laptop', last_used_at: server.now },
    ]);
    const entries = await readRecordHistory(server, personId);
    expect(entries.map(({ kind }) => kind)).toEqual(['role-granted', 'staff-joined', 'staff-signed-in']);
  });

  test('answers each challenge once, within five minutes', async () => {
    const { passkey } = await setUpWithPasskey(server, await createToken(server));
    const tab = new ConsoleTab(server.app);
    const { body: options } = await tab.post<Options>('/sign-in/passkey-options');
    const body = { passkey: passkey.prove(options) };
    expect((await tab.post('/sign-in/passkey', body)).status).toBe(200);
    expect((await tab.post('/sign-in/passkey', body)).body.code).toBe('sign-in-failed');

    const late = await tab.post<Options>('/sign-in/passkey-options');
    pass(server, 301);
    expect((await tab.post('/sign-in/passkey', { passkey: passkey.prove(late.body) })).status).toBe(401);
  });

  test('used on another website, without a person, with an invented challenge or a copied counter does not sign in', async () => {
    const { passkey } = await setUpWithPasskey(server, await createToken(server));
    const tab = new ConsoleTab(server.app);
    for (const deviations of [
      { origin: 'https://evil.example.com' },
      { rpId: 'evil.example.com' },
      { isVerified: false },
      { challenge: Buffer.alloc(86).toString('base64url') },
    ]) {
      const { body: options } = await tab.post<Options>('/sign-in/passkey-options');
      const { status, body } = await tab.post('/sign-in/passkey', { passkey: passkey.prove(options, deviations) });
      expect([deviations, status, body.code]).toEqual([deviations, 401, 'sign-in-failed']);
    }
    expect((await tab.get('/session')).status).toBe(401);
    // An unknown passkey gets the same answer as a wrong one.
    const unknown = await signInWithPasskey(tab, new TestPasskey());
    const { body: options } = await tab.post<Options>('/sign-in/passkey-options');
    const wrong = await tab.post('/sign-in/passkey', { passkey: passkey.prove(options, { isVerified: false }) });
    expect([unknown.status, withoutRequestId(unknown.text)]).toEqual([wrong.status, withoutRequestId(wrong.text)]);
    // The counter of a copy does not go up.
    passkey.counter = 7;
    expect((await signInWithPasskey(tab, passkey)).status).toBe(200);
    expect((await signInWithPasskey(tab, passkey)).status).toBe(401);
    passkey.counter = 8;
    expect((await signInWithPasskey(tab, passkey)).status).toBe(200);
  });

  test('created for one link does not work for another', async () => {
    const tab = new ConsoleTab(server.app);
    const first = await createToken(server);
    const { body: options } = await tab.post<Options>('/setup/passkey-options', { ...entered, token: first });
    const second = await createToken(server);
    const { body } = await tab.post('/setup/passkey', {
      ...entered,
      token: second,
      passkeyName: 'Laptop',
      passkey: new TestPasskey().create(options),
    });
    expect(body.code).toBe('sign-in-failed');
  });
});

describe('a session', () => {
  test('has a new token after each sign-in, in a cookie that no script reads and no other website sends, and the one before ends', async () => {
    const { tab, passkey } = await setUpWithPasskey(server, await createToken(server));
    const before = tab.cookies.get('redress-staff') ?? '';
    expect(Buffer.from(before, 'base64url')).toHaveLength(32);
    const { headers } = await signInWithPasskey(tab, passkey);
    expect(String(headers['set-cookie'])).toMatch(/redress-staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict/);
    expect(tab.cookies.get('redress-staff')).not.toBe(before);
    expect((await new ConsoleTab(server.app, before).get('/session')).status).toBe(401);
    const [row] = await server.query<{ stored: string }>(
      "select string_agg(to_jsonb(s)::text, '') as stored from staff_sessions s",
    );
    expect(row?.stored).not.toContain(before);
  });

  test('with https, only this host can set its cookie', async () => {
    const { passkey } = await setUpWithPasskey(server, await createToken(server));
    const app = await server.buildAnother({ publicUrl: new URL('https://localhost:4300') });
    const tab = new ConsoleTab(app);
    const { body: options } = await tab.post<Options>('/sign-in/passkey-options');
    const proof = passkey.prove(options, { origin: 'https://localhost:4300' });
    const { headers } = await tab.post('/sign-in/passkey', { passkey: proof });
    expect(String(headers['set-cookie'])).toMatch(
      /__Host-redress-staff=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict/,
    );
  });
});
