import type { Problem } from '@redress/contract/problem';
import type { RevealedTaxId } from '@redress/contract/console/claim-details';
import { defaultLimits } from '@redress/server/platform/http/rate-limits';
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ConsoleTab, type StaffTab } from '../../../setup/console.ts';
import { agentAnswers, fileTpp, openForm } from '../../../setup/sample-claims.ts';
import { beforeDeadline } from '../../../setup/test-server.ts';
import { useClaimDetails } from './use-claim-details.ts';

const { server, claims: filed, signIn, read, readsOf } = useClaimDetails();
let number: string;
let payorNumber: string;
beforeAll(() => {
  ({ number, payorNumber } = filed);
});
beforeEach(() => {
  server.now = beforeDeadline;
});

describe('revealing a tax ID', () => {
  const reveal = (tab: StaffTab, body: unknown, claim = payorNumber) =>
    tab.post<RevealedTaxId & Pick<Problem, 'code'>>(`/claims/${claim}/tax-ids/reveal`, body);

  test('gives one value for a minute, is never cached, and is logged with its reason', async () => {
    const tab = await signIn('finance');
    const { status, body, headers } = await reveal(tab, { path: 'tin', reason: 'W-9 does not match' });
    expect([status, body]).toEqual([200, { taxId: '918273645', seconds: 60 }]);
    expect(headers['cache-control']).toBe('no-store');
    expect(await readsOf(tab)).toEqual([
      { what: 'reveal', subject: `claim ${payorNumber}`, reason: 'W-9 does not match', result_ids: ['tax ID tin'] },
    ]);
  });

  test('reaches the tax ID of one of an agent’s class members', async () => {
    const agent = (await fileTpp(await openForm(server.app), agentAnswers)).body.claimNumber;
    const tab = await signIn('reviewer');
    const { taxIds } = await read(tab, agent);
    const path = 'classMembers.1.classMemberFEIN';
    expect(taxIds).toContainEqual({ path, row: 'classMembers.1' });
    expect((await reveal(tab, { path, reason: 'x' }, agent)).body.taxId).toBe('645192837');
  });

  test('needs a reason, and a path with a tax ID', async () => {
    const tab = await signIn('reviewer');
    const long = 'x'.repeat(501);
    for (const body of [{ path: 'tin' }, { path: 'tin', reason: '   ' }, { path: 'tin', reason: long }, {}])
      expect([body, (await reveal(tab, body)).status]).toEqual([body, 400]);
    expect((await reveal(tab, { path: 'zip', reason: 'x' })).status).toBe(404);
  });

  test('is limited for each person, whatever their address', async () => {
    const limits = { ...defaultLimits, 'staff-reveal': { attempts: 2, seconds: 3_600 } };
    const app = await server.buildAnother({ limits });
    const body = { path: 'tin', reason: 'x' };
    const [one, other] = [await signIn('reviewer'), await signIn('reviewer')].map(
      ({ person }) => new ConsoleTab(app, person.token),
    );
    const statuses: (number | undefined)[] = [];
    for (const tab of [one, one, one, other])
      statuses.push((await tab?.post(`/claims/${payorNumber}/tax-ids/reveal`, body))?.status);
    expect(statuses).toEqual([200, 200, 429, 200]);
  });
});

describe('notes and calls', () => {
  const add = (tab: StaffTab, text: string, id: string = randomUUID()) =>
    tab.post(`/claims/${number}/notes`, { id, text });

  test('are added with author and time, and are part of the sealed history', async () => {
    const tab = await signIn('call-center');
    expect((await add(tab, 'Asked about the deadline.\nCalls back. ')).status).toBe(204);
    const id = randomUUID();
    expect((await tab.post(`/claims/${number}/calls`, { id, topic: 'status-told', text: '' })).status).toBe(204);
    const { notes, calls, history } = await read(tab);
    const written = { author: tab.person.name, at: beforeDeadline.toISOString() };
    expect(notes).toContainEqual({
      ...written,
      id: expect.any(String),
      text: 'Asked about the deadline.\nCalls back.',
    });
    expect(calls).toContainEqual({ ...written, id, topic: 'status-told', text: '' });
    expect(history.slice(-2).map(({ kind }) => kind)).toEqual(['note-added', 'call-logged']);
    expect(JSON.stringify(history)).not.toContain('deadline.');
    const seen = (await read(await signIn('viewer'))).history.slice(-2);
    expect(seen.map(({ kind, details }) => [kind, details])).toEqual([
      ['note-added', {}],
      ['call-logged', {}],
    ]);
  });

  test('sent twice are added once; the same ID for something else is a conflict', async () => {
    const tab = await signIn('reviewer');
    const id = randomUUID();
    const before = (await read(tab)).notes?.length ?? 0;
    await Promise.all([add(tab, 'Once', id), add(tab, 'Once', id)]);
    expect((await read(tab)).notes).toHaveLength(before + 1);
    expect((await add(tab, 'Something else', id)).body.code).toBe('conflict');
    expect((await add(await signIn('reviewer'), 'Once', id)).body.code).toBe('conflict');
  });

  test('take 10,000 characters and no more, none that are empty, and topics that exist', async () => {
    const tab = await signIn('reviewer');
    expect((await add(tab, 'é'.repeat(10_000))).status).toBe(204);
    expect((await add(tab, '😀'.repeat(10_000))).status).toBe(204);
    expect((await add(tab, '😀'.repeat(10_001))).status).toBe(400);
    expect((await add(tab, 'x'.repeat(10_001))).status).toBe(400);
    expect((await add(tab, ' \n ')).status).toBe(400);
    expect((await add(tab, 'x', 'no-uuid')).status).toBe(400);
    expect((await add(tab, 'with \u0000 and \ud800 and ‮right to left')).status).toBe(204);
    const call = { id: randomUUID(), topic: 'gossip', text: '' };
    expect((await tab.post(`/claims/${number}/calls`, call)).status).toBe(400);
  });
});
