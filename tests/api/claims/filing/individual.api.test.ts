import { defaultLimits } from '@redress/server/platform/http/rate-limits';
import { beforeEach, describe, expect, test } from 'vitest';
import { Browser, expectProblem, logInBrowser } from '../../../setup/browser.ts';
import { fileIndividual, individualAnswers, openForm } from '../../../setup/sample-claims.ts';
import { memberOf, useTestServer } from '../../../setup/test-server.ts';

let browser: Browser;
const { noticeId: _noticeId, ...withoutNotice } = individualAnswers;
const rowOf = async (claimNumber: string) =>
  (await server.query('select * from claims where number = $1', [claimNumber]))[0];

const server = useTestServer();
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

  test('is flagged if it is not the first under its Notice ID, even at the same moment; without one it never is', async () => {
    const noticeId = '310000001';
    const answers = await Promise.all(
      [1, 2, 3].map(async () => fileIndividual(await openForm(server.app), { ...individualAnswers, noticeId })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const rows = await server.query('select duplicate_notice from claims where notice_id = $1', [noticeId]);
    expect(rows).toHaveLength(3);
    expect(rows.filter((row) => row['duplicate_notice'] === false)).toHaveLength(1);
    // The login of another form in the same browser changes nothing.
    for (const each of [browser, await logInBrowser(server.app, memberOf(0))]) {
      const { body } = await fileIndividual(each, withoutNotice);
      expect(await rowOf(body.claimNumber)).toMatchObject({ notice_id: null, duplicate_notice: false });
    }
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
});

test('an address has one limit on claims for all forms together', async () => {
  const limits = { ...defaultLimits, 'claim-address': { attempts: 3, seconds: 600 } };
  const office = await openForm(await server.buildAnother({ limits }), '203.0.113.77');
  for (const resource of ['IndividualClaimants', 'TppClaimants', 'IndividualClaimants'])
    expectProblem(await office.post({}, undefined, resource), 422, 'invalid-answers');
  for (const resource of ['IndividualClaimants', 'TppClaimants', 'ConsumerClaimants']) {
    const refused = await office.post({}, undefined, resource);
    expectProblem(refused, 429, 'too-many-requests');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  }
});
