import type { Bounces } from '@redress/contract/console/letter-batches';
import type { ClaimLetters } from '@redress/contract/console/letters';
import { settlement } from '@redress/content/settlement';
import { readBounces } from '@redress/server/claims/letters/read-bounces';
import { createHmac, randomUUID } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { defaultLimits } from '@redress/server/platform/http/rate-limits';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { useStaff } from '../../../setup/console.ts';
import { lettersOf, publicUrl, queueLetterOf, sendLettersOf, tellClaimant } from '../../../setup/letters.ts';
import { deficient } from '../../../setup/postal-letters.ts';
import { correctAnswer, decide, eventsOf, fileReady, readReviewOf } from '../../../setup/review.ts';
import { beforeDeadline, keys, pass, useTestServer } from '../../../setup/test-server.ts';
import { makeFolder } from '../../../setup/folders.ts';

const [secret, formerSecret] = ['a'.repeat(32), 'b'.repeat(44)];
const server = useTestServer({ members: 30, overrides: { bounceSecrets: [secret, formerSecret] } });
const { reviewer, mailroom, signIn } = useStaff(server, { reviewer: 'reviewer', mailroom: 'mailroom' });
let folder = '';
beforeEach(async () => {
  folder = await makeFolder();
});

/** An email about a deficiency that the mail server accepted on July 1. */
async function emailOne() {
  const { number } = await fileReady(server);
  await decide(reviewer, number, deficient);
  await tellClaimant(server, number);
  pass(server, 60);
  const [letter] = await lettersOf(server, number);
  return { number, id: letter?.id ?? '', code: String(letter?.['code']) };
}
const statusesOf = async (number: string) =>
  (await lettersOf(server, number)).map(({ channel, status }) => `${channel} ${status}`);
const list = async () => (await mailroom.get<Bounces>('/bounces')).body;

async function receive(...messages: readonly string[]): Promise<void> {
  for (const [index, message] of messages.entries()) await writeFile(join(folder, `${index}.eml`), message);
  const { database, log } = server;
  await readBounces({ database, log, keys, settlement, publicUrl, now: () => server.now }, folder);
}

const addressOf = (letterId: string) => `bounce+${letterId.replaceAll('-', '')}@claims.example.com`;

/** A report as Postfix writes it (RFC 3464), without any header of the message that failed. */
const report = (to: string, fields = 'Action: failed\r\nStatus: 5.1.1') =>
  [
    'From: Mail Delivery System <MAILER-DAEMON@mail.example.com>',
    `To: ${to}`,
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'I could not deliver your message to jane@example.com.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example.com',
    '',
    'Final-Recipient: rfc822; jane@example.com',
    fields,
    'Diagnostic-Code: smtp; 550 5.1.1 <jane@example.com>:',
    ' Recipient address rejected',
    '',
    '--b--',
    '',
  ].join('\r\n');

test('each email has an envelope sender of its own', async () => {
  const { number } = await fileReady(server);
  await decide(reviewer, number, deficient);
  await queueLetterOf(server, number);
  const [letter] = await lettersOf(server, number);
  const [mail] = await sendLettersOf(server, number, { outcome: 'sent' }, 'bounce@claims.example.com');
  expect(mail).toMatchObject({ envelopeFrom: addressOf(letter?.id ?? ''), from: { address: 'no-reply@example.com' } });
});

test('a report of a failed delivery is a bounce, and queues the same letter by post', async () => {
  const { number, id } = await emailOne();
  expect(await readReviewOf(reviewer, number)).toMatchObject({ cureDue: expect.any(String) });
  await receive(report(addressOf(id)));
  expect(await statusesOf(number)).toEqual(['email bounced', 'post queued']);
  const [email, paper] = await lettersOf(server, number);
  expect(paper).toMatchObject({
    replaces: id,
    queued_by: null,
    content: email?.['content'],
    access_hash: expect.any(Buffer),
  });
  expect(await readReviewOf(reviewer, number)).toMatchObject({ status: 'deficient', cureDue: null });
  expect((await eventsOf(server, number)).slice(-2)).toMatchObject([
    { kind: 'letter-returned', cause: '5.1.1' },
    { kind: 'letter-queued', channel: 'post', replaces: id },
  ]);
  expect(await readdir(folder)).toEqual([]);
  // The test before left another one.
  const { bounced } = await list();
  expect(bounced.filter(({ claimNumber }) => claimNumber === number)).toMatchObject([{ repeated: 'queued' }]);
  // The same report again, for example after the process was killed before it deleted the file.
  await receive(report(addressOf(id)));
  expect(await statusesOf(number)).toEqual(['email bounced', 'post queued']);
});

