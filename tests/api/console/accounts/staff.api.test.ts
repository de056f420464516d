import type { Approval, Approvals } from '@redress/contract/console/approvals';
import type { Invited, NewLink, People, Person, StaffSessionRow } from '@redress/contract/console/staff-admin';
import type { Role, StaffSession } from '@redress/contract/console/staff';
import { settlement } from '@redress/content/settlement';
import { inviteAsOperator } from '@redress/server/console/accounts/invitations';
import { createHash, verify } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestPasskey } from '../../../setup/authenticator.ts';
import { ConsoleTab, signInTab } from '../../../setup/console.ts';
import { readRecordHistory } from '../../../setup/read-history.ts';
import { lineUp } from '../../../setup/line-up.ts';
import {
  createToken,
  forgetStaff,
  type Options,
  publicUrl,
  readLink,
  setUpWithPasskey,
  signInWithPasskey,
  tokenOf,
} from '../../../setup/staff.ts';
import { keys, pass, useTestServer } from '../../../setup/test-server.ts';
import { cleanUpOf } from '../../../setup/clean-up.ts';

const server = useTestServer();
beforeEach(() => forgetStaff(server));

const everywhere = (...roles: Role[]) => roles.map((role) => ({ caseId: '*', role }));
const match = ({ version }: Pick<Person, 'version'>) => ({ 'if-match': `"${version}"` });
const rolesOf = async (tab: ConsoleTab) => (await tab.get<StaffSession>('/session')).body.roles.map(({ role }) => role);

async function invite(tab: ConsoleTab, email: string, ...roles: Role[]) {
  const { body, status, text } = await tab.post<Invited>('/staff', { name: 'Bo', email, roles: everywhere(...roles) });
  if (status !== 201) throw new Error(text);
  return body;
}

/** The first admin, who invites a second one. Both have passkeys. */
async function twoAdmins() {
  const first = await setUpWithPasskey(server, await createToken(server));
  const { link } = await invite(first.tab, 'bo@example.com', 'admin');
  return { first, second: await setUpWithPasskey(server, tokenOf(link), { name: 'Bo Admin' }) };
}

/** The same at a process that has a connection for each of their requests, which can meet at an account. */
async function twoAdminsSideBySide() {
  const { first, second } = await twoAdmins();
  const app = await server.buildAnother({ consoleDatabase: server.database });
  const at = ({ tab }: { tab: ConsoleTab }) => new ConsoleTab(app, tab.cookies.get('redress-staff'));
  const meetAt = (id: string, ...requests: (() => Promise<{ readonly status: number }>)[]) =>
    lineUp(server, ['select from staff where id = $1 for update', [id]], requests);
  return { first: { ...first, tab: at(first) }, second: { ...second, tab: at(second) }, app, meetAt };
}

const personOf = async (tab: ConsoleTab, id: string): Promise<Person> => {
  const found = (await tab.get<People>('/staff')).body.people.find((each) => each.id === id);
  if (!found) throw new Error('The account is missing');
  return found;
};
/** Changes roles or state, based on the account's current version. */
const change = async (tab: ConsoleTab, id: string, body: { roles: object[]; reason: string } | { disabled: boolean }) =>
  tab.put<Person & { code?: string; detail?: string }>(
    `/staff/${id}/${'roles' in body ? 'roles' : 'state'}`,
    body,
    match(await personOf(tab, id)),
  );
const disable = (tab: ConsoleTab, id: string) => change(tab, id, { disabled: true });

const waiting = async (tab: ConsoleTab): Promise<Approval> => {
  const found = (await tab.get<Approvals>('/approvals')).body.approvals.find(({ decision }) => decision === null);
  if (!found) throw new Error('Nothing waits');
  return found;
};

async function approve(tab: ConsoleTab, passkey: TestPasskey, { id }: Approval) {
  const { body } = await tab.post<{ passkey: Options }>(`/approvals/${id}/proof`);
  return tab.post(`/approvals/${id}/approve`, { passkey: passkey.prove(body.passkey) });
}

