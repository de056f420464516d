import type { Account } from '@redress/contract/console/account';
import type { NewTotp, RecoveryCodes, SetUpWithPassword } from '@redress/contract/console/sign-in';
import { loginWorkHeader } from '@redress/contract/http-headers';
import { signInRules } from '@redress/server/console/sign-in/sign-in-guard';
import { maxWrongCodes } from '@redress/server/console/sign-in/staff-passwords';
import { totpCode } from '@redress/server/console/sign-in/totp';
import type { Problem } from '@redress/contract/problem';
import { defaultLimits } from '@redress/server/platform/http/rate-limits';
import type { Challenge } from 'altcha-lib';
import { beforeEach, describe, expect, test } from 'vitest';
import { readRecordHistory } from '../../../setup/read-history.ts';
import { TestPasskey } from '../../../setup/authenticator.ts';
import { ConsoleTab, withoutRequestId } from '../../../setup/console.ts';
import { lineUp } from '../../../setup/line-up.ts';
import { solve } from '../../../setup/easy-captcha.ts';
import {
  createToken,
  entered,
  forgetStaff,
  type Options,
  setUpWithPasskey,
  signInWithPasskey,
} from '../../../setup/staff.ts';
import { pass, useTestServer } from '../../../setup/test-server.ts';

const server = useTestServer();
beforeEach(() => forgetStaff(server));

const password = 'tall cactus sings';
const historyOf = (staffId: string) => readRecordHistory(server, staffId);

async function wrongCodesOf(staffId: string): Promise<number | undefined> {
  const [row] = await server.query<{ wrong_codes: number }>(
    'select wrong_codes from staff_passwords where staff_id = $1',
    [staffId],
  );
  return row?.wrong_codes;
}

/** The code that an authenticator app shows now. */
function appCode(totp: Pick<NewTotp, 'address'>, steps = 0): string {
  const secret = new URL(totp.address).searchParams.get('secret') ?? '';
  const bits = [...secret].map((each) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(each).toString(2).padStart(5, '0'));
  const bytes =
    bits
      .join('')
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? [];
  return totpCode(Buffer.from(bytes), Math.floor(server.now.getTime() / 30_000) + steps);
}

async function setUp(app = server.app, token?: string) {
  const tab = new ConsoleTab(app);
  const account = { ...entered, token: token ?? (await createToken(server)) };
  const { body: totp } = await tab.post<NewTotp>('/setup/totp', account);
  const { pending } = totp;
  const { body } = await tab.post<SetUpWithPassword>('/setup/password', {
    ...account,
    password,
    pending,
    code: appCode(totp),
  });
  pass(server, 30);
  return { tab, totp, ...body };
}

const signIn = (tab: ConsoleTab, code: string, typed: { email?: string; password?: string } = {}, headers = {}) =>
  tab.post<Problem>('/sign-in/password', { email: entered.email, password, code, ...typed }, headers);

