import { defaultLimits } from '@redress/server/platform/http/rate-limits';
import { createLog } from '@redress/server/platform/logging/log';
import { beforeEach, describe, expect, test } from 'vitest';
import { callCommand } from '../../../setup/call-command.ts';
import { keyIn, NoScriptBrowser } from '../../../setup/no-script-browser.ts';
import { useNoScriptSite } from '../../../setup/no-script-site.ts';
import { runCommand } from '../../../setup/run-command.ts';
import { secret } from '../../../setup/test-server.ts';

const site = useNoScriptSite();
beforeEach(async () => {
  await site.server.query('delete from id_requests');
});

const jane = {
  name1: 'Jane Doe',
  street1: '1 Main Street',
  city: 'Phoenix',
  state: 'Arizona',
  zip: '85001',
  phone1: '602 555-0100',
  email: 'jane@example.com',
};
const stored = () => site.server.query('select * from id_requests order by id');
const browser = () => new NoScriptBrowser(site.server.app);

test.each([
  ['/lost-ids', '/lost-ids-received', 'en'],
  ['/es/lost-ids', '/es/lost-ids-received', 'es'],
])('a request on %s is stored for the administrator and leads to %s', async (path, next, language) => {
  const page = await browser().send('GET', path);
  const answer = await browser().postForm(path, jane, { key: keyIn(page) });
  expect([answer.status, answer.headers['location'], answer.headers['cache-control']]).toEqual([303, next, 'no-store']);
  expect(await stored()).toMatchObject([
    {
      case_id: 'brand-drug',
      language,
      requested_at: site.server.now,
      suspected_machine: false,
      name: 'Jane Doe',
      street: '1 Main Street',
      city: 'Phoenix',
      state: 'Arizona',
      zip: '85001',
      phone: '6025550100',
      email: 'jane@example.com',
    },
  ]);
});

test('the answer is the same for a class member and for a stranger', async () => {
  const answers = [];
  for (const person of [jane, { ...jane, name1: 'No Such Person', street1: '999 Nowhere', zip: '99999' }]) {
    const { status, text, headers } = await browser().postForm('/lost-ids', person);
    const { 'set-cookie': _, date: __, ...others } = headers;
    answers.push({ status, text, others });
  }
  expect(answers[1]).toEqual(answers[0]);
  expect(await stored()).toHaveLength(2);
});

test('the same form sent twice, or by ten clicks at once, is one request; corrected, it is another', async () => {
  const key = 'one-page-and-its-form-key';
  const clicks = await Promise.all(Array.from({ length: 10 }, () => browser().postForm('/lost-ids', jane, { key })));
  expect(new Set(clicks.map(({ status }) => status))).toEqual(new Set([303]));
  expect(await stored()).toHaveLength(1);
  await browser().postForm('/lost-ids', { ...jane, street1: '2 Main Street' }, { key });
  expect((await stored()).map(({ street }) => street)).toEqual(['1 Main Street', '2 Main Street']);
});

describe('errors come back on the page, with what was typed, and nothing is stored:', () => {
  test('all required answers are missing', async () => {
    const answer = await browser().postForm('/lost-ids', {});
    expect(answer.status).toBe(422);
    const { path, idRequest } = site.pageRenderer.last;
    expect(path).toBe('/lost-ids');
    expect(idRequest?.errors.map(({ field, message }) => [field, message])).toEqual([
      ...['name1', 'street1', 'city', 'state', 'zip'].map((field) => [field, 'This field is required']),
      ['phone1', 'Enter a phone number or an email address'],
    ]);
    expect(await stored()).toEqual([]);
  });

  test.each([
    ['/lost-ids', 'Enter a phone number or an email address'],
    ['/es/lost-ids', 'Escriba un teléfono o un correo electrónico'],
  ])('neither phone nor email, on %s', async (path, message) => {
    const typed = { ...jane, phone1: ' ', email: '' };
    expect((await browser().postForm(path, typed)).status).toBe(422);
    expect(site.pageRenderer.last.idRequest).toEqual({
      answers: { ...typed, phone1: '' },
      errors: [{ field: 'phone1', rule: 'required', message }],
    });
    expect(await stored()).toEqual([]);
  });
});

test('one of phone and email is enough', async () => {
  expect((await browser().postForm('/lost-ids', { ...jane, phone1: '' })).status).toBe(303);
  expect((await browser().postForm('/lost-ids', { ...jane, email: '' })).status).toBe(303);
  expect((await stored()).map(({ phone, email }) => [phone, email])).toEqual([
    [null, 'jane@example.com'],
    ['6025550100', null],
  ]);
});

test('a filled-in honeypot marks the request and does not refuse it', async () => {
  expect((await browser().postForm('/lost-ids', { ...jane, homepage: 'https://example.com' })).status).toBe(303);
  expect(await stored()).toMatchObject([{ suspected_machine: true }]);
});