test('sessions and links that ended 90 days ago are deleted, and the history still says who signed in when', async () => {
  const rowsOf = (table: string) => server.query<{ id: string }>(`select id from ${table}`);
  const joinedAt = server.now.toISOString();
  const { first, second } = await twoAdmins();
  await invite(first.tab, 'cy@example.com', 'viewer');
  const day = 24 * 60 * 60;
  pass(server, 90 * day - 1);
  await cleanUpOf(server);
  expect([(await rowsOf('staff_sessions')).length, (await rowsOf('staff_links')).length]).toEqual([2, 3]);

  pass(server, 4 * day);
  const tab = new ConsoleTab(server.app);
  expect((await signInWithPasskey(tab, first.passkey)).status).toBe(200);
  await cleanUpOf(server);
  expect(await rowsOf('staff_links')).toEqual([]);
  expect(await rowsOf('staff_sessions')).toHaveLength(1);
  const { people } = (await tab.get<People>('/staff')).body;
  expect(people.map(({ name, state, lastSignInAt }) => [name, state, lastSignInAt])).toEqual([
    ['Ada Admin', 'active', server.now.toISOString()],
    ['Bo', 'invited', null],
    ['Bo Admin', 'active', joinedAt],
  ]);
  expect((await signInWithPasskey(new ConsoleTab(server.app), second.passkey)).status).toBe(200);
});

describe('an invitation', () => {
  test('is a link for 72 hours, with which a colleague sets up their account in the roles that they were given', async () => {
    const { tab } = await setUpWithPasskey(server, await createToken(server));
    const { link, expiresAt, person } = await invite(tab, 'Bo@Example.com ', 'reviewer');
    expect(person).toMatchObject({ email: 'bo@example.com', state: 'invited', roles: everywhere('reviewer') });
    expect(new Date(expiresAt).getTime() - server.now.getTime()).toBe(72 * 3_600_000);
    const opened = await readLink(new ConsoleTab(server.app), tokenOf(link));
    expect(opened.body).toMatchObject({ kind: 'invitation', name: 'Bo', email: 'bo@example.com' });
    // The link sets up only the invited account, whatever email address is sent with it.
    const bo = await setUpWithPasskey(server, tokenOf(link), { name: 'Bo Reviewer', email: 'eve@example.com' });
    const { body } = await bo.tab.get<StaffSession>('/session');
    expect(body).toMatchObject({
      person: { name: 'Bo Reviewer', email: 'bo@example.com' },
      roles: everywhere('reviewer'),
    });
  });

  test('can be sent again, which ends the link before, and withdrawn', async () => {
    const { tab } = await setUpWithPasskey(server, await createToken(server));
    const { link, person } = await invite(tab, 'bo@example.com');
    const again = await tab.post<NewLink>(`/staff/${person.id}/invitation`);
    const opener = new ConsoleTab(server.app);
    expect((await readLink(opener, tokenOf(link))).body).toMatchObject({
      detail: expect.stringContaining('was replaced'),
    });
    expect((await readLink(opener, tokenOf(again.body.link))).status).toBe(200);
    const withdrawn = await tab.delete<Person>(`/staff/${person.id}/invitation`);
    expect(withdrawn.body).toMatchObject({ state: 'disabled', linkExpiresAt: null });
    expect((await readLink(opener, tokenOf(again.body.link))).status).toBe(410);
  });

  test('is renewed by nobody but who sent it: whoever has a link could set up the account as their own', async () => {
    const { first, second } = await twoAdmins();
    const { person } = await invite(first.tab, 'cy@example.com', 'viewer');
    const refused = await second.tab.post(`/staff/${person.id}/invitation`);
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('staff:invite')]);
    expect((await personOf(second.tab, person.id)).invitedBy).toBe(first.personId);
    expect((await first.tab.post(`/staff/${person.id}/invitation`)).status).toBe(200);
    const links = (await readRecordHistory(server, person.id)).filter(({ kind }) => kind === 'staff-link-made');
    expect(links.map(({ details }) => details['by'])).toEqual([first.personId, first.personId]);
    // The operator's invitation grants roles at once, so no other person may get a link.
    const { database, now } = server;
    const context = { database, keys, settlement, publicUrl, now: () => now };
    const dee = { name: 'Dee', email: 'dee@example.com', roles: everywhere('admin') };
    await inviteAsOperator(context, dee);
    const { people } = (await first.tab.get<People>('/staff')).body;
    const { id } = people.find(({ email }) => email === dee.email) ?? {};
    expect((await first.tab.post(`/staff/${id}/invitation`)).status).toBe(403);
    // Also when an admin sent an invitation before.
    await inviteAsOperator(context, { ...dee, email: 'cy@example.com' });
    expect((await first.tab.post(`/staff/${person.id}/invitation`)).status).toBe(403);
  });

  test('is no way to roles alone: who made a link of an account approves none of them', async () => {
    const { first, second } = await twoAdmins();
    const { link, person } = await invite(first.tab, 'cy@example.com');
    await setUpWithPasskey(server, tokenOf(link), { name: 'Cy' });
    expect((await change(second.tab, person.id, { roles: everywhere('viewer'), reason: 'new' })).status).toBe(200);
    const { approvals } = (await first.tab.get<Approvals>('/approvals')).body;
    expect(approvals[0]).toMatchObject({ mayDecide: true, refusal: expect.stringContaining('made a link') });
    const refused = await approve(first.tab, first.passkey, await waiting(first.tab));
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('made a link')]);
  });

  test('is mailed too if a mail server is configured, and says whether it was', async () => {
    const sent: { to: string; text: string }[] = [];
    const mailer = {
      send(mail: { to: string; text: string }) {
        sent.push(mail);
        return Promise.resolve({ outcome: 'sent' as const });
      },
      close() {},
    };
    const from = { name: '', address: 'no-reply@example.com' };
    const { tab } = await setUpWithPasskey(server, await createToken(server));
    const token = tab.cookies.get('redress-staff');
    const inviteBy = async (mail: { mailer: typeof mailer; from: typeof from; isFolder?: boolean }, email: string) =>
      invite(new ConsoleTab(await server.buildAnother({ mail }), token), email);
    const { link, mailed } = await inviteBy({ mailer, from }, 'bo@example.com');
    expect(mailed).toBe(true);
    expect(sent).toMatchObject([{ to: 'bo@example.com', text: expect.stringContaining(link) }]);
    expect((await inviteBy({ mailer, from, isFolder: true }, 'cy@example.com')).mailed).toBe(false);
    expect(sent).toHaveLength(1);
  });

  test('is not for an address that has an account', async () => {
    const { tab } = await setUpWithPasskey(server, await createToken(server));
    const { status, body } = await tab.post('/staff', { name: 'Ada', email: 'ADA@example.com', roles: [] });
    expect([status, body.errors?.[0]?.rule]).toEqual([422, 'unique']);
  });

  test('never combines finance with reviewer or supervisor in one case, but does in different ones', async () => {
    const { tab } = await setUpWithPasskey(server, await createToken(server));
    const send = (email: string, roles: { caseId: string; role: Role }[]) =>
      tab.post('/staff', { name: 'Bo', email, roles });
    const [one = '', other = ''] = (await tab.get<StaffSession>('/session')).body.settlement.cases.map(({ id }) => id);
    const mixed = await send('bo@example.com', [...everywhere('finance'), { caseId: one, role: 'reviewer' }]);
    expect([mixed.status, mixed.body.errors?.[0]?.rule]).toEqual([422, 'separate-duties']);
    const apart = [
      { caseId: one, role: 'finance' },
      { caseId: other, role: 'reviewer' },
    ] as const;
    expect((await send('bo@example.com', [...apart])).status).toBe(201);
  });
});

