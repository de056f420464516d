import { findBrokenEntry, type HistoryEntry } from '@redress/server/platform/history/entries';
import { defaultLimits } from '@redress/server/platform/http/rate-limits';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Browser, expectProblem } from '../../../setup/browser.ts';
import { agentAnswers, classMembersOf, companyAnswers, fileTpp, openForm } from '../../../setup/sample-claims.ts';
import { beforeDeadline, useTestServer } from '../../../setup/test-server.ts';

let browser: Browser;
const rowOf = async (claimNumber: string) =>
  (await server.query('select * from claims where number = $1', [claimNumber]))[0];
const countClaims = async () =>
  Number((await server.query<{ count: string }>('select count(*) from claims'))[0]?.count);
const without = (answers: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(answers).filter(([name]) => !names.includes(name)));

const server = useTestServer();
beforeEach(async () => {
  server.now = beforeDeadline;
  browser = await openForm(server.app);
});

describe('a filed claim', () => {
  test('of a company is accepted without login and captcha, and stored as filed, without its tax ID', async () => {
    const answer = await fileTpp(browser, { ...companyAnswers, filerType: 'Company', formVersion: 2 });
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        claimNumber: expect.stringMatching(/^\d{10}$/),
        dateCreated: '2025-07-01T12:00:00.000Z',
        late: false,
        documentsDue: true,
        receiptToken: expect.any(String),
      },
    ]);
    const row = await rowOf(answer.body.claimNumber);
    expect(row).toMatchObject({
      form_id: 'tpp',
      form_version: 2,
      case_id: 'brand-drug',
      notice_id: null,
      duplicate_notice: false,
      suspected_machine: false,
      documents_due: true,
      name: 'Larkmoor Health Plan',
      email: 'claims@plan.example.com',
      zip: '53703-1234',
      state: 'Wisconsin',
      amount: '412500.7500',
      quantity: null,
    });
    expect(row?.['answers']).toEqual({
      ...without(companyAnswers, 'tin', 'otherNames'),
      filerType: 'Company',
      phone1: '6085550142',
    });
  });

  test('of an agent has the name of the agent’s company, and stores its class members without their FEINs', async () => {
    const answer = await fileTpp(browser, agentAnswers);
    expect(answer.status).toBe(201);
    const row = await rowOf(answer.body.claimNumber);
    expect(row).toMatchObject({ name: 'Harbor Recovery Services', state: 'Wisconsin' });
    expect(row?.['answers']).toEqual({
      ...without(agentAnswers, 'agentsTin'),
      // It repeats the radio button's value, whether or not it was sent.
      filerType: 'Agent',
      phone1: '6085550142',
      classMembers: [{ classMemberName: 'Alder Plan' }, { classMemberName: 'Birch Fund' }],
    });
  });

  test('may have 2,000 class members with names of maximum length; a larger body is refused', async () => {
    // 50 characters that take 12 bytes each in JSON: the largest body that breaks no rule.
    const longest = classMembersOf(2_000).map((row) => ({ ...row, classMemberName: '𐐀'.repeat(50) }));
    const text = JSON.stringify({ ...agentAnswers, classMembers: longest }).replaceAll('𐐀', String.raw`\ud801\udc00`);
    expect(text.length).toBeGreaterThan(1_300_000);
    const taken = await browser.postText(text, randomUUID(), 'application/json', 'TppClaimants');
    expect(taken.status).toBe(201);
    expectProblem(await fileTpp(browser, { ...agentAnswers, contactName: 'x'.repeat(2_000_000) }), 413, 'too-large');
  });

  test('has nothing of hidden fields: they are neither validated, stored nor compared', async () => {
    const agentFields = without(agentAnswers, 'optSectionRadio', ...Object.keys(companyAnswers));
    const key = randomUUID();
    const first = await fileTpp(
      browser,
      { ...agentFields, agentsTin: 'none', classMembers: [{ classMemberFEIN: 'x' }], ...companyAnswers },
      key,
    );
    expect(first.status).toBe(201);
    const stored = Object.keys((await rowOf(first.body.claimNumber))?.['answers'] ?? {});
    expect(stored.filter((name) => name in agentFields)).toEqual([]);
    const paths = await server.query(
      'select path from claim_tax_ids join claims on claims.id = claim_id where number = $1 order by path desc',
      [first.body.claimNumber],
    );
    expect(paths).toEqual([{ path: 'tin' }, { path: 'otherNames' }]);
    const again = await fileTpp(browser, companyAnswers, key);
    expect([again.status, again.body]).toEqual([201, first.body]);
  });
});