describe('a password', () => {
  test('signs in with a code of the app, in capital letters and groups too; each code once', async () => {
    const { totp, personId } = await setUp();
    const tab = new ConsoleTab(server.app);
    const code = appCode(totp);
    const typed = { email: ' ADA@example.com' };
    expect((await signIn(tab, `${code.slice(0, 3)} ${code.slice(3)}`, typed)).body).toEqual({ personId });
    expect((await tab.get('/session')).body).toMatchObject({ method: 'password' });
    expect((await signIn(new ConsoleTab(server.app), code)).body.code).toBe('sign-in-failed');
    pass(server, 30);
    // Also when two sign-ins use it at once.
    const both = await Promise.all([1, 2].map(() => signIn(new ConsoleTab(server.app), appCode(totp))));
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 401]));
  });

  test('wrong, with a wrong code, or for nobody: the same answer', async () => {
    const { totp } = await setUp();
    const tab = new ConsoleTab(server.app);
    const answers = [
      await signIn(tab, appCode(totp), { password: 'tall cactus sang' }),
      await signIn(tab, '000000'),
      await signIn(tab, appCode(totp), { email: 'nobody@example.com' }),
      await signIn(tab, 'aaaa-bbbb-cccc-dddd'),
    ];
    expect(new Set(answers.map(({ status, text }) => `${status} ${withoutRequestId(text)}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(401);
  });

  test('too short, too common or the own name is refused, with the reason', async () => {
    const tab = new ConsoleTab(server.app);
    const account = { ...entered, token: await createToken(server) };
    const { body: totp } = await tab.post<NewTotp>('/setup/totp', account);
    for (const [weak, reason] of [
      ['too short', 'at least 12'],
      ['password1234', 'too easy'],
      ['Ada Admin 1234', 'too easy'],
    ]) {
      const { status, body } = await tab.post('/setup/password', {
        ...account,
        password: weak,
        pending: totp.pending,
        code: '000000',
      });
      expect(status).toBe(422);
      expect(body.errors).toMatchObject([
        { field: 'password', message: expect.stringContaining(reason ?? '') },
        { field: 'code' },
      ]);
    }
    expect(await server.query('select id from staff')).toEqual([]);
  });

  test('and its secret are stored as hash and encrypted; a secret of another link is refused', async () => {
    const { totp } = await setUp();
    const [row] = await server.query<{ hash: string; stored: string }>(
      'select hash, p::text as stored from staff_passwords p',
    );
    expect(row?.hash).toMatch(/^\$argon2id\$/);
    expect(row?.stored).not.toContain(password);
    const tab = new ConsoleTab(server.app);
    const account = { ...entered, email: 'bo@example.com', token: await createToken(server) };
    const { body } = await tab.post('/setup/password', {
      ...account,
      password,
      pending: totp.pending,
      code: appCode(totp),
    });
    expect(body.errors).toMatchObject([{ field: 'code' }]);
  });

  test('a recovery code replaces the app once; all are stored as hashes', async () => {
    const { codes } = await setUp();
    expect(new Set(codes).size).toBe(10);
    const [code = '', other = ''] = codes;
    const [row] = await server.query<{ stored: string }>(
      "select string_agg(c::text, '') as stored from staff_recovery_codes c",
    );
    expect(row?.stored).not.toContain(code.replaceAll('-', ''));
    const tab = new ConsoleTab(server.app);
    expect((await signIn(tab, code, { password: 'tall cactus sang' })).status).toBe(401);
    expect((await signIn(tab, code.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await signIn(tab, code)).status).toBe(401);
    expect((await tab.get<Account>('/account')).body.recoveryCodesLeft).toBe(9);
    const again = await tab.post<RecoveryCodes>('/account/recovery-codes');
    expect(again.body.codes).toHaveLength(10);
    expect((await signIn(tab, other)).status).toBe(401);
  });

  test('failures are recorded in the account’s history, once an hour', async () => {
    const { personId } = await setUp();
    const failures = async () => (await historyOf(personId)).filter(({ kind }) => kind === 'sign-in-failed');
    // Recorded after the answer, whose time tells nothing.
    const fail = async (wrongCodes: number) => {
      await signIn(new ConsoleTab(server.app), '000000');
      await expect.poll(() => wrongCodesOf(personId)).toBe(wrongCodes);
    };
    await fail(1);
    await fail(2);
    expect(await failures()).toHaveLength(1);
    pass(server, 3_601);
    await fail(3);
    expect(await failures()).toHaveLength(2);
  });

  test('a password whose codes somebody guesses is locked until its owner signs in in another way', async () => {
    const { tab, totp, personId, codes } = await setUp();
    const second = new TestPasskey();
    const { body: options } = await tab.post<Options>('/account/passkey-options');
    await tab.post('/account/passkeys', { name: 'Key ring', passkey: second.create(options) });
    // Attempts without the right password lock nothing.
    await signIn(new ConsoleTab(server.app), '000000', { password: 'not the password' });
    // As if they had tried before.
    await server.query('update staff_passwords set wrong_codes = $1', [maxWrongCodes - 2]);
    for (const attempt of [maxWrongCodes - 1, maxWrongCodes]) {
      await signIn(new ConsoleTab(server.app), '000000');
      await expect.poll(() => wrongCodesOf(personId)).toBe(attempt);
    }
    const locked = { kind: 'password-locked', details: { wrongCodes: maxWrongCodes } };
    expect((await historyOf(personId)).filter(({ kind }) => kind === locked.kind)).toEqual([locked]);
    const other = new ConsoleTab(server.app);
    const wrong = await signIn(other, '000000');
    for (const code of [appCode(totp), codes[0] ?? '']) {
      const { status, text } = await signIn(other, code);
      expect([status, withoutRequestId(text)]).toEqual([401, withoutRequestId(wrong.text)]);
    }
    expect((await signInWithPasskey(other, second)).status).toBe(200);
    expect((await signIn(new ConsoleTab(server.app), appCode(totp))).status).toBe(200);
    // The account says so until the password is another one.
    const { body: account } = await other.get<Account>('/account');
    expect(account.password?.lockedAt).toEqual(expect.any(String));
    pass(server, 30);
    const { body: next } = await other.post<NewTotp>('/account/totp');
    await other.put('/account/password', { password, pending: next.pending, code: appCode(next) });
    expect((await other.get<Account>('/account')).body.password?.lockedAt).toBeNull();
  });

  test('a link for somebody who has an account replaces every way to sign in', async () => {
    const { tab, totp, personId } = await setUp();
    const stolen = new TestPasskey();
    const { body: options } = await tab.post<Options>('/account/passkey-options');
    await tab.post('/account/passkeys', { name: 'Stolen phone', passkey: stolen.create(options) });
    const { passkey } = await setUpWithPasskey(server, await createToken(server, personId));
    expect((await signInWithPasskey(new ConsoleTab(server.app), stolen)).status).toBe(401);
    expect((await signIn(new ConsoleTab(server.app), appCode(totp))).status).toBe(401);
    expect((await signInWithPasskey(new ConsoleTab(server.app), passkey)).status).toBe(200);
    const removed = (await historyOf(personId)).filter(({ kind }) => kind === 'credential-removed');
    expect(removed.map(({ details }) => details['method'])).toEqual(['passkey', 'password']);
  });
});

describe('guessing', () => {
  const limited = () => server.buildAnother({ limits: defaultLimits, trustProxy: ['127.0.0.1'] });
  const from = (address: string) => ({ 'x-forwarded-for': address });

  test('an account from many addresses soon costs work, which lets its owner in', async () => {
    const { totp } = await setUp();
    const app = await limited();
    const tries = signInRules['staff-account'].failures;
    for (let attempt = 0; attempt < tries; attempt += 1)
      for (const email of [entered.email, 'nobody@example.com']) {
        const { status } = await signIn(new ConsoleTab(app), '000000', { email }, from(`10.0.0.${attempt}`));
        expect(status).toBe(401);
      }
    // An account that does not exist is refused in the same way.
    const nobody = { email: 'nobody@example.com' };
    expect((await signIn(new ConsoleTab(app), '000000', nobody, from('10.1.0.2'))).status).toBe(429);
    const tab = new ConsoleTab(app);
    const refused = await signIn(tab, appCode(totp), {}, from('10.1.0.1'));
    expect([refused.status, refused.body.code]).toEqual([429, 'work-required']);
    const work = await solve(refused.body.challenge as Challenge);
    expect((await signIn(tab, appCode(totp), {}, { ...from('10.1.0.1'), [loginWorkHeader]: work })).status).toBe(200);
  });

  test('many accounts from one address soon costs work', async () => {
    const app = await limited();
    let last = 0;
    for (let attempt = 0; attempt <= signInRules['staff-address'].failures; attempt += 1)
      last = (await signIn(new ConsoleTab(app), '0', { email: `${attempt}@example.com` }, from('10.3.0.1'))).status;
    expect(last).toBe(429);
  });

  test.each([
    ['/sign-in/password', 'staff-sign-in-address'],
    ['/oidc/start', 'staff-sign-in-address'],
    ['/setup/link', 'staff-setup-address'],
  ] as const)('requests to %s with wrong bodies count, too', async (path, limit) => {
    const limits = { ...defaultLimits, [limit]: { attempts: 2, seconds: 600 } };
    const tab = new ConsoleTab(await server.buildAnother({ limits, trustProxy: ['127.0.0.1'] }));
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1)
      statuses.push((await tab.post(path, {}, from(`10.4.${path.length}.1`))).status);
    expect(statuses).toEqual([400, 400, 429]);
  });
});

describe('the own account', () => {
  test('has several passkeys with names; the only way to sign in stays', async () => {
    const { tab, passkey, personId } = await setUpWithPasskey(server, await createToken(server));
    const second = new TestPasskey();
    const { body: options } = await tab.post<Options>('/account/passkey-options');
    expect(options).toMatchObject({ excludeCredentials: [{ id: passkey.id }] });
    const added = await tab.post('/account/passkeys', { name: 'Key ring', passkey: second.create(options) });
    expect(added.status).toBe(204);
    // A browser that ignores what is excluded.
    const again = (await tab.post<Options>('/account/passkey-options')).body;
    const repeated = await tab.post('/account/passkeys', { name: 'Again', passkey: second.create(again) });
    expect([repeated.status, repeated.body.detail]).toEqual([
      409,
      'This passkey belongs to an account already. Create another one, or sign in with it.',
    ]);
    await tab.put(`/account/passkeys/${second.id}`, { name: 'Blue key' });
    const names = (await tab.get<Account>('/account')).body.passkeys.map(({ name }) => name);
    expect(names).toEqual(['Laptop', 'Blue key']);
    expect((await signInWithPasskey(new ConsoleTab(server.app), second)).status).toBe(200);
    expect((await tab.delete(`/account/passkeys/${passkey.id}`)).status).toBe(204);
    expect((await signInWithPasskey(new ConsoleTab(server.app), passkey)).status).toBe(401);
    // A way to sign in that is no longer offered does not count as one.
    await server.query(
      "insert into staff_identities (issuer, subject, staff_id, created_at) values ('https://id.example.com', 'x', $1, now())",
      [personId],
    );
    const { status, body } = await tab.delete(`/account/passkeys/${second.id}`);
    expect([status, body.detail]).toEqual([409, expect.stringContaining('only way to sign in')]);
  });

  test('a passkey of somebody else can be neither renamed nor removed', async () => {
    const { passkey } = await setUpWithPasskey(server, await createToken(server));
    const { tab } = await setUpWithPasskey(server, await createOther());
    expect((await tab.put(`/account/passkeys/${passkey.id}`, { name: 'Mine' })).status).toBe(404);
    expect((await tab.delete(`/account/passkeys/${passkey.id}`)).status).toBe(404);
  });

  test('a new password ends the other sessions, and a change needs a fresh sign-in', async () => {
    const { tab, passkey } = await setUpWithPasskey(server, await createToken(server));
    const other = new ConsoleTab(server.app);
    await signInWithPasskey(other, passkey);
    const { body: totp } = await tab.post<NewTotp>('/account/totp');
    const body = { password, pending: totp.pending, code: appCode(totp) };
    expect((await tab.put<RecoveryCodes>('/account/password', body)).body.codes).toHaveLength(10);
    expect((await other.get('/session')).status).toBe(401);
    expect((await tab.get('/session')).status).toBe(200);
    pass(server, 301);
    expect((await tab.delete('/account/password')).body.code).toBe('fresh-sign-in-required');
  });

  test('ends one of its sessions, or all others', async () => {
    const { tab, passkey } = await setUpWithPasskey(server, await createToken(server));
    const others = [new ConsoleTab(server.app), new ConsoleTab(server.app), new ConsoleTab(server.app)];
    for (const each of others) await signInWithPasskey(each, passkey);
    const open = async () =>
      (await Promise.all(others.map((each) => each.get('/session')))).filter(({ status }) => status === 200).length;
    const { sessions } = (await tab.get<Account>('/account')).body;
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    await tab.delete(`/account/sessions/${sessions.find(({ isCurrent }) => !isCurrent)?.id}`);
    expect(await open()).toBe(2);
    await tab.delete('/account/sessions');
    expect(await open()).toBe(0);
    expect((await tab.get('/session')).status).toBe(200);
  });
});

describe('requests that meet at an account', () => {
  /** A person signed in with a passkey, at a process that has a connection for each request. */
  async function signInSideBySide() {
    const { tab, passkey, personId } = await setUpWithPasskey(server, await createToken(server));
    const app = await server.buildAnother({ consoleDatabase: server.database });
    const own = new ConsoleTab(app, tab.cookies.get('redress-staff'));
    const meet = (...requests: (() => Promise<{ readonly status: number }>)[]) =>
      lineUp(server, ['select from staff where id = $1 for update', [personId]], requests);
    return { app, own, passkey, personId, meet };
  }

  /** Asks for a new way to sign in. Returns the request that adds it. */
  const additions = {
    async passkey(tab: ConsoleTab) {
      const { body } = await tab.post<Options>('/account/passkey-options');
      const passkey = new TestPasskey().create(body);
      return () => tab.post('/account/passkeys', { name: 'Added', passkey });
    },
    async password(tab: ConsoleTab, chosen = password) {
      const { body: totp } = await tab.post<NewTotp>('/account/totp');
      const body = { password: chosen, pending: totp.pending, code: appCode(totp) };
      return () => tab.put<RecoveryCodes>('/account/password', body);
    },
  };

  async function recover(app: typeof server.app, personId: string) {
    const tab = new ConsoleTab(app);
    const account = { ...entered, token: await createToken(server, personId) };
    const { body } = await tab.post<Options>('/setup/passkey-options', account);
    const passkey = new TestPasskey();
    const created = passkey.create(body);
    const send = () => tab.post('/setup/passkey', { ...account, passkeyName: 'New', passkey: created });
    return { tab, passkey, send };
  }

  test.each([
    ['passkey', 'before'],
    ['passkey', 'after'],
    ['password', 'before'],
    ['password', 'after'],
  ] as const)('a recovery leaves only the new way to sign in: a %s that is added %s it goes', async (method, order) => {
    const { app, own, personId, meet } = await signInSideBySide();
    const recovery = await recover(app, personId);
    const add = await additions[method](own);
    const [first, second] = await (order === 'before' ? meet(add, recovery.send) : meet(recovery.send, add));
    expect([first?.status, second?.status]).toEqual(
      order === 'before' ? [expect.toBeOneOf([200, 204]), 200] : [200, 401],
    );
    const { body } = await recovery.tab.get<Account>('/account');
    expect(body.passkeys.map(({ id }) => id)).toEqual([recovery.passkey.id]);
    expect([body.password, body.recoveryCodesLeft]).toEqual([null, 0]);
    expect((await own.get('/session')).status).toBe(401);
  });

  /** Something that ends a way to sign in, and a sign-in with it that is checked before. */
  const endings: Readonly<
    Record<
      string,
      (
        person: Awaited<ReturnType<typeof signInSideBySide>>,
      ) => Promise<
        readonly [
          end: () => Promise<{ readonly status: number }>,
          signIn: (tab: ConsoleTab) => () => Promise<{ readonly status: number }>,
        ]
      >
    >
  > = {
    async 'a passkey that is removed'({ own, passkey }) {
      await (
        await additions.passkey(own)
      )();
      return [() => own.delete(`/account/passkeys/${passkey.id}`), (tab) => () => signInWithPasskey(tab, passkey)];
    },
    async 'a passkey that a recovery replaces'({ app, passkey, personId }) {
      const { send } = await recover(app, personId);
      return [send, (tab) => () => signInWithPasskey(tab, passkey)];
    },
    async 'a password that is replaced'({ own }) {
      const { codes } = (await (await additions.password(own))()).body;
      return [await additions.password(own, 'short hedgehog hums'), (tab) => () => signIn(tab, codes[0] ?? '')];
    },
    async 'a recovery code that is replaced'({ own }) {
      const { codes } = (await (await additions.password(own))()).body;
      return [() => own.post('/account/recovery-codes'), (tab) => () => signIn(tab, codes[0] ?? '')];
    },
  };

  test.each(Object.entries(endings))('%s at the moment of a sign-in starts no session', async (_what, prepare) => {
    const person = await signInSideBySide();
    const [end, signInOf] = await prepare(person);
    const tab = new ConsoleTab(person.app);
    const [ended, signedIn] = await person.meet(end, signInOf(tab));
    expect([ended?.status, signedIn?.status]).toEqual([expect.toBeOneOf([200, 204]), 401]);
    expect((await tab.get('/session')).status).toBe(401);
  });

  test('a new password ends also the session that the one before begins at that moment', async () => {
    const { app, own, meet } = await signInSideBySide();
    const { codes } = (await (await additions.password(own))()).body;
    const change = await additions.password(own, 'short hedgehog hums');
    const tab = new ConsoleTab(app);
    const [signedIn, changed] = await meet(() => signIn(tab, codes[0] ?? ''), change);
    expect([signedIn?.status, changed?.status]).toEqual([200, 200]);
    expect((await tab.get('/session')).status).toBe(401);
    expect((await own.get('/session')).status).toBe(200);
  });
});

async function createOther(): Promise<string> {
  const [row] = await server.query<{ id: string }>(
    "insert into staff (name, email, created_at) values ('Bo', 'bo@example.com', now()) returning id",
  );
  return createToken(server, row?.id);
}