test('after a bounce, the next letters go by post, until the claim has another email address', async () => {
  const { number, id } = await emailOne();
  const nextOf = async () => (await reviewer.get<ClaimLetters>(`/claims/${number}/letters`)).body.next;
  expect(await nextOf()).toMatchObject({ channel: 'email' });
  await receive(report(addressOf(id)));
  expect(await nextOf()).toMatchObject({ channel: 'post', to: ['Jane Doe', '12 Larkmoor Lane', 'Phoenix, AZ 85001'] });
  expect(await correctAnswer(reviewer, number, { field: 'email', value: 'jane@new.example' })).toBe(204);
  expect(await nextOf()).toMatchObject({ channel: 'email', to: ['jane@new.example'] });
});

test('a mail server that refuses the recipient queues the letter by post at once', async () => {
  const { number } = await fileReady(server);
  await decide(reviewer, number, deficient);
  server.now = new Date(beforeDeadline.getTime() - 60_000);
  await queueLetterOf(server, number);
  server.now = beforeDeadline;
  await sendLettersOf(server, number, { outcome: 'refused', code: 550 });
  expect(await lettersOf(server, number)).toMatchObject([{ status: 'bounced', mailed_on: null }, { status: 'queued' }]);
  expect((await eventsOf(server, number)).slice(-2)).toMatchObject([
    { kind: 'letter-returned', cause: 'refused-550' },
    { kind: 'letter-queued', channel: 'post' },
  ]);
});

test('delays and automatic replies are no bounces', async () => {
  const { number, id } = await emailOne();
  const reply = [
    'From: Jane <jane@example.com>',
    `To: ${addressOf(id)}`,
    'Auto-Submitted: auto-replied',
    'Subject: Away',
    '',
    'Back on Monday',
  ];
  await receive(
    report(addressOf(id), 'Action: delayed\r\nStatus: 4.4.1'),
    report(addressOf(id), 'Action: relayed\r\nStatus: 2.0.0'),
    reply.join('\r\n'),
  );
  expect(await statusesOf(number)).toEqual(['email sent']);
  expect(await readdir(folder)).toEqual([]);
  expect((await list()).reports).toEqual([]);
});

test('a bounce more than ten days after the sending queues nothing by itself', async () => {
  const { number, id, code } = await emailOne();
  pass(server, 11 * 24 * 60 * 60);
  await signIn();
  await receive(report(addressOf(id)));
  expect(await statusesOf(number)).toEqual(['email bounced']);
  const { body } = await mailroom.get<{ letters: { id: string }[] }>('/returned-letters');
  expect(body.letters.map((letter) => letter.id)).toContain(code);
});

test('reports that a program cannot match are kept once, and staff say which letter bounced', async () => {
  const { number, code } = await emailOne();
  const unmatched = report('bounce@claims.example.com');
  const plain = [
    'From: postmaster@example.org',
    'To: bounce@claims.example.com',
    'Subject: failure notice',
    '',
    'Hi. This is qmail.',
  ];
  const unknown = report(addressOf(randomUUID()));
  await receive(unmatched, unmatched, unknown, plain.join('\r\n'), '\u0000\u0001 no message at all');
  expect(await readdir(folder)).toEqual([]);
  const { reports } = await list();
  expect(reports.map(({ letterId }) => letterId)).toEqual([null, null, null, null]);
  const { id = '', sender } = reports.find(({ subject }) => subject === 'failure notice') ?? {};
  expect(sender).toBe('postmaster@example.org');
  expect((await mailroom.post(`/bounces/${id}/decision`, { letter: '0000000000' })).body.errors).toMatchObject([
    { rule: 'unknown-letter' },
  ]);
  const waiting = (await fileReady(server)).number;
  await decide(reviewer, waiting, deficient);
  await queueLetterOf(server, waiting);
  const [unsent] = await lettersOf(server, waiting);
  expect((await mailroom.post(`/bounces/${id}/decision`, { letter: unsent?.['code'] })).status).toBe(409);
  expect(await statusesOf(waiting)).toEqual(['email queued']);
  expect((await mailroom.post(`/bounces/${id}/decision`, { letter: code })).status).toBe(204);
  expect(await statusesOf(number)).toEqual(['email bounced', 'post queued']);
  expect((await mailroom.post(`/bounces/${id}/decision`, { letter: code })).status).toBe(404);
  for (const { id: other } of reports.filter((each) => each.id !== id))
    expect((await mailroom.post(`/bounces/${other}/decision`, { letter: null })).status).toBe(204);
  expect((await list()).reports).toEqual([]);
});

