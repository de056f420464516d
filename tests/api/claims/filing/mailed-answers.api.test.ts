import { settlement } from '@redress/content/settlement';
import { readReceipt } from '@redress/server/claims/receipts/read-receipt';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Browser, expectProblem, goodAnswers, logInBrowser } from '../../../setup/browser.ts';
import { memberOf, useTestServer } from '../../../setup/test-server.ts';

// The name and address of a notice are offered masked, and filled in when the claim is filed.

const server = useTestServer({ members: 8 });
const masked = { name1: 'J••• D••', street1: '• M••• S•••••', city: 'Phoenix', state: 'Arizona', zip: '•••••' };
const behind = { name1: 'Jane Doe', street1: '1 Main Street', city: 'Phoenix', state: 'Arizona', zip: '85001' };

const storedOf = async (claimNumber: string) => {
  const [claim] = await server.query<{ answers: Record<string, unknown>; summary: unknown; name: string }>(
    'select answers, summary, name from claims where number = $1',
    [claimNumber],
  );
  return claim;
};
async function correctAddress(noticeId: string, street: string, city: string): Promise<void> {
  await server.query(
    `with person as (insert into staff (name, email, created_at) values ('Riley Chen', 'riley@example.com', now()) returning id)
     insert into member_addresses (notice_id, street, city, state, zip, source, reason, entered_at, decision, decided_by, decided_at)
     select $1, $2, $3, 'Hawaii', '96704', 'call', 'Moved', now(), 'confirmed', id, now() from person`,
    [noticeId, street, city],
  );
}
const offer = async (browser: Browser) => (await browser.send('GET', '/api/session')).body.login?.mailed;

test('two IDs are told masks; filed as they are, staff get the text, and the receipt and its mail the masks', async () => {
  const browser = await logInBrowser(server.app, memberOf(0));
  expect(await offer(browser)).toEqual(masked);
  const key = randomUUID();
  const filed = await browser.fileClaim({ ...goodAnswers, ...masked }, key);
  expect(filed.status).toBe(201);
  const claim = await storedOf(filed.body.claimNumber);
  expect(claim).toMatchObject({ answers: behind, name: 'Jane Doe' });
  expect(JSON.stringify(claim?.summary)).not.toMatch(/Main Street|\b85001\b/);
  const receipt = await readReceipt({ database: server.database, settlement }, filed.body.claimNumber, server.now);
  expect(receipt?.name).toBe(masked.name1);
  expect(JSON.stringify(receipt?.content.sections)).toContain(masked.street1);
  // The same request again is the same claim.
  const again = await browser.fileClaim({ ...goodAnswers, ...masked }, key);
  expect([again.status, again.body.claimNumber]).toEqual([201, filed.body.claimNumber]);
});

test('a mask that was changed, or is of another person, breaks the rules of its field', async () => {
  const browser = await logInBrowser(server.app, memberOf(1));
  const answer = await browser.fileClaim({
    ...goodAnswers,
    ...masked,
    name1: 'K••• D••',
    street1: '• M••• S••••• 2',
    zip: '85001',
  });
  const { errors } = expectProblem(answer, 422, 'invalid-answers');
  expect(errors?.map(({ field }: { readonly field: string }) => field)).toEqual(['name1', 'street1']);
});

test('a repeated request tells no more than its mask: guesses are other answers, right or wrong', async () => {
  const browser = await logInBrowser(server.app, memberOf(2));
  const [masked1, key] = [{ ...goodAnswers, ...masked }, randomUUID()];
  expect((await browser.fileClaim(masked1, key)).status).toBe(201);
  for (const guess of [{ name1: 'Jane Doe' }, { name1: 'John Doe' }, { street1: '1 Main Street' }, { zip: '85001' }])
    expectProblem(await browser.post({ ...masked1, ...guess }, key), 409, 'key-used-for-other-answers');
  // The other way round, what was typed is not compared with the record.
  const typed = randomUUID();
  expect((await browser.fileClaim({ ...goodAnswers, ...behind }, typed)).status).toBe(201);
  const shown = { ...goodAnswers, ...behind, name1: masked.name1 };
  expectProblem(await browser.post(shown, typed), 409, 'key-used-for-other-answers');
});

test('a repeated request is the same claim, even if the address has changed since', async () => {
  const member = memberOf(3);
  const browser = await logInBrowser(server.app, member);
  const key = randomUUID();
  const filed = await browser.fileClaim({ ...goodAnswers, ...masked }, key);
  await correctAddress(member.noticeId, '12  – 14 Rose’s Way, Unit 5', 'Ka’ū');
  const again = await browser.post({ ...goodAnswers, ...masked }, key);
  expect([again.status, again.body.claimNumber]).toEqual([201, filed.body.claimNumber]);
  // The masks are of the text as a form stores it, which a browser leaves as it is.
  await browser.logIn(member);
  const offered = await offer(browser);
  expect(offered).toMatchObject({ street1: '1• - 1• R••••• W•• U••• •', city: "Ka'ū" });
  const next = await browser.fileClaim({ ...goodAnswers, ...offered });
  expect(await storedOf(next.body.claimNumber)).toMatchObject({ answers: { street1: "12  - 14 Rose's Way Unit 5" } });
});

test('the dots of a ZIP code stand for it only beside the rest of the mailed address', async () => {
  const browser = await logInBrowser(server.app, memberOf(4));
  for (const moved of [{ street1: '7 Elm St' }, { city: 'Tempe' }, { state: 'Ohio' }]) {
    const { errors } = expectProblem(
      await browser.fileClaim({ ...goodAnswers, ...masked, ...moved }),
      422,
      'invalid-answers',
    );
    expect(errors?.map(({ field }: { readonly field: string }) => field)).toEqual(['zip']);
  }
  const renamed = await browser.fileClaim({ ...goodAnswers, ...masked, name1: 'Jane Roe' });
  expect(await storedOf(renamed.body.claimNumber)).toMatchObject({ answers: { ...behind, name1: 'Jane Roe' } });
});