describe('roles', () => {
  test('take effect at once while there is one admin; then they need the other, who signs exactly them', async () => {
    const { first, second } = await twoAdmins();
    const { person, link } = await invite(first.tab, 'cy@example.com', 'reviewer');
    expect(person).toMatchObject({ roles: [], requestedRoles: everywhere('reviewer') });
    await setUpWithPasskey(server, tokenOf(link), { name: 'Cy' });

    const own = await waiting(first.tab);
    const what = 'Give Cy (cy@example.com) the role Reviewer in all cases';
    expect(own).toMatchObject({ isOwn: true, mayDecide: false, what });
    expect((await approve(first.tab, first.passkey, own)).body.code).toBe('not-permitted');

    const request = await waiting(second.tab);
    expect(request).toMatchObject({ isOwn: false, mayDecide: true, askedBy: 'Ada Admin' });
    expect((await second.tab.post(`/approvals/${request.id}/approve`)).body.code).toBe('fresh-sign-in-required');
    expect((await approve(second.tab, second.passkey, request)).status).toBe(204);
    expect(await personOf(first.tab, person.id)).toMatchObject({ roles: everywhere('reviewer'), requestedRoles: [] });
    expect((await approve(second.tab, second.passkey, request)).body.code).toBe('conflict');

    // Anyone with the public key can check later what was signed, without the server's keys.
    const [row] = await server.query<{
      details_hash: Buffer;
      public_key: Buffer;
      evidence: { response: { clientDataJSON: string; authenticatorData: string; signature: string } };
    }>('select details_hash, evidence, public_key from approvals join staff_passkeys on staff_id = decided_by');
    if (!row) throw new Error('Nothing was stored');
    const { clientDataJSON, authenticatorData, signature } = row.evidence.response;
    const client = Buffer.from(clientDataJSON, 'base64url');
    const { challenge } = JSON.parse(client.toString()) as { challenge: string };
    expect(Buffer.from(challenge, 'base64url').subarray(22, 54)).toEqual(row.details_hash);
    const x = row.public_key.subarray(10, 42).toString('base64url');
    const y = row.public_key.subarray(45, 77).toString('base64url');
    const signed = Buffer.concat([
      Buffer.from(authenticatorData, 'base64url'),
      createHash('sha256').update(client).digest(),
    ]);
    const key = { key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' } as const;
    expect(verify('sha256', signed, key, Buffer.from(signature, 'base64url'))).toBe(true);
  });

  test('are approved only when the account is set up, so that its owner can be asked who used the link', async () => {
    const { first, second } = await twoAdmins();
    const roles = [{ caseId: 'savings-club', role: 'reviewer' }];
    const { link } = (await first.tab.post<Invited>('/staff', { name: 'Bo', email: 'cy@example.com', roles })).body;
    const request = await waiting(second.tab);
    expect(request.what).toBe(
      'Give Bo (cy@example.com, account not set up yet) the role Reviewer in Savings Club Settlement',
    );
    const early = await approve(second.tab, second.passkey, request);
    expect(early.body).toMatchObject({ code: 'conflict', detail: expect.stringContaining('isn’t set up') });
    const cy = await setUpWithPasskey(server, tokenOf(link), { name: 'Cy' });
    expect((await approve(second.tab, second.passkey, request)).status).toBe(204);
    expect(await rolesOf(cy.tab)).toEqual(['reviewer']);
  });

  test('need a second person also while the other admin is disabled, or is admin no more', async () => {
    const { first, second } = await twoAdmins();
    expect((await disable(first.tab, second.personId)).status).toBe(200);
    const one = await invite(first.tab, 'cy@example.com', 'supervisor');
    expect(one.person).toMatchObject({ roles: [], requestedRoles: everywhere('supervisor') });
    await change(first.tab, second.personId, { roles: [], reason: '' });
    expect((await invite(first.tab, 'di@example.com', 'supervisor')).person.roles).toEqual([]);
    expect((await first.tab.get<People>('/staff')).body.needsSecondPerson).toBe(true);
  });

  test('that somebody asked for end with their account, and wait in vain when they may no longer ask', async () => {
    const { first, second } = await twoAdmins();
    const third = await signInTab(server, 'admin');
    const { link } = await invite(third, 'cy@example.com', 'reviewer');
    await setUpWithPasskey(server, tokenOf(link));
    await invite(first.tab, 'di@example.com', 'reviewer');
    await change(second.tab, third.person.id, { roles: [], reason: '' });
    const { approvals } = (await second.tab.get<Approvals>('/approvals')).body;
    const request = approvals.find(({ askedBy }) => askedBy === third.person.name);
    if (!request) throw new Error('Nothing waits');
    const refused = await approve(second.tab, second.passkey, request);
    expect(refused.body).toMatchObject({
      code: 'conflict',
      detail: expect.stringContaining('no longer has permission'),
    });

    for (const id of [third.person.id, first.personId]) expect((await disable(second.tab, id)).status).toBe(200);
    const after = (await second.tab.get<Approvals>('/approvals')).body.approvals;
    const reason = 'The requester’s account was disabled.';
    expect(after.map(({ decision, decisionReason }) => [decision, decisionReason])).toEqual([
      ['withdrawn', reason],
      ['withdrawn', reason],
    ]);
  });

  test('a signature for one request approves no other', async () => {
    const { first, second } = await twoAdmins();
    await invite(first.tab, 'cy@example.com', 'reviewer');
    await invite(first.tab, 'di@example.com', 'admin');
    const { approvals } = (await second.tab.get<Approvals>('/approvals')).body;
    const [one, other] = approvals.filter(({ decision }) => decision === null);
    const { body } = await second.tab.post<{ passkey: Options }>(`/approvals/${one?.id}/proof`);
    const passkey = second.passkey.prove(body.passkey);
    expect((await second.tab.post(`/approvals/${other?.id}/approve`, { passkey })).body.code).toBe('sign-in-failed');
    // Nor does a sign-in.
    const signIn = await second.tab.post<Options>('/sign-in/passkey-options');
    const proof = second.passkey.prove(signIn.body);
    expect((await second.tab.post(`/approvals/${one?.id}/approve`, { passkey: proof })).body.code).toBe(
      'sign-in-failed',
    );
  });

  test('nobody is the second person for their own roles, nor changes them', async () => {
    const { first, second } = await twoAdmins();
    const self = await first.tab.put(
      `/staff/${first.personId}/roles`,
      { roles: [], reason: '' },
      { 'if-match': '"1"' },
    );
    expect(self.body).toMatchObject({
      code: 'not-permitted',
      detail: expect.stringContaining('change your own roles'),
    });
    const roles = everywhere('admin', 'reviewer');
    expect((await change(first.tab, second.personId, { roles, reason: 'Helps out' })).status).toBe(200);
    const request = await waiting(second.tab);
    expect(request.mayDecide).toBe(false);
    expect((await approve(second.tab, second.passkey, request)).body.code).toBe('not-permitted');
    // Nor does the database take it.
    await expect(server.query('update staff_roles set granted_by = staff_id')).rejects.toThrow(
      'violates check constraint',
    );
  });

  test('are declined with a reason, or withdrawn by whoever asked; neither changes anything', async () => {
    const { first, second } = await twoAdmins();
    const { person } = await invite(first.tab, 'cy@example.com', 'reviewer');
    const request = await waiting(second.tab);
    expect((await second.tab.post(`/approvals/${request.id}/decline`, { reason: ' ' })).status).toBe(422);
    expect((await second.tab.post(`/approvals/${request.id}/withdraw`)).body.code).toBe('not-permitted');
    expect((await second.tab.post(`/approvals/${request.id}/decline`, { reason: 'Not yet' })).status).toBe(204);
    const { approvals } = (await first.tab.get<Approvals>('/approvals')).body;
    expect(approvals[0]).toMatchObject({ decision: 'declined', decidedBy: 'Bo Admin', decisionReason: 'Not yet' });

    await change(first.tab, person.id, { roles: everywhere('viewer'), reason: '' });
    expect((await first.tab.post(`/approvals/${(await waiting(first.tab)).id}/withdraw`)).status).toBe(204);
    expect(await server.query('select role from staff_roles where staff_id = $1', [person.id])).toEqual([]);
  });

  test('two admins at once: the second sees that something changed', async () => {
    const { first, second } = await twoAdmins();
    const { person } = await invite(first.tab, 'cy@example.com');
    const give = (tab: ConsoleTab) =>
      tab.put(`/staff/${person.id}/roles`, { roles: everywhere('viewer'), reason: '' }, match(person));
    const answers = await Promise.all([give(first.tab), give(second.tab)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 412]));
    // A request that does not say what was seen changes nothing, either.
    expect((await first.tab.put(`/staff/${person.id}/state`, { disabled: true })).status).toBe(400);
  });
});