describe('a webhook', () => {
  const sign = (body: string, key = secret, at = server.now) => {
    const seconds = Math.floor(at.getTime() / 1_000);
    return `t=${seconds},v1=${createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')}`;
  };
  const post = (
    payload: string,
    signature: string | undefined = sign(payload),
    { type = 'message/rfc822', encoding = 'identity', app = server.app } = {},
  ) =>
    app.inject({
      method: 'POST',
      url: '/api/mail/bounces',
      headers: {
        'content-type': type,
        'content-encoding': encoding,
        ...(signature !== '' && { 'redress-signature': signature }),
      },
      payload,
    });

  test('reports a bounce like a file, once however often it is sent', async () => {
    const { number, id } = await emailOne();
    const message = report(addressOf(id));
    for (const key of [secret, secret, formerSecret]) {
      const response = await post(message, sign(message, key));
      expect([response.statusCode, response.body]).toEqual([204, '']);
    }
    expect(await statusesOf(number)).toEqual(['email bounced', 'post queued']);
    const unmatched = report('bounce@claims.example.com');
    for (let sent = 0; sent < 2; sent += 1) expect((await post(unmatched)).statusCode).toBe(204);
    const { reports } = await list();
    expect(reports).toHaveLength(1);
    await mailroom.post(`/bounces/${reports[0]?.id}/decision`, { letter: null });
  });

  test('is refused without the right signature of these bytes and this time', async () => {
    const { number, id } = await emailOne();
    const message = report(addressOf(id));
    const minutes = (count: number) => new Date(server.now.getTime() + count * 60_000);
    for (const signature of [
      '',
      'nonsense',
      sign(message, 'c'.repeat(32)),
      sign(`${message} `),
      sign(message).replace(/t=\d/, 't=2'),
      sign(message, secret, minutes(-6)),
      sign(message, secret, minutes(6)),
    ]) {
      const response = await post(message, signature);
      expect([signature, response.statusCode, response.json()]).toMatchObject([
        signature,
        401,
        { code: 'bad-signature' },
      ]);
    }
    expect(await statusesOf(number)).toEqual(['email sent']);
    expect((await post(message, sign(message, secret, minutes(-4)))).statusCode).toBe(204);
  });

  test('comes again later if the mail server was faster than the record that it took the letter', async () => {
    const { number } = await fileReady(server);
    await decide(reviewer, number, deficient);
    await queueLetterOf(server, number);
    const [letter] = await lettersOf(server, number);
    const response = await post(report(addressOf(letter?.id ?? '')));
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '60']);
    expect(await statusesOf(number)).toEqual(['email queued']);
  });

  test('takes a megabyte of the right type, and so many per address', async () => {
    expect((await post('x'.repeat(1024 * 1024 + 1))).statusCode).toBe(413);
    expect((await post('{}', sign('{}'), { type: 'application/json' })).statusCode).toBe(415);
    expect((await post('x', sign('x'), { encoding: 'gzip' })).statusCode).toBe(415);
    expect((await list()).reports).toEqual([]);
    const limits = { ...defaultLimits, 'bounce-address': { attempts: 1, seconds: 600 } };
    const app = await server.buildAnother({ bounceSecrets: [secret], limits });
    onTestFinished(() => app.close());
    expect((await post('x', 'nonsense', { app })).statusCode).toBe(401);
    expect((await post('x', 'nonsense', { app })).statusCode).toBe(429);
  });

  test.each([
    ['with the length of its body', 401, 'nonsense', { 'content-length': '10485760' }],
    ['with the length of its body, signed', 413, undefined, { 'content-length': '10485760' }],
    ['in pieces', 401, 'nonsense', {}],
    ['in pieces, signed', 413, undefined, {}],
  ])('of ten megabytes, %s, is refused before they were read', async (_name, status, signature, length) => {
    let sent = 0;
    const payload = new Readable({
      highWaterMark: 0,
      read() {
        sent += 65_536;
        this.push(sent > 10 * 1024 * 1024 ? null : Buffer.alloc(65_536));
      },
    });
    const headers = { 'content-type': 'message/rfc822', 'redress-signature': signature ?? sign('x'), ...length };
    const response = await server.app.inject({ method: 'POST', url: '/api/mail/bounces', headers, payload });
    expect(response.statusCode).toBe(status);
    expect(sent).toBeLessThan('content-length' in length || status === 401 ? 200_000 : 1_300_000);
  });

  test('does not exist without a secret', async () => {
    const app = await server.buildAnother({ bounceSecrets: [] });
    onTestFinished(() => app.close());
    expect((await post('x', sign('x'), { app })).statusCode).toBe(404);
  });
});

test('a file that cannot be read keeps no other one waiting', async () => {
  const { number, id } = await emailOne();
  await mkdir(join(folder, '-.eml'));
  await receive(report(addressOf(id)));
  expect(await statusesOf(number)).toEqual(['email bounced', 'post queued']);
  expect(await readdir(folder)).toEqual(['-.eml']);
});
