import type { RecognizedRule } from '@redress/contract/review-rules';
import { settlement } from '@redress/content/settlement';
import { addHistoryEntry, lockClaim } from '@redress/server/claims/history/claim-history';
import { computeRecognizable, countedInFiles, formatAmount } from '@redress/server/console/review/recognized-amount';
import { recognizedAmount } from '@redress/server/console/review/recognized-amount-sql';
import { sql } from 'kysely';
import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useTestServer } from '../../../setup/test-server.ts';
import { fileWithoutNotice } from '../../../setup/sample-claims.ts';

const server = useTestServer();

const claimed: RecognizedRule = { rule: 'claimed', pool: 'payors' };
const range = (suggest: 'from' | 'middle' | 'to'): RecognizedRule => ({
  rule: 'range',
  pool: 'people',
  field: 'paid',
  ranges: { some: { from: 501, to: 1_000 }, many: { from: 10_000 } },
  suggest,
});
const losses: RecognizedRule = {
  rule: 'losses',
  pool: 'incident',
  losses: { rows: 'losses', amount: 'amount', atMost: 600 },
  hours: { field: 'hours', rate: 25.01, atMost: 5 },
};
const unlimited: RecognizedRule = { rule: 'losses', pool: 'incident', losses: { rows: 'losses', amount: 'amount' } };
const lost = (...amounts: unknown[]) => ({ losses: amounts.map((amount) => ({ what: 'Locks', amount })) });

interface Claim {
  readonly amount?: string;
  readonly answers?: Readonly<Record<string, unknown>>;
  /** The amount that its data files count. */
  readonly counted?: string;
}
/** By hand: the claimed amount or less by the files, the range's suggestion, or losses and hours up to their limits. */
const cases: readonly (readonly [RecognizedRule, Claim, string | null])[] = [
  [claimed, {}, null],
  [claimed, { counted: '900' }, null],
  [claimed, { amount: '1250.5000' }, '1250.50'],
  [claimed, { amount: '1250.5000', counted: '1250.5100' }, '1250.50'],
  [claimed, { amount: '1250.5000', counted: '900.1299' }, '900.12'],
  [claimed, { amount: '1250.5000', counted: '0' }, '0.00'],
  [claimed, { amount: '1250.5000', counted: '-12.5000' }, '0.00'],
  [claimed, { amount: '1250.5000', counted: '-0.5000' }, '0.00'],
  [claimed, { amount: '9999999999999.9999' }, '9999999999999.99'],
  [range('middle'), { answers: { paid: 'some' } }, '750.50'],
  [range('from'), { answers: { paid: 'some' } }, '501.00'],
  [range('to'), { answers: { paid: 'some' } }, '1000.00'],
  // Without an upper limit, there is only the lower one.
  [range('middle'), { answers: { paid: 'many' } }, '10000.00'],
  [range('middle'), { answers: { paid: 'toString' } }, null],
  [range('middle'), { answers: { paid: ['some'] } }, null],
  [range('middle'), { amount: '5' }, null],
  [losses, { answers: {} }, null],
  [losses, { answers: lost() }, null],
  [losses, { answers: { losses: 'none' } }, null],
  [losses, { answers: lost('119.99', '0.01') }, '120.00'],
  [losses, { answers: lost('600', '0.01') }, '600.00'],
  [losses, { answers: lost('12.5', 'many', null, '1.234', '-3') }, '12.50'],
  [unlimited, { answers: lost('9999999.99', '0.01') }, '10000000.00'],
  [unlimited, { answers: { hours: '5' } }, null],
  [losses, { answers: { hours: '0' } }, '0.00'],
  // $62.525, and 3.33 hours: $83.2833.
  [losses, { answers: { hours: '2.5' } }, '62.52'],
  [losses, { answers: { ...lost('0.01'), hours: '3.33' } }, '83.29'],
  [losses, { answers: { hours: '5.01' } }, '125.05'],
  [losses, { answers: { ...lost('600.01'), hours: '7.5' } }, '725.05'],
  [losses, { answers: { ...lost('5'), hours: 'a day' } }, '5.00'],
];

/** The amount that SQL recognizes for one claim. */
async function recognizeInSql(rule: RecognizedRule, { amount, answers, counted }: Claim, isCorrected = false) {
  const { rows } = await sql<{ recognized: string | null }>`
    select ${recognizedAmount({ recognized: { form: rule } })}::text as recognized
    from (
      select 'form' as form_id, ${amount ?? null}::numeric as amount, ${JSON.stringify(answers ?? {})}::jsonb as answers
    ) as claim
    cross join (select ${counted ?? null}::numeric as counted, ${isCorrected}::boolean as corrected) as fact`.execute(
    server.database,
  );
  return rows[0]?.recognized;
}

test.each(cases)('by %j, %j has the recognized amount %s in a review and in SQL', async (rule, claim, expected) => {
  const inputs = { amount: null, answers: {}, counted: null, documents: 0, ...claim };
  const { suggested } = computeRecognizable({ ...settlement.review, recognized: { form: rule } }, 'form', inputs);
  expect(suggested === null ? null : formatAmount(suggested)).toBe(expected);
  // SQL has four decimal places.
  expect(await recognizeInSql(rule, claim)).toBe(expected === null ? null : `${expected}00`);
});

test('SQL leaves corrected answers and forms without a rule to a person', async () => {
  expect(await recognizeInSql(claimed, { amount: '5' }, true)).toBeNull();
  const { rows } = await sql<{ recognized: string | null }>`
    select ${recognizedAmount({ recognized: {} })}::text as recognized`.execute(server.database);
  expect(rows).toEqual([{ recognized: null }]);
});

test('the latest checks of data files count, reversals too; infected and unreadable ones count nothing', async () => {
  const number = await fileWithoutNotice(server);
  const [claim] = await server.query<{ id: string; number: string }>(
    'select id, number from claims where number = $1',
    [number],
  );
  if (!claim) throw new Error(`There is no claim ${number}`);
  const addFile = async (scan: 'clean' | 'infected', sums: readonly (string | null)[]) => {
    const documentId = randomUUID();
    await server.query(
      `insert into claim_documents (id, claim_id, name, storage_key, status, type, size, sha256, created_at, stored_at, scan, scanned_at, scan_finding)
       values ($1, $2, 'data.csv', $5, 'stored', 'csv', 1, $3, now(), now(), $4, now(), case when $4 = 'infected' then 'a test' end)`,
      [documentId, claim.id, createHash('sha256').update(documentId).digest(), scan, documentId],
    );
    for (const amount of sums)
      await server.database.transaction().execute(async (transaction) => {
        await lockClaim(transaction, claim);
        await addHistoryEntry(transaction, claim, server.now, {
          kind: 'data-checked',
          details:
            amount === null
              ? { documentId, outcome: 'unreadable' }
              : { documentId, outcome: 'checked', rows: 2, errors: 0, amount },
        });
      });
  };
  const count = async () => (await countedInFiles(sql`${claim.id}`).execute(server.database)).rows[0];
  expect(await count()).toMatchObject({ counted: null });
  await addFile('clean', [null]);
  expect(await count()).toMatchObject({ counted: null });
  await addFile('clean', ['900.0000', '100.2599']);
  await addFile('clean', ['-112.5000']);
  await addFile('infected', ['5000.0000']);
  expect(await count()).toMatchObject({ counted: '-12.2401', documents: '3' });
});
