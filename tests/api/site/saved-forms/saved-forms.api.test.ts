import { mailMarkers } from '@redress/contract/site-files';
import type { ClaimForm } from '@redress/forms/definition';
import { defaultLimits } from '@redress/server/platform/http/rate-limits';
import { createLog } from '@redress/server/platform/logging/log';
import { createSmtpMailer } from '@redress/server/platform/mail/mailers';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Answer, Browser, expectProblem, goodAnswers } from '../../../setup/browser.ts';
import { builtFormPage } from '../../../setup/fake-page-renderer.ts';
import { type MailServer, partsOf, startMailServer } from '../../../setup/mail-server.ts';
import { createSiteFolder } from '../../../setup/site-folder.ts';
import { agentAnswers, classMembersOf } from '../../../setup/sample-claims.ts';
import { beforeDeadline, startTestServer, type TestServer, useTestServer } from '../../../setup/test-server.ts';
import { cleanUpOf } from '../../../setup/clean-up.ts';

let mail: MailServer;
let browser: Browser;
/** Codes with which the mail server refuses recipients. */
const refused = new Map<string, number>();
const logged: string[] = [];
const log = createLog('info', { write: (line: string) => void logged.push(line) });
const from = { name: '', address: 'no-reply@example.com' };

beforeAll(async () => {
  mail = await startMailServer({ answerTo: (address) => refused.get(address) });
  return () => mail.stop();
});
const server = useTestServer(() => ({ overrides: { log, mail: { mailer: createSmtpMailer(mail.url), from } } }));
beforeEach(async () => {
  server.now = beforeDeadline;
  await server.query('delete from saved_forms');
  logged.length = 0;
  browser = await openTab();
});

