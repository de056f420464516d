import { settlement } from '@redress/content/settlement';
import { readReceipt } from '@redress/server/claims/receipts/read-receipt';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Browser, expectProblem, goodAnswers, logInBrowser } from '../../../setup/browser.ts';
import { memberOf, useTestServer } from '../../../setup/test-server.ts';

// The name and address of a notice are offered masked, and filled in when the claim is filed.

const server = useTestServer({ members: 2 });
const masked = { name1: 'J••• D••', street1: '• M••• S•••••', city: 'Phoenix', state: 'Arizona', zip: '•••••' };
const behind = { name1: 'Jane Doe', street1: '1 Main Street', city: 'Phoenix', state: 'Arizona', zip: '85001' };

const storedOf = async (claimNumber: string) => {
  const [claim] = await server.query<{ answers: Record<string, unknown>; summary: unknown; name: string }>(
    'select answers, summary, name from claims where number = $1',
    [claimNumber],
  );
  return claim;
};
const offer = async (browser: Browser) => (await browser.send('GET', '/api/session')).body.login?.mailed;

test('two IDs are told masks; filed as they are, staff get the text, and the receipt and its mail the masks', async () => {
  const browser = await logInBrowser(server.app, memberOf(0));
  expect(await offer(browser)).toEqual(masked);
  const key = randomUUID();
  const filed = await browser.fileClaim({ ...goodAnswers, ...masked }, key);
  expect(filed.status).toBe(201);
  const claim = await storedOf(filed.body.claimNumber);
  expect(claim).toMatchObject({ answers: behind, name: 'Jane Doe' });
  expect(JSON.stringify(claim?.summary)).not.toMatch(/Main Street|85001/);
  const receipt = await readReceipt({ database: server.database, settlement }, filed.body.claimNumber, server.now);
  expect(receipt?.name).toBe(masked.name1);
  expect(JSON.stringify(receipt?.content.sections)).toContain(masked.street1);
  // The same request again is the same claim.
  const again = await browser.fileClaim({ ...goodAnswers, ...masked }, key);
  expect([again.status, again.body.claimNumber]).toEqual([201, filed.body.claimNumber]);
});

test('a mask that was changed, or is of another person, breaks the rules of its field', async () => {
  const browser = await logInBrowser(server.app, memberOf(1));
  const answer = await browser.fileClaim({ ...goodAnswers, ...masked, name1: 'K••• D••', street1: '• M••• S••••• 2' });
  const { errors } = expectProblem(answer, 422, 'invalid-answers');
  expect(errors?.map(({ field }: { readonly field: string }) => field)).toEqual(['name1', 'street1']);
});
