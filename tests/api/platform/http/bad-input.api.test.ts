import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Browser, expectProblem, goodAnswers, logInBrowser } from '../../../setup/browser.ts';
import { agentAnswers, openForm } from '../../../setup/sample-claims.ts';
import { memberOf, useTestServer } from '../../../setup/test-server.ts';

const server = useTestServer();
let browser: Browser;

beforeAll(async () => {
  browser = await logInBrowser(server.app, memberOf(0));
});
// None of these requests may store anything.
afterAll(async () => {
  const [counts] = await server.query(
    'select (select count(*)::int from claims) as claims, (select count(*)::int from captcha_used) as captchas',
  );
  if (JSON.stringify(counts) !== '{"claims":0,"captchas":0}')
    throw new Error(`Something was stored: ${JSON.stringify(counts)}`);
});

describe('a body that is not a form', () => {
  test('is no JSON, of another type, or no set of answers', async () => {
    for (const body of ['', '{', '{"name1":"Jane",}', 'name1=Jane', '\u0000', '{"name1":"\u0000"}'])
      expectProblem(await browser.postText(body), 400, 'bad-json');
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])
      expectProblem(await browser.postText('name1=Jane', undefined, type), 415, 'unsupported-type');
    for (const body of ['[]', '"Jane"', 'null', '7', 'true']) {
      const problem = expectProblem(await browser.postText(body), 422, 'invalid-answers');
      expect(problem.errors?.[0]).toMatchObject({ field: '', rule: 'type' });
    }
  });

  test('over the size limit of the form is too large, and one below it is validated', async () => {
    // The consumer form's limit is 2,000,000 bytes.
    expectProblem(await browser.postText(JSON.stringify({ name1: 'x'.repeat(2_000_000) })), 413, 'too-large');
    expectProblem(await browser.postText(JSON.stringify({ name1: 'x'.repeat(1_900_000) })), 422, 'invalid-answers');
  });

  const named = (count: number) => Array.from({ length: count }, (_, index) => `"u${index}":1`).join(',');
  test.each([
    ['fields', `{${named(120_000)}}`],
    ['fields of a row', `{"classMembers":[{${named(120_000)}}]}`],
    ['rows', `{"classMembers":[${'{},'.repeat(600_000)}{}]}`],
    ['lists', `[${'[],'.repeat(600_000)}[]]`],
    ['lists in each other', `${'['.repeat(900_000)}${']'.repeat(900_000)}`],
  ])('of more %s than any form has is too large, and nothing of it is read', async (_name, body) => {
    const parse = vi.spyOn(JSON, 'parse');
    try {
      for (const resource of ['ConsumerClaimants', 'TppClaimants'])
        expectProblem(await browser.postText(body, undefined, 'application/json', resource), 413, 'too-large');
      expect(parse.mock.calls.filter(([text]) => text === body)).toEqual([]);
    } finally {
      parse.mockRestore();
    }
  });
});

describe('a list in which every row is wrong', () => {
  const wrongRow = { classMemberName: '_', classMemberFEIN: '12a', paid: '5' };
  const post = async (rows: number) => {
    const tpp = await openForm(server.app);
    const classMembers = Array.from({ length: rows }, () => wrongRow);
    return expectProblem(
      await tpp.post({ ...agentAnswers, classMembers }, undefined, 'TppClaimants'),
      422,
      'invalid-answers',
    );
  };
  // Two rules of the name, two of the FEIN, and a key that is not a cell.
  const errorsOfRow = 5;

  test('is read to its end; the response lists at most 200 errors, and their total', async () => {
    const { errors, errorCount } = await post(2_000);
    expect(errors).toHaveLength(200);
    expect(errors?.at(-1)).toMatchObject({ field: 'classMembers.39.paid', rule: 'unknown' });
    expect(errorCount).toBe(2_000 * errorsOfRow);
    const few = await post(40);
    expect([few.errors?.length, few.errorCount]).toEqual([40 * errorsOfRow, 40 * errorsOfRow]);
  });
});

describe('a field that is wrong', () => {
  const errorsOf = async (change: Readonly<Record<string, unknown>>) => {
    const body = { ...goodAnswers, googleRecaptchaToken: await browser.solveCaptcha(), ...change };
    return expectProblem(await browser.post(body), 422, 'invalid-answers').errors;
  };

  test('every error is listed at once, in form order, with the messages of the specification', async () => {
    const wrong = { name1: '', city: 'x', zip: '123', phone1: '12', totalNumOfPrescriptions: 'many', extra: '' };
    const problem = expectProblem(await browser.post({ ...goodAnswers, ...wrong }), 422, 'invalid-answers');
    expect(problem.errors).toEqual([
      { field: 'name1', rule: 'required', message: 'This field is required' },
      { field: 'city', rule: 'min', message: 'This field must be at least 2 characters' },
      { field: 'zip', rule: 'pattern', message: 'US zip Code with format 99999 or 99999-9999 alone are accepted' },
      { field: 'phone1', rule: 'min', message: 'This field must be at least 10 digits' },
      { field: 'totalNumOfPrescriptions', rule: 'pattern', message: 'Only use numbers' },
      { field: 'googleRecaptchaToken', rule: 'required', message: 'This field is required' },
      { field: 'extra', rule: 'unknown', message: expect.any(String) },
    ]);
  });

  test('beside the answers is named', async () => {
    for (const [field, value] of [
      ['formVersion', 2],
      ['formVersion', '1'],
      ['documentsToFollow', -1],
      ['documentsToFollow', 1.5],
      ['documentsToFollow', '2'],
      ['documentsToFollow', 1e9],
    ] as const)
      expect(await errorsOf({ [field]: value })).toEqual([expect.objectContaining({ field })]);
  });
});

test('an unknown route is not found, and a path that cannot be decoded is a bad request', async () => {
  for (const path of ['/api/nothing', '/api', '/api/ConsumerClaimants/1', '/api/TppClaimants'])
    expectProblem(await browser.send('GET', path), 404, 'not-found');
  expectProblem(await browser.send('GET', '/api/%E0%A4%A'), 400, 'bad-request');
});
