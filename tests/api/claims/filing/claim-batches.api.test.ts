import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type Browser, goodAnswers, logInBrowser } from '../../../setup/browser.ts';
import { memberOf, useTestServer } from '../../../setup/test-server.ts';

// Claims that arrive together share statements; what happens to one must not happen to the others.

let browsers: Browser[];

const server = useTestServer({ members: 40 });
beforeAll(async () => {
  browsers = await Promise.all(Array.from({ length: 40 }, (_, index) => logInBrowser(server.app, memberOf(index))));
  await server.query(`create sequence faults`);
  await server.query(`
    create function break_claim() returns trigger language plpgsql as $$
    begin
      if new.name = 'Refused' then
        raise exception 'refused' using errcode = '23514';
      end if;
      if new.name = 'Cut off' and nextval('faults') = 1 then
        perform pg_terminate_backend(pg_backend_pid());
      end if;
      return new;
    end
    $$`);
  await server.query('create trigger break_claim before insert on claims for each row execute function break_claim()');
});

/** Files a claim in every browser at the same moment. */
async function fileTogether(nameOf: (index: number) => string) {
  const keys = browsers.map(() => randomUUID());
  const tokens = await Promise.all(browsers.map((browser) => browser.solveCaptcha()));
  const answers = await Promise.all(
    browsers.map((browser, index) =>
      browser.post({ ...goodAnswers, name1: nameOf(index), googleRecaptchaToken: tokens[index] }, keys[index]),
    ),
  );
  const stored = await server.query<{ number: string; name: string }>(
    'select number, name from claims where idempotency_key = any($1)',
    [keys],
  );
  return { answers, stored };
}

test('forty claims at the same moment are forty rows, each with its own answers, history and receipt', async () => {
  const { answers, stored } = await fileTogether((index) => `Claimant ${index}`);
  const numberOf = new Map(stored.map(({ name, number }) => [name, number]));
  expect(stored).toHaveLength(40);
  for (const [index, { status, body }] of answers.entries()) {
    expect(status).toBe(201);
    expect(body.claimNumber).toBe(numberOf.get(`Claimant ${index}`));
  }
  const [counts] = await server.query(
    `select count(distinct claim_history.claim_id)::int as histories, count(distinct receipt_outbox.claim_id)::int as receipts
    from claims left join claim_history on claim_history.claim_id = claims.id left join receipt_outbox on receipt_outbox.claim_id = claims.id
    where name like 'Claimant %'`,
  );
  expect(counts).toEqual({ histories: 40, receipts: 40 });
});

test('claims whose numbers are taken get other numbers', async () => {
  // Numbers are reserved in blocks of 50: after the first block come its last four again.
  await server.query('alter sequence claim_number_blocks restart with 46');
  const rounds = [await fileTogether(() => 'Jane Doe'), await fileTogether(() => 'Jane Doe')];
  for (const { answers } of rounds) expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  const [numbers] = await server.query('select count(*) = count(distinct number) as differ from claims');
  expect(numbers).toEqual({ differ: true });
});

test('a claim that the database refuses costs no other', async () => {
  const { answers, stored } = await fileTogether((index) => (index === 20 ? 'Refused' : 'Jane Doe'));
  expect(answers.map(({ status }) => status)).toEqual(answers.map((_, index) => (index === 20 ? 500 : 201)));
  expect(stored).toHaveLength(39);
});

test('a connection that breaks in the middle of a statement costs no claim', async () => {
  const { answers, stored } = await fileTogether((index) => (index === 20 ? 'Cut off' : 'Jane Doe'));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect(stored).toHaveLength(40);
  expect(new Set(answers.map(({ body }) => body.claimNumber)).size).toBe(40);
});

test('one captcha for many claims at the same moment files one of them', async () => {
  const token = await browsers[0]?.solveCaptcha();
  const answers = await Promise.all(
    browsers.map((browser) => browser.post({ ...goodAnswers, googleRecaptchaToken: token }, randomUUID())),
  );
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([201, ...Array.from({ length: 39 }, () => 422)]);
});
