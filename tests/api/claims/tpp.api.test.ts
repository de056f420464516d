import { findBrokenEntry, type HistoryEntry } from '@redress/server/claims/claim-history';
import { defaultLimits } from '@redress/server/http/rate-limits';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, expectProblem } from '../../setup/browser.ts';
import { agentAnswers, classMembersOf, companyAnswers, fileTpp, openForm } from '../../setup/sample-claims.ts';
import { beforeDeadline, startTestServer, type TestServer } from '../../setup/test-server.ts';

let server: TestServer;
let browser: Browser;
const rowOf = async (claimNumber: string) =>
  (await server.query('select * from claims where number = $1', [claimNumber]))[0];
const countClaims = async () =>
  Number((await server.query<{ count: string }>('select count(*) from claims'))[0]?.count);
const without = (answers: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(answers).filter(([name]) => !names.includes(name)));

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
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

  test('on version 1, opened before version 2 was published, is accepted as filled in', async () => {
    const answer = await fileTpp(browser, { ...companyAnswers, formVersion: 1 });
    expect(answer.status).toBe(201);
    expect(await rowOf(answer.body.claimNumber)).toMatchObject({ form_id: 'tpp', form_version: 1 });
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

  test('of an agent for 500 class members, with a blank row after them, has them all', async () => {
    const classMembers = classMembersOf(500);
    const answer = await fileTpp(browser, { ...agentAnswers, classMembers: [...classMembers, {}] });
    expect(answer.status).toBe(201);
    expect(
      await server.query(
        `select jsonb_array_length(answers -> 'classMembers') as members, (select count(*)::int from claim_tax_ids where claim_id = id) as tax_ids
         from claims where number = $1`,
        [answer.body.claimNumber],
      ),
    ).toEqual([{ members: 500, tax_ids: 501 }]);
  });

  test('accepts 2,000 class members with names of maximum length, and no more', async () => {
    // 50 characters that take 12 bytes each in JSON: the largest body that breaks no rule.
    const longest = classMembersOf(2_000).map((row) => ({ ...row, classMemberName: '𐐀'.repeat(50) }));
    const text = JSON.stringify({ ...agentAnswers, classMembers: longest }).replaceAll('𐐀', String.raw`\ud801\udc00`);
    expect(text.length).toBeGreaterThan(1_300_000);
    const taken = await browser.postText(text, randomUUID(), 'application/json', 'TppClaimants');
    expect(taken.status).toBe(201);
    const problem = expectProblem(
      await fileTpp(browser, { ...agentAnswers, classMembers: classMembersOf(2_001) }),
      422,
      'invalid-answers',
    );
    expect(problem.errors).toEqual([
      {
        field: 'classMembers',
        rule: 'max',
        message: 'One form takes up to 2,000 class members. Please file another form for the rest.',
      },
    ]);
    expectProblem(await fileTpp(browser, { ...agentAnswers, contactName: 'x'.repeat(2_000_000) }), 413, 'too-large');
  });

  test('accepts documents only from the browser that filed it, and not at another form’s path', async () => {
    const { claimNumber } = (await fileTpp(browser, companyAnswers)).body;
    const files = [{ name: 'members.csv', bytes: Buffer.from('state,year,members\nOregon,2009,1200\n') }];
    expect((await browser.upload(claimNumber, files, 'TppClaimants')).status).toBe(200);
    expectProblem(await browser.upload(claimNumber, files), 403, 'not-your-claim');
    const stranger = await openForm(server.app);
    expectProblem(await stranger.upload(claimNumber, files, 'TppClaimants'), 403, 'not-your-claim');
  });
});