test.each(['first', 'second'] as const)(
  'of roles that are approved and an account that is disabled, the %s counts',
  async (winner) => {
    const { first, second, meetAt } = await twoAdminsSideBySide();
    const cy = await invite(first.tab, 'cy@example.com', 'reviewer');
    await setUpWithPasskey(server, tokenOf(cy.link));
    const [request, seen] = [await waiting(second.tab), await personOf(first.tab, cy.person.id)];
    const requests = [
      () => approve(second.tab, second.passkey, request),
      () => first.tab.put(`/staff/${seen.id}/state`, { disabled: true }, match(seen)),
    ];
    const answers = await meetAt(seen.id, ...(winner === 'first' ? requests : requests.toReversed()));
    expect(answers.map(({ status }) => status)).toEqual(winner === 'first' ? [204, 412] : [200, 409]);
  },
);

describe('the last admin', () => {
  test('stays: two admins who disable each other at once leave one', async () => {
    const { first, second } = await twoAdmins();
    const both = [
      { tab: first.tab, seen: await personOf(first.tab, second.personId) },
      { tab: second.tab, seen: await personOf(second.tab, first.personId) },
    ];
    const answers = await Promise.all(
      both.map(({ tab, seen }) => tab.put(`/staff/${seen.id}/state`, { disabled: true }, match(seen))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      await server.query(
        "select id from staff join staff_roles on id = staff_id where role = 'admin' and disabled_at is null",
      ),
    ).toHaveLength(1);
  });

  test('cannot lose the role to somebody who is no longer admin', async () => {
    const { first, second } = await twoAdmins();
    const ada = await personOf(first.tab, first.personId);
    await server.query('update staff set disabled_at = now() where id = $1', [second.personId]);
    const outsider = await signInTab(server, 'admin');
    await server.query('update staff set activated_at = null where id = $1', [outsider.person.id]);
    const { body } = await outsider.put(`/staff/${ada.id}/roles`, { roles: [], reason: '' }, match(ada));
    expect(body).toMatchObject({ code: 'conflict', detail: expect.stringContaining('last administrator') });
  });
});

describe('an account', () => {
  test('that is disabled loses all sessions at once, and signs in no more until it is enabled', async () => {
    const { tab } = await setUpWithPasskey(server, await createToken(server));
    const { link, person } = await invite(tab, 'bo@example.com', 'viewer');
    const bo = await setUpWithPasskey(server, tokenOf(link));
    const other = new ConsoleTab(server.app);
    await signInWithPasskey(other, bo.passkey);
    expect((await disable(tab, person.id)).body).toMatchObject({ state: 'disabled' });
    expect((await tab.get(`/staff/${person.id}/sessions`)).body).toEqual({ sessions: [] });
    expect((await bo.tab.get('/session')).status).toBe(401);
    // As if a simultaneous sign-in had begun one.
    await server.query('update staff_sessions set ended_at = null where staff_id = $1', [person.id]);
    expect((await other.get('/session')).status).toBe(401);
    expect((await signInWithPasskey(other, bo.passkey)).body.code).toBe('sign-in-failed');
    await change(tab, person.id, { disabled: false });
    expect((await signInWithPasskey(other, bo.passkey)).status).toBe(200);
  });

  test('that is disabled while its owner signs in keeps no session for when it is enabled', async () => {
    const { first, second, app, meetAt } = await twoAdminsSideBySide();
    const seen = await personOf(first.tab, second.personId);
    const tab = new ConsoleTab(app);
    const answers = await meetAt(
      second.personId,
      () => signInWithPasskey(tab, second.passkey),
      () => first.tab.put(`/staff/${seen.id}/state`, { disabled: true }, match(seen)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await change(first.tab, second.personId, { disabled: false })).status).toBe(200);
    expect((await tab.get('/session')).status).toBe(401);
  });

  test('a session of it can be ended by an admin, alone', async () => {
    const { tab } = await setUpWithPasskey(server, await createToken(server));
    const { link, person } = await invite(tab, 'bo@example.com', 'viewer');
    const bo = await setUpWithPasskey(server, tokenOf(link));
    const other = new ConsoleTab(server.app);
    await signInWithPasskey(other, bo.passkey);
    const { sessions } = (await tab.get<{ sessions: StaffSessionRow[] }>(`/staff/${person.id}/sessions`)).body;
    expect(sessions).toHaveLength(2);
    const { body } = await bo.tab.get<StaffSession>('/session');
    expect(body.person.name).toBe('Ada Admin');
    expect((await tab.delete(`/staff/${person.id}/sessions/${sessions[0]?.id}`)).status).toBe(204);
    const open = await Promise.all([bo.tab, other].map(async (each) => (await each.get('/session')).status));
    expect(new Set(open)).toEqual(new Set([200, 401]));
  });

  test('keeps a record of all that happened to it', async () => {
    const { first, second } = await twoAdmins();
    await disable(first.tab, second.personId);
    const by = first.personId;
    const rows = await readRecordHistory(server, second.personId);
    expect(rows.map(({ kind, details }) => [kind, details['by']])).toEqual([
      ['staff-invited', by],
      ['role-granted', by],
      ['staff-link-made', by],
      ['staff-joined', undefined],
      ['staff-deactivated', by],
    ]);
  });
});