const openTab = async (app = server.app, address?: string, language?: string) => {
  const tab = new Browser(app, address, language);
  await tab.session();
  return tab;
};
const post = (path: string, body: unknown, tab = browser) =>
  tab.send('POST', path, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
interface Saved {
  readonly id: string;
  readonly lastDay: string;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly notTaken: readonly string[];
  readonly savedAt: string;
  readonly formVersion: number;
}
const bodyOf = (answer: Answer): Saved => JSON.parse(answer.text) as Saved;
function save(changes: Readonly<Record<string, unknown>> = {}, tab = browser) {
  const request = { formId: 'consumer', formVersion: 1, email: 'jane.doe@example.com', answers: goodAnswers };
  return post('/api/saved-forms', { ...request, ...changes }, tab);
}
const open = (code: string, formId = 'consumer', tab = browser) => post('/api/saved-forms/open', { code, formId }, tab);
const stored = () => server.query('select * from saved_forms');

/** The text, HTML and raw source of the newest message, and the code in its link. */
function lastMail() {
  const { to, raw } = mail.received.at(-1) ?? { to: [], raw: '' };
  const parts = partsOf(raw);
  const [text = '', html = ''] = parts.map(({ bytes }) => bytes.toString('utf8'));
  const link = /http:\S+#saved=\S+/.exec(text)?.[0] ?? '';
  return { to, raw, text, html, link, code: link.split('#saved=')[1] ?? '', types: parts.map(({ type }) => type) };
}

describe('saving a form', () => {
  test('sends the link once, and the code in it opens the answers', async () => {
    const sent = mail.received.length;
    const answer = await save();
    expect(answer.status).toBe(201);
    // 14 days after the server's clock.
    expect(bodyOf(answer).lastDay).toBe('2025-07-15');
    expect(mail.received).toHaveLength(sent + 1);
    const { to, link, code, text, html, raw, types } = lastMail();
    expect(to).toEqual(['jane.doe@example.com']);
    expect(types).toEqual(['text/plain', 'text/html']);
    expect(link).toMatch(/^http:\/\/localhost:4300\/consumera-claimants#saved=(?:[0-9A-Z]{4}-){6}[0-9A-Z]{4}$/);
    expect(raw).toContain('Subject: Finish your claim: Antidepressant Antitrust Settlement');
    for (const part of [text, html]) {
      expect(part).toContain(code);
      expect(part).toContain('July 15, 2025');
      expect(part).toContain('The deadline to file is July 17, 2025.');
      expect(part).toContain('It is not filed yet.');
    }
    const opened = await open(code);
    expect(opened.status).toBe(200);
    const { signature: _signature, ...kept } = goodAnswers;
    expect(bodyOf(opened).answers).toEqual(kept);
    expect(bodyOf(opened).savedAt).toBe('2025-07-01T12:00:00.000Z');
    // As often as needed, in lower case, with spaces, or with letters in place of digits.
    for (const typed of [
      code.toLowerCase(),
      code.replaceAll('-', ' '),
      ` ${code.replaceAll('-', '')}`,
      code.replaceAll('0', 'o').replaceAll('1', 'l'),
    ])
      expect((await open(typed)).status).toBe(200);
  });

  test('mails nothing that was typed', async () => {
    await save({ answers: { ...goodAnswers, name1: 'BUY NOW https://spam.example' } });
    const { text, html, raw } = lastMail();
    expect(text).not.toBe('');
    for (const part of [text, html, raw])
      expect(part).not.toMatch(/BUY NOW|spam\.example|Larkmoor|Phoenix|\b85001\b|1,?250\.5|555-0100/);
  });

  test('stores neither answers, address nor code, and logs none of them', async () => {
    const answer = await save();
    const { code } = lastMail();
    await open(code);
    const tables = await server.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    expect(tables.map(({ name }) => name)).toContain('saved_forms');
    const rows = await Promise.all(
      tables.map(({ name }) => server.query<{ row: string }>(`select t::text as row from ${name} t`)),
    );
    const everything = [...rows.flat().map(({ row }) => row), ...logged].join('\n');
    expect(everything).toContain(Buffer.from(bodyOf(answer).id, 'base64url').toString('hex'));
    const [row] = await server.query<{ encrypted: Buffer }>('select encrypted from saved_forms');
    for (const secret of [code, code.replaceAll('-', ''), 'Larkmoor', 'jane.doe@example.com', 'repealerState']) {
      expect(row?.encrypted.includes(secret)).toBe(false);
      for (const spelled of [secret, Buffer.from(secret).toString('hex')]) expect(everything).not.toContain(spelled);
    }
  });

  test('leaves out tax IDs, also of 2,000 class members, codes from a notice and signatures', async () => {
    const classMembers = classMembersOf(2_000).map((row) => ({
      ...row,
      classMemberName: `${row.classMemberName} Fund`,
    }));
    await save({ formId: 'tpp', formVersion: 2, answers: { ...agentAnswers, classMembers } });
    const { signature: _signature, agentsTin: _tin, ...kept } = agentAnswers;
    expect(bodyOf(await open(lastMail().code, 'tpp')).answers).toEqual({
      ...kept,
      classMembers: classMembers.map(({ classMemberName }) => ({ classMemberName })),
    });
    const answers = { noticeId: '123456789', name1: 'Ana', signature: 'Ana' };
    await save({ formId: 'individual', formVersion: 1, answers });
    expect(bodyOf(await open(lastMail().code, 'individual')).answers).toEqual({ name1: 'Ana' });
  });

  test('drops what is no answer to the form', async () => {
    const others = { googleRecaptchaToken: 'x', state: 'Atlantis', city: 7, noticeId: '1' };
    await save({ answers: { name1: 'Ana', ...others } });
    expect(bodyOf(await open(lastMail().code)).answers).toEqual({ name1: 'Ana' });
  });

  test('replaces the form that the tab saved before, once the new link is sent', async () => {
    const first = bodyOf(await save());
    const { code } = lastMail();
    refused.set('unknown@example.com', 550);
    expectProblem(await save({ replaces: first.id, email: 'unknown@example.com' }), 422, 'invalid-answers');
    expect((await open(code)).status).toBe(200);
    expect((await save({ replaces: first.id })).status).toBe(201);
    expectProblem(await open(code), 404, 'not-found');
    expect((await open(lastMail().code)).status).toBe(200);
  });

  test('is in Spanish for a Spanish page', async () => {
    await save({}, await openTab(server.app, undefined, 'es'));
    const { text, raw, link } = lastMail();
    expect(raw).toContain('Content-Language: es-US');
    expect(link).toContain('/es/consumera-claimants#saved=');
    expect(text).toContain('Todavía no está presentado.');
    expect(text).toContain('La fecha límite para presentar el reclamo es el 17 de julio de 2025.');
  });

  test('says in the mail that the deadline has passed', async () => {
    server.now = new Date('2025-07-20T12:00:00Z');
    await save();
    expect(lastMail().text).toContain('The deadline was July 17, 2025. You can still file');
  });

  test('stores nothing when the mail cannot be sent, and says so', async () => {
    const broken = await server.buildAnother({ mail: { mailer: createSmtpMailer('smtp://127.0.0.1:1'), from } });
    const problem = expectProblem(await save({}, await openTab(broken)), 503, 'unavailable');
    expect(problem.detail).toContain('nothing was saved');
    expect(await stored()).toEqual([]);
    expect(logged.join('\n')).not.toContain('jane.doe');
  });

  test('stores nothing for an address that the mail server refuses or that is none', async () => {
    refused.set('unknown@example.com', 550);
    const problem = expectProblem(await save({ email: 'unknown@example.com' }), 422, 'invalid-answers');
    expect(problem.errors?.map(({ field }) => field)).toEqual(['email']);
    for (const email of ['', 'jane', 'jane@gmail', 'a@example.com, b@example.com', 'a@example.com\nBcc: b@example.com'])
      expectProblem(await save({ email }), 422, 'invalid-answers');
    expect(await stored()).toEqual([]);
  });

  test('is not offered without a mail server, with script or without', async () => {
    expect(JSON.parse((await browser.session()).text)).toMatchObject({ savesForms: true });
    const section = `${mailMarkers.start}<details>Save</details>${mailMarkers.end}`;
    const site = await createSiteFolder({ 'consumerb-claimants/index.html': builtFormPage('Form') + section });
    onTestFinished(() => site.remove());
    const { connectionString } = server;
    const without = await startTestServer({ connectionString, overrides: { siteFolder: site.folder } });
    onTestFinished(() => without.close());
    const other = new Browser(without.app);
    expect(JSON.parse((await other.session()).text)).toMatchObject({ savesForms: false });
    expectProblem(await save({}, other), 503, 'unavailable');
    const read = async (app: TestServer['app']) => (await app.inject({ url: '/consumerb-claimants' })).body;
    expect(await read(await server.buildAnother({ siteFolder: site.folder }))).toContain('<details>');
    const page = await read(without.app);
    expect(page).toContain('as built');
    expect(page).not.toContain('<details>');
  });

  test('refuses an empty form, an unknown form, a body that is none, and a request without the token of the page', async () => {
    expectProblem(await save({ answers: { signature: 'Ana' } }), 400, 'bad-request');
    expectProblem(await save({ formId: 'nothing' }), 400, 'bad-request');
    expectProblem(await post('/api/saved-forms', { answers: [] }), 400, 'bad-request');
    expectProblem(await save({ answers: { name1: 'a'.repeat(2_100_000) } }), 413, 'too-large');
    browser.cookies.delete('XSRF-TOKEN');
    expectProblem(await save(), 403, 'bad-token');
  });
});

describe('opening a saved form', () => {
  test('works through the 14th day at the court, and then its row is deleted', async () => {
    await save();
    const { code } = lastMail();
    // Midnight in New York, in summer.
    const [before, after] = [new Date('2025-07-16T03:59:59Z'), new Date('2025-07-16T04:00:00Z')];
    server.now = before;
    expect((await open(code)).status).toBe(200);
    server.now = after;
    expectProblem(await open(code), 404, 'not-found');
    await cleanUpOf(server, before);
    expect(await stored()).toHaveLength(1);
    await cleanUpOf(server, new Date(after.getTime() + 1));
    expect(await stored()).toEqual([]);
  });

  test('tells a damaged code, an unknown one and one of another form apart', async () => {
    await save();
    const { code } = lastMail();
    expectProblem(await open(code.slice(0, -1)), 400, 'bad-request');
    expectProblem(await open(''), 400, 'bad-request');
    expectProblem(await open(code.replaceAll(/[A-Z0-9]/g, '0')), 404, 'not-found');
    expect(expectProblem(await open(code, 'tpp'), 404, 'not-found').detail).toContain('another claim form');
  });

  test('takes over what a newer version of the form still asks, and lists the rest', async () => {
    const answers = { name1: 'Ana', state: 'Arizona', city: 'Phoenix' };
    await save({ answers });
    const { code } = lastMail();
    const changed = await startTestServer({
      connectionString: server.connectionString,
      change: (original) => ({ ...original, claimForms: original.claimForms.flatMap(withVersionWithoutCity) }),
    });
    onTestFinished(() => changed.close());
    expect(bodyOf(await open(code, 'consumer', await openTab(changed.app)))).toMatchObject({
      formVersion: 2,
      answers: { name1: 'Ana', state: 'Arizona' },
      notTaken: ['City'],
    });
  });

  test('ends when the tab that filed it deletes it, for which no code is needed', async () => {
    const { id } = bodyOf(await save());
    const { code } = lastMail();
    expect((await browser.send('DELETE', `/api/saved-forms/${'x'.repeat(43)}`)).status).toBe(204);
    expect((await open(code)).status).toBe(200);
    expect((await browser.send('DELETE', `/api/saved-forms/${id}`)).status).toBe(204);
    expectProblem(await open(code), 404, 'not-found');
  });
});

describe('the limits', () => {
  test('let an address receive five links a day, from whatever connection', async () => {
    const limited = await server.buildAnother({ limits: defaultLimits });
    for (let count = 0; count < 5; count += 1)
      expect((await save({ email: 'Target@example.com' }, await openTab(limited, `10.0.0.${count}`))).status).toBe(201);
    const sent = mail.received.length;
    const tab = await openTab(limited, '10.0.1.1');
    const problem = expectProblem(await save({ email: 'target@EXAMPLE.com' }, tab), 429, 'too-many-requests');
    expect(problem.detail).toContain('tomorrow');
    expect(mail.received).toHaveLength(sent);
    expectProblem(await save({ email: 'target+more@example.com' }, tab), 429, 'too-many-requests');
    expect((await save({ email: 'someone.else@example.com' }, tab)).status).toBe(201);
  });

  test('let a connection send 20 links an hour, and all together only so many', async () => {
    await server.query('delete from limit_counters');
    const one = await openTab(await server.buildAnother({ limits: defaultLimits }), '10.0.2.1');
    for (let count = 0; count < 20; count += 1)
      expect((await save({ email: `person${count}@example.com` }, one)).status).toBe(201);
    expectProblem(await save({ email: 'person20@example.com' }, one), 429, 'too-many-requests');

    await server.query('delete from limit_counters');
    const limits = { ...defaultLimits, 'saved-form-overall': { attempts: 2, seconds: 3_600 } };
    const limited = await server.buildAnother({ limits });
    const statuses = [];
    for (const address of ['10.0.3.1', '10.0.3.2', '10.0.3.3'])
      statuses.push((await save({ email: `${address}@example.com` }, await openTab(limited, address))).status);
    expect(statuses).toEqual([201, 201, 429]);
  });
});

/** A form, and for consumers a newer version that does not ask for the city. */
function withVersionWithoutCity(form: ClaimForm): ClaimForm[] {
  if (form.id !== 'consumer') return [form];
  const sections = form.sections.map((section) => ({
    ...section,
    items: section.items.filter((item) => !('name' in item) || item.name !== 'city'),
  }));
  return [form, { ...form, version: 2, sections }];
}