describe('what is hidden', () => {
  const agentFields = without(agentAnswers, 'optSectionRadio', ...Object.keys(companyAnswers));

  test('is neither stored nor validated nor reported: a company’s answers with an agent’s beside them', async () => {
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

  test('the text beside a list, unless Other is chosen', async () => {
    const { body } = await fileTpp(browser, {
      ...companyAnswers,
      companyHealthType: 'Self-insured health and welfare fund',
    });
    expect((await rowOf(body.claimNumber))?.['answers']).not.toHaveProperty('otherCompanyHealthType');
  });

  test('a copy that differs from the radio button is named', async () => {
    const problem = expectProblem(
      await fileTpp(browser, { ...companyAnswers, filerType: 'Agent' }),
      422,
      'invalid-answers',
    );
    expect(problem.errors).toEqual([expect.objectContaining({ field: 'filerType', rule: 'echo' })]);
  });
});

describe('a bad value is named with the message of the specification', () => {
  const numbersOnly = 'Only use numbers';
  const row = (change: object) => ({
    classMembers: [...agentAnswers.classMembers, ...classMembersOf(1), { ...agentAnswers.classMembers[0], ...change }],
  });

  test.each<[object, object, string, string[]]>([
    [companyAnswers, { optSectionRadio: '' }, 'optSectionRadio', ['This field is required']],
    [companyAnswers, { optSectionRadio: 'Both' }, 'optSectionRadio', ['Choose one of the options in the list']],
    [companyAnswers, { healthPlanCompanyName: ' ' }, 'healthPlanCompanyName', ['This field is required']],
    [companyAnswers, { city: 'x'.repeat(41) }, 'city', ['This field must not be at greater 40 characters']],
    [companyAnswers, { tin: '12345678' }, 'tin', ['This field must be at least 9 digits']],
    [companyAnswers, { tin: '12-3456789' }, 'tin', ['This field must not be at greater 9 digits', numbersOnly]],
    [companyAnswers, { otherCompanyHealthType: '' }, 'otherCompanyHealthType', ['This field is required']],
    [companyAnswers, { phone1: '608' }, 'phone1', ['This field must be at least 10 digits']],
    [companyAnswers, { emailAddress: 'nobody' }, 'emailAddress', ['This is not a valid email address']],
    [agentAnswers, { relationshipType: undefined }, 'relationshipType', ['This field is required']],
    [agentAnswers, { agentsTin: '' }, 'agentsTin', ['This field is required']],
    [agentAnswers, { agentsTin: '1234567890' }, 'agentsTin', ['This field must not be at greater 9 digits']],
    [agentAnswers, row({ classMemberFEIN: '12345678x' }), 'classMembers.3.classMemberFEIN', [numbersOnly]],
    [
      agentAnswers,
      row({ classMemberFEIN: '1234567890' }),
      'classMembers.3.classMemberFEIN',
      ['Field cannot be more than 9 characters'],
    ],
    [agentAnswers, row({ classMemberFEIN: '' }), 'classMembers.3.classMemberFEIN', ['This Field is required']],
    [
      agentAnswers,
      row({ classMemberName: 'x' }),
      'classMembers.3.classMemberName',
      ['Field must be at least 2 characters'],
    ],
    [
      agentAnswers,
      row({ classMemberName: 'x'.repeat(51) }),
      'classMembers.3.classMemberName',
      ['Field cannot be more than 50 characters'],
    ],
    [agentAnswers, row({ extra: 'x' }), 'classMembers.3.extra', ['This form has no such field']],
    [agentAnswers, row({ classMemberName: ['x'] }), 'classMembers.3.classMemberName', ['This field takes text']],
    [agentAnswers, { classMembers: 'Alder Plan' }, 'classMembers', ['This field takes a list']],
    [agentAnswers, { classMembers: [7] }, 'classMembers.0', ['A row must be an object']],
    [
      agentAnswers,
      { repealerStateTotalAmountPaid: '1,000' },
      'repealerStateTotalAmountPaid',
      ['Only use numbers with optional period (.) and up to 4 digits past decimal'],
    ],
  ])('%# %s', async (good, change, field, messages) => {
    const before = await countClaims();
    const problem = expectProblem(await fileTpp(browser, { ...good, ...change }), 422, 'invalid-answers');
    expect([...new Set(problem.errors?.map((error) => error.field))]).toEqual([field]);
    expect(problem.errors?.map(({ message }) => message)).toEqual(messages);
    expect(await countClaims()).toBe(before);
  });

  test('an agent without class members gets errors for both fields of the first row', async () => {
    const problem = expectProblem(
      await fileTpp(browser, without(agentAnswers, 'classMembers')),
      422,
      'invalid-answers',
    );
    expect(problem.errors).toEqual([
      { field: 'classMembers.0.classMemberName', rule: 'required', message: 'This Field is required' },
      { field: 'classMembers.0.classMemberFEIN', rule: 'required', message: 'This Field is required' },
    ]);
  });

  test('a row with prototype keys does no harm, and one with a NUL is named', async () => {
    const text = JSON.stringify(agentAnswers).replace('"classMemberName":"Alder Plan"', '"__proto__":{"x":1}');
    const problem = expectProblem(
      await browser.postText(text, undefined, undefined, 'TppClaimants'),
      422,
      'invalid-answers',
    );
    expect(problem.errors?.map((error) => error.field)).toEqual([
      'classMembers.0.classMemberName',
      'classMembers.0.__proto__',
    ]);
    const nul = await fileTpp(browser, {
      ...agentAnswers,
      classMembers: [{ ...classMembersOf(1)[0], classMemberName: 'Al\u0000' }],
    });
    expect(expectProblem(nul, 422, 'invalid-answers').errors?.map((error) => error.field)).toEqual([
      'classMembers.0.classMemberName',
    ]);
  });
});

describe('an idempotency key', () => {
  test('returns the first response again, to twelve concurrent requests and later, and stores each tax ID once', async () => {
    const key = randomUUID();
    const answers = { ...agentAnswers, classMembers: classMembersOf(20) };
    const at = await Promise.all(Array.from({ length: 12 }, () => fileTpp(browser, answers, key)));
    expect(new Set(at.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(at[0]?.status).toBe(201);
    server.now = new Date('2026-01-01T00:00:00Z');
    const stranger = await openForm(server.app);
    const again = await fileTpp(stranger, Object.fromEntries(Object.entries(answers).toReversed()), key);
    expect([again.status, again.body]).toEqual([201, { ...at[0]?.body, receiptToken: expect.any(String) }]);
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
      const problem = expectProblem(
        await fileTpp(browser, { ...agentAnswers, ...other }, key),
        409,
        'key-used-for-other-answers',
      );
      expect(problem.claim?.claimNumber).toBe(first.body.claimNumber);
    }
  });
});

describe('the hidden field', () => {
  test.each([['https://spam.example.com'], [['x']], [{ x: 1 }], [7], [' ']])(
    'marks the claim when it holds %j, and is neither refused nor kept',
    async (website) => {
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
    },
  );

  test.each([[undefined], [''], [null]])('marks nothing when it is empty (%j)', async (website) => {
    const { body } = await fileTpp(browser, { ...companyAnswers, website });
    expect((await rowOf(body.claimNumber))?.['suspected_machine']).toBe(false);
  });

  test('does not affect whether two requests are the same, and is unknown to forms without it', async () => {
    const key = randomUUID();
    const first = await fileTpp(browser, companyAnswers, key);
    expect((await fileTpp(browser, { ...companyAnswers, website: 'x' }, key)).body).toEqual(first.body);
    const problem = expectProblem(
      await browser.post({ website: 'x' }, undefined, 'IndividualClaimants'),
      422,
      'invalid-answers',
    );
    expect(problem.errors).toContainEqual(expect.objectContaining({ field: 'website', rule: 'unknown' }));
  });
});

describe('documents', () => {
  const missing = (claimNumber: string) =>
    server.query('select documents_expected from claims_missing_documents where number = $1', [claimNumber]);

  test('are missing from a claim until one is stored, whether or not any were announced', async () => {
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

  test('that were due stay due: the flag cannot be changed', async () => {
    const { claimNumber } = (await fileTpp(browser, companyAnswers)).body;
    await expect(
      server.query('update claims set documents_due = false where number = $1', [claimNumber]),
    ).rejects.toThrow('keeps the answers');
  });
});

describe('the limit on claims without a login or captcha', () => {
  test('is 20 an hour for an address; invalid and repeated claims do not count', async () => {
    const limited = await startTestServer({ overrides: { limits: defaultLimits } });
    try {
      const office = await openForm(limited.app, '203.0.113.20');
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
      expect(await limited.query('select count(*)::int from claims')).toEqual([{ count: 20 }]);

      expect((await fileTpp(office, companyAnswers, key)).status).toBe(201);
      expect((await fileTpp(await openForm(limited.app, '203.0.113.21'), companyAnswers)).status).toBe(201);
      // Another process of the same website continues the count.
      const other = await openForm(await limited.buildAnother(), '203.0.113.20');
      expectProblem(await fileTpp(other, companyAnswers), 429, 'too-many-requests');
      limited.now = new Date(beforeDeadline.getTime() + seconds * 1_000);
      expect((await fileTpp(office, companyAnswers)).status).toBe(201);
    } finally {
      await limited.close();
    }
  });
});

test('after the deadline, July 17, 2025 in New York, a claim is accepted and marked late', async () => {
  server.now = new Date('2025-07-18T04:00:00Z');
  const { status, body } = await fileTpp(browser, companyAnswers);
  expect([status, body.late]).toEqual([201, true]);
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
      filerType: { type: 'string' },
      website: { type: 'string' },
      tin: { type: 'string', minLength: 9, maxLength: 9 },
      classMembers: {
        type: 'array',
        minItems: 1,
        maxItems: 2_000,
        items: {
          type: 'object',
          required: ['classMemberName', 'classMemberFEIN'],
          additionalProperties: false,
          properties: {
            classMemberName: { type: 'string', minLength: 2, maxLength: 50 },
            classMemberFEIN: { type: 'string', minLength: 9, maxLength: 9 },
          },
        },
      },
      documentsToFollow: { type: 'integer' },
    },
  });
  expect(schema).not.toHaveProperty('properties.googleRecaptchaToken');
});