describe('an idempotency key', () => {
  test('returns the first response again, to twelve concurrent requests and later, and stores each tax ID once', async () => {
    const key = randomUUID();
    const answers = { ...agentAnswers, classMembers: classMembersOf(20) };
    const at = await Promise.all(Array.from({ length: 12 }, () => fileTpp(browser, answers, key)));
    expect(new Set(at.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(at[0]?.status).toBe(201);
    const rows = await server.query(
      'select count(*)::int from claim_tax_ids join claims on claims.id = claim_id where idempotency_key = $1',
      [key],
    );
    expect(rows).toEqual([{ count: 21 }]);
  });

  test('answers 409 when a tax ID, or the order of class members, is another', async () => {
    const key = randomUUID();
    const first = await fileTpp(browser, agentAnswers, key);
    const [one, two] = agentAnswers.classMembers;
    const others = [
      { agentsTin: '111111111' },
      { classMembers: [one, { ...two, classMemberFEIN: '111111111' }] },
      { classMembers: [two, one] },
    ];
    for (const other of others) {
      const answer = await fileTpp(browser, { ...agentAnswers, ...other }, key);
      const problem = expectProblem(answer, 409, 'key-used-for-other-answers');
      expect(problem.claim?.claimNumber).toBe(first.body.claimNumber);
    }
  });
});

describe('the hidden field', () => {
  test('marks the claim when it holds anything, and is neither refused nor kept', async () => {
    for (const website of ['https://spam.example.com', ['x'], { x: 1 }, 7, ' ']) {
      const { status, body } = await fileTpp(browser, { ...companyAnswers, website });
      expect(status).toBe(201);
      const row = await rowOf(body.claimNumber);
      expect(row?.['suspected_machine']).toBe(true);
      expect(row?.['answers']).not.toHaveProperty('website');
      const entries = await server.query<HistoryEntry & Record<string, unknown>>(
        'select position, at, kind, details, previous_hash, hash from claim_history where claim_id = $1',
        [row?.['id']],
      );
      expect(entries.map(({ kind, details }) => [kind, details['suspectedMachine']])).toEqual([['claim-filed', true]]);
      expect(JSON.stringify(entries)).not.toMatch(/spam|Larkmoor/);
      expect(findBrokenEntry(body.claimNumber, entries)).toBeUndefined();
    }
  });

  test('marks nothing when it is empty, is not compared, and is unknown to forms without it', async () => {
    const key = randomUUID();
    const first = await fileTpp(browser, { ...companyAnswers, website: '' }, key);
    expect((await rowOf(first.body.claimNumber))?.['suspected_machine']).toBe(false);
    expect((await fileTpp(browser, { ...companyAnswers, website: 'x' }, key)).body).toEqual(first.body);
    const other = await browser.post({ website: 'x' }, undefined, 'IndividualClaimants');
    expect(expectProblem(other, 422, 'invalid-answers').errors).toContainEqual(
      expect.objectContaining({ field: 'website', rule: 'unknown' }),
    );
  });
});

test('documents are missing from a claim until one is stored, whether or not any were announced', async () => {
  const missing = (claimNumber: string) =>
    server.query('select documents_expected from claims_missing_documents where number = $1', [claimNumber]);
  const silent = (await fileTpp(browser, { ...companyAnswers, repealerStateTotalAmountPaid: '10' })).body;
  const announced = (await fileTpp(browser, { ...companyAnswers, documentsToFollow: 2 })).body;
  expect(await missing(silent.claimNumber)).toEqual([{ documents_expected: 0 }]);
  expect(await missing(announced.claimNumber)).toEqual([{ documents_expected: 2 }]);
  const empty = [{ name: 'members.csv', bytes: Buffer.alloc(0) }];
  expectProblem(await browser.upload(announced.claimNumber, empty, 'TppClaimants'), 422, 'no-documents');
  expect(await missing(announced.claimNumber)).toHaveLength(1);
  const files = [{ name: 'members.csv', bytes: Buffer.from('Oregon,2009,1200\n') }];
  expect((await browser.upload(announced.claimNumber, files, 'TppClaimants')).status).toBe(200);
  expect(await missing(announced.claimNumber)).toEqual([]);
  expect(await missing(silent.claimNumber)).toHaveLength(1);
});

test('the limit on claims without a login or captcha is 20 an hour for an address; invalid and repeated ones do not count', async () => {
  const before = await countClaims();
  const limited = await server.buildAnother({ limits: defaultLimits });
  const office = await openForm(limited, '203.0.113.20');
  const key = randomUUID();
  for (let attempt = 0; attempt < 5; attempt += 1)
    expectProblem(await fileTpp(office, { ...companyAnswers, tin: '1' }), 422, 'invalid-answers');
  for (let claim = 0; claim < 20; claim += 1)
    expect((await fileTpp(office, companyAnswers, claim === 0 ? key : undefined)).status).toBe(201);
  const refused = await fileTpp(office, companyAnswers);
  expectProblem(refused, 429, 'too-many-requests');
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(3_600);
  expect(await countClaims()).toBe(before + 20);

  expect((await fileTpp(office, companyAnswers, key)).status).toBe(201);
  expect((await fileTpp(await openForm(limited, '203.0.113.21'), companyAnswers)).status).toBe(201);
  // Another process of the same website continues the count.
  const other = await openForm(await server.buildAnother({ limits: defaultLimits }), '203.0.113.20');
  expectProblem(await fileTpp(other, companyAnswers), 429, 'too-many-requests');
  server.now = new Date(beforeDeadline.getTime() + seconds * 1_000);
  expect((await fileTpp(office, companyAnswers)).status).toBe(201);
});

test('the API describes the form: choices, rows with their fields, optional fields', async () => {
  const { text } = await browser.send('GET', '/api/openapi.json');
  const { paths } = JSON.parse(text) as {
    paths: Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>;
  };
  const schema = paths['/api/TppClaimants']?.post.requestBody.content['application/json']?.schema;
  expect(schema).toMatchObject({
    required: ['optSectionRadio', 'repealerStateTotalAmountPaid', 'signature'],
    additionalProperties: false,
    properties: {
      optSectionRadio: { enum: ['Company', 'Agent'] },
      website: { type: 'string' },
      tin: { type: 'string', minLength: 9, maxLength: 9 },
      classMembers: {
        type: 'array',
        minItems: 1,
        maxItems: 2_000,
        items: {
          required: ['classMemberName', 'classMemberFEIN'],
          additionalProperties: false,
          properties: { classMemberName: { type: 'string', minLength: 2, maxLength: 50 } },
        },
      },
      documentsToFollow: { type: 'integer' },
    },
  });
  expect(schema).not.toHaveProperty('properties.googleRecaptchaToken');
});