test('a form of another website is not taken', async () => {
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect((await browser().postForm('/lost-ids', jane, { headers })).status).toBe(403);
  expect(site.pageRenderer.last.idRequest?.notice).toEqual({ name: 'not-ours' });
  expect(await stored()).toEqual([]);
});

test('requests are limited by address and over all; what was typed comes back with the time to wait', async () => {
  const limits = {
    ...defaultLimits,
    'id-request-address': { attempts: 2, seconds: 3_600 },
    'id-request-overall': { attempts: 3, seconds: 3_600 },
  };
  const { pageRenderer, server } = site;
  const logged: string[] = [];
  const log = createLog('warn', { write: (line: string) => void logged.push(line) });
  const limited = await server.buildAnother({ limits, log });
  const statuses = [];
  for (const last of [1, 1, 1, 2, 3, 4])
    statuses.push((await new NoScriptBrowser(limited, `203.0.113.${last}`).postForm('/lost-ids', jane)).status);
  expect(statuses).toEqual([303, 303, 429, 303, 429, 429]);
  expect(logged).toEqual([expect.stringContaining('"limit":"id-request-overall"')]);
  const notice = { name: 'too-many', minutes: 60 };
  expect(pageRenderer.last.idRequest).toEqual({ answers: jane, errors: [], notice });
  expect(await stored()).toHaveLength(3);
});

test('all addresses of an IPv6 /48 together have a limit, which one of them cannot use up', async () => {
  const limits = { ...defaultLimits, 'id-request-address': { attempts: 2, seconds: 3_600, networkAttempts: 8 } };
  const limited = await site.server.buildAnother({ limits });
  const statuses = [];
  for (const network of ['0:1', '0:1', '0:1', '0:2', '0:2', '0:3', '0:3', '0:4', '0:4', '0:5', '1:1']) {
    const browserOf = new NoScriptBrowser(limited, `2001:db8:${network}::1`);
    statuses.push((await browserOf.postForm('/lost-ids', jane)).status);
  }
  expect(statuses).toEqual([303, 303, 429, 303, 303, 303, 303, 303, 303, 429, 303]);
});

test('an error of the server is told as one, with what was typed, and the same page can be sent again', async () => {
  const key = 'a-page-that-meets-an-error';
  await site.server.query('alter table id_requests rename to id_requests_away');
  const failed = await browser().postForm('/lost-ids', jane, { key });
  await site.server.query('alter table id_requests_away rename to id_requests');
  expect([failed.status, site.pageRenderer.last.idRequest]).toEqual([
    500,
    { answers: jane, errors: [], notice: { name: 'unavailable' } },
  ]);
  expect(keyIn(failed)).toBe(key);
  expect((await browser().postForm('/lost-ids', jane, { key })).status).toBe(303);
  expect(await stored()).toHaveLength(1);
});

test('`npm run id-requests` prints them as CSV that no spreadsheet computes, from a number on', async () => {
  await browser().postForm('/lost-ids', jane);
  await browser().postForm('/es/lost-ids', { ...jane, name1: "-23 (O'Neil)", email: '=1@example.com' });
  const environment = { DATABASE_URL: site.server.connectionString, SECRET_KEY: secret };
  const list = (...args: string[]) => callCommand('id-requests', args, environment);
  const all = await runCommand('id-requests', [], { environment });
  const [one, other] = (await stored()).map(({ id }) => String(id));
  const at = site.server.now.toISOString();
  const address = '1 Main Street,Phoenix,Arizona,85001,6025550100';
  expect(all).toMatchObject({
    code: 0,
    out: [
      'number,requested_at,case,language,name,street,city,state,zip,phone,email,suspected_machine,state_of_answer',
      `${one},${at},brand-drug,en,Jane Doe,${address},jane@example.com,,open`,
      `${other},${at},brand-drug,es,'-23 (O'Neil),${address},'=1@example.com,,open`,
      '',
    ].join('\n'),
  });
  // A request that is being stored at this moment would otherwise be skipped by the next list.
  site.server.now = new Date();
  await browser().postForm('/lost-ids', jane);
  const later = await list('--after', one ?? '');
  expect(later.out.split('\n').filter((line) => line.includes(',brand-drug,'))).toHaveLength(1);
  // Nor may one with a lower number, whose clock was behind by a moment, be skipped.
  await browser().postForm('/lost-ids', { ...jane, name1: 'Late Comer' });
  await site.server.query(`update id_requests set requested_at = $1 where name = 'Late Comer'`, [
    new Date(Date.now() - 120_000),
  ]);
  const same = await list('--after', one ?? '');
  expect(same.out).toBe(later.out);
  expect((await list('--after', 'x')).code).toBe(2);
  // A request that was answered in the console is not listed, and the command says so.
  await site.server.query(`update id_requests set answer_state = 'answered' where id = $1`, [one]);
  const open = await list();
  expect(open.out).not.toContain(`\n${one},`);
  expect(open.err).toContain('1 request was answered in the console');
  expect((await list('--all')).out).toMatch(new RegExp(`^${one},.*,answered$`, 'm'));
});
