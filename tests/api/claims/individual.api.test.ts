import { defaultLimits } from '@redress/server/http/rate-limits';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Browser, expectProblem, logInBrowser } from '../../setup/browser.ts';
import { fileIndividual, individualAnswers, openForm } from '../../setup/sample-claims.ts';
import { memberOf, startTestServer, type TestServer } from '../../setup/test-server.ts';

let server: TestServer;
let browser: Browser;
const { noticeId: _noticeId, ...withoutNotice } = individualAnswers;
const rowOf = async (claimNumber: string) =>
  (await server.query('select * from claims where number = $1', [claimNumber]))[0];
let notices = 310_000_000;
/** A Notice ID without claims. */
const freshNotice = () => String((notices += 1));

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  // The deadline of this form is April 17, 2025.
  server.now = new Date('2025-04-01T12:00:00Z');
  browser = await openForm(server.app);
});

describe('a filed claim', () => {
  test('is accepted without a login, with its Notice ID as an answer and as a search key for staff', async () => {
    const { status, body } = await fileIndividual(browser, individualAnswers);
    expect([status, body]).toEqual([
      201,
      {
        claimNumber: expect.stringMatching(/^\d{10}$/),
        dateCreated: '2025-04-01T12:00:00.000Z',
        late: false,
        documentsDue: false,
        receiptToken: expect.any(String),
      },
    ]);
    const row = await rowOf(body.claimNumber);
    expect(row).toMatchObject({
      form_id: 'individual',
      case_id: 'savings-club',
      notice_id: '300000001',
      duplicate_notice: false,
      documents_due: false,
      suspected_machine: false,
      name: 'Zoë Lindqvist',
      email: 'zoe@example.com',
      zip: '97201',
      state: 'Oregon',
      amount: null,
      quantity: null,
    });
    expect(row?.['answers']).toEqual({ ...individualAnswers, phone1: '5035550119' });
    expect(JSON.stringify(row?.['summary'])).toContain('"503 555-0119"');
  });

  test('without a Notice ID has none, and is never flagged as a second claim', async () => {
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await fileIndividual(browser, withoutNotice);
      expect(status).toBe(201);
      expect(await rowOf(body.claimNumber)).toMatchObject({ notice_id: null, duplicate_notice: false });
    }
  });

  test('that is the second one under its Notice ID is accepted and flagged, even at the same moment', async () => {
    const noticeId = freshNotice();
    const answers = await Promise.all(
      [1, 2, 3].map(async () => fileIndividual(await openForm(server.app), { ...individualAnswers, noticeId })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const rows = await server.query<{ duplicate_notice: boolean }>(
      'select duplicate_notice from claims where notice_id = $1',
      [noticeId],
    );
    expect(rows.filter((row) => !row.duplicate_notice)).toHaveLength(1);
    expect(rows).toHaveLength(3);
  });

  test('is independent of the login of another form in the same browser', async () => {
    const loggedIn = await logInBrowser(server.app, memberOf(0));
    const { body } = await fileIndividual(loggedIn, withoutNotice);
    expect(await rowOf(body.claimNumber)).toMatchObject({ notice_id: null, documents_due: true });
  });

  test('under the Notice ID of a class member is not shown at that login and flags no later claim', async () => {
    const member = memberOf(1);
    const withNoticeId = await fileIndividual(browser, { ...individualAnswers, noticeId: member.noticeId });
    expect(withNoticeId.status).toBe(201);
    const loggedIn = new Browser(server.app);
    expect((await loggedIn.logIn(member)).body).toEqual({ noticeId: member.noticeId, name: 'J••• D••' });
    const filed = await loggedIn.fileClaim();
    expect(await rowOf(filed.body.claimNumber)).toMatchObject({ duplicate_notice: false });
    expect((await new Browser(server.app).logIn(member)).body).toMatchObject({
      claim: { claimNumber: filed.body.claimNumber },
    });
  });

  test('accepts documents only from the browser that filed it', async () => {
    const { claimNumber } = (await fileIndividual(browser, withoutNotice)).body;
    const files = [{ name: 'receipt.txt', bytes: Buffer.from('paid 12 dollars') }];
    expectProblem(
      await (await openForm(server.app)).upload(claimNumber, files, 'IndividualClaimants'),
      403,
      'not-your-claim',
    );
    expect((await browser.upload(claimNumber, files, 'IndividualClaimants')).status).toBe(200);
  });

  test('is late after April 17, 2025 in New York', async () => {
    server.now = new Date('2025-04-18T03:59:59Z');
    expect((await fileIndividual(browser, withoutNotice)).body.late).toBe(false);
    server.now = new Date('2025-04-18T04:00:00Z');
    const { status, body } = await fileIndividual(await openForm(server.app), withoutNotice);
    expect([status, body.late]).toEqual([201, true]);
  });
});

describe('documents', () => {
  // The specification, section 9: not needed with a notice ID when the estimate is under $10,000.
  test.each<[string, object, boolean]>([
    ['with a Notice ID and an estimate under $10,000', { outOfpocketExpensePaid: '$5,001-$9,999' }, false],
    ['with a Notice ID and $10,000 or more', { outOfpocketExpensePaid: '$10,000 or more' }, true],
    ['without a Notice ID', { noticeId: undefined }, true],
    ['with an empty Notice ID', { noticeId: '  ' }, true],
    ['without a Notice ID and $10,000 or more', { noticeId: '', outOfpocketExpensePaid: '$10,000 or more' }, true],
  ])('%s: due is %s', async (_name, change, due) => {
    const key = randomUUID();
    const answers = { ...individualAnswers, noticeId: freshNotice(), ...change };
    const { body } = await fileIndividual(browser, answers, key);
    expect(body).toMatchObject({ documentsDue: due });
    const missing = () =>
      server.query('select number from claims_missing_documents where number = $1', [body.claimNumber]);
    expect(await missing()).toHaveLength(due ? 1 : 0);
    expect((await fileIndividual(browser, answers, key)).body).toEqual(body);
    const files = [{ name: 'receipt.txt', bytes: Buffer.from('paid 12 dollars') }];
    expect((await browser.upload(body.claimNumber, files, 'IndividualClaimants')).status).toBe(200);
    expect(await missing()).toEqual([]);
  });
});

describe('a bad value is named with the message of the specification', () => {
  test.each<[object, string, string[]]>([
    [{ noticeId: '12345678' }, 'noticeId', ['This field must be at least 9 digits']],
    [
      { noticeId: '12345678ab' },
      'noticeId',
      ['This field must not be at greater 9 digits', 'This field accepts only numerical digits 0-9'],
    ],
    [{ name1: 'Z' }, 'name1', ['This field must be at least 2 characters']],
    [{ phone1: '50355501199' }, 'phone1', ['This field must not be at greater 10 digits']],
    [{ email: '' }, 'email', ['This field is required']],
    [{ email: 'zoe@example.technology' }, 'email', ['This is not a valid email address']],
    [{ email: `${'z'.repeat(260)}@example.com` }, 'email', ['This field must not be at greater 255 characters']],
    [{ excludedAcknowledgement: false }, 'excludedAcknowledgement', ['This field is required']],
    [{ outOfpocketExpensePaid: '' }, 'outOfpocketExpensePaid', ['You must selected one of the options.']],
    [{ outOfpocketExpensePaid: '$1' }, 'outOfpocketExpensePaid', ['Choose one of the options in the list']],
    [{ agentSignature: 'x' }, 'agentSignature', ['This field must be at least 2 characters']],
    [{ zip: '9720' }, 'zip', ['US zip Code with format 99999 or 99999-9999 alone are accepted']],
  ])('%j', async (change, field, messages) => {
    const problem = expectProblem(
      await fileIndividual(browser, { ...individualAnswers, ...change }),
      422,
      'invalid-answers',
    );
    expect(problem.errors?.map((error) => [error.field, error.message])).toEqual(
      messages.map((message) => [field, message]),
    );
  });

  test('a missing captcha is named too', async () => {
    const problem = expectProblem(
      await browser.post(individualAnswers, undefined, 'IndividualClaimants'),
      422,
      'invalid-answers',
    );
    expect(problem.errors).toEqual([
      { field: 'googleRecaptchaToken', rule: 'required', message: 'This field is required' },
    ]);
  });
});

test('the same key returns the first response again, without a captcha and in another browser, and 409 for another Notice ID', async () => {
  const key = randomUUID();
  const answers = { ...individualAnswers, noticeId: freshNotice() };
  const first = await fileIndividual(browser, answers, key);
  const stranger = await openForm(server.app);
  const again = await stranger.post(answers, key, 'IndividualClaimants');
  expect([again.status, again.body]).toEqual([201, first.body]);
  expectProblem(
    await stranger.post({ ...answers, noticeId: freshNotice() }, key, 'IndividualClaimants'),
    409,
    'key-used-for-other-answers',
  );
  // A key belongs to its form, too.
  expectProblem(await stranger.post(answers, key, 'TppClaimants'), 409, 'key-used-for-other-answers');
});

test('an address has one limit on claims for all forms together', async () => {
  const limits = {
    ...defaultLimits,
    'claim-address': { attempts: 3, seconds: 600 },
  };
  const app = await server.buildAnother({ limits });
  const office = await openForm(app, '203.0.113.77');
  for (const resource of ['IndividualClaimants', 'TppClaimants', 'IndividualClaimants'])
    expectProblem(await office.post({}, undefined, resource), 422, 'invalid-answers');
  for (const resource of ['IndividualClaimants', 'TppClaimants', 'ConsumerClaimants']) {
    const refused = await office.post({}, undefined, resource);
    expectProblem(refused, 429, 'too-many-requests');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  }
});
