import { settlement } from '@redress/content/settlement';
import type { FoundClaim } from '@redress/server/console/claim-details/find-claim';
import { addHistoryEntry, type HistoryEvent, lockClaim } from '@redress/server/claims/history/claim-history';
import {
  computeRecognizable,
  countedInFiles,
  formatAmount,
  readAmountInputs,
} from '@redress/server/console/review/recognized-amount';
import { recognizedAmount } from '@redress/server/console/review/recognized-amount-sql';
import { sql } from 'kysely';
import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { generateClaims } from '../../../generate/generate-claims.ts';
import { fileRange } from '../../../setup/review.ts';
import { keys, useTestServer } from '../../../setup/test-server.ts';

type StoredClaim = Pick<FoundClaim, 'id' | 'number' | 'form_id' | 'form_version' | 'amount' | 'answers'>;

let claims: StoredClaim[];

const server = useTestServer();
beforeAll(async () => {
  const { connectionString } = server;
  await generateClaims({ connectionString, keys, settlement, claims: 400, add: false, onProgress: () => {} });
  for (const rule of Object.values(settlement.review.recognized))
    if (rule.rule === 'range')
      for (const range of Object.keys(rule.ranges)) await fileRange(server, { [rule.field]: range });
  claims = await server.query<StoredClaim>(
    'select id, number, form_id, form_version, amount, answers from claims order by id',
  );
  for (const claim of claims) await inventFiles(claim);
});

/** Data files of some claims: checked once or again, unreadable or with a virus, and with reversals. */
async function inventFiles(claim: StoredClaim): Promise<void> {
  const id = Number(claim.id);
  const files = id % 4;
  for (let index = 0; index < files; index++) {
    const documentId = randomUUID();
    await server.query(
      `insert into claim_documents (id, claim_id, name, storage_key, status, type, size, sha256, created_at, stored_at, scan, scanned_at, scan_finding)
       values ($1, $2, 'data.csv', $3, 'stored', 'csv', 1, $4, now(), now(), $5, now(), case when $5 = 'infected' then 'a test' end)`,
      [
        documentId,
        claim.id,
        documentId,
        createHash('sha256').update(documentId).digest(),
        (id + index) % 13 === 0 ? 'infected' : 'clean',
      ],
    );
    const isUnreadable = (id + index) % 11 === 0;
    const sums = id % 5 === 0 ? ['900.0000', '-12.5000'] : [`${((id * 37) % 3_000) - 400}.${id % 10}999`];
    for (const amount of sums)
      await add(claim, {
        kind: 'data-checked',
        details: isUnreadable
          ? { documentId, outcome: 'unreadable' }
          : { documentId, outcome: 'checked', rows: 2, errors: 0, amount },
      });
  }
}

async function add(claim: StoredClaim, event: HistoryEvent): Promise<void> {
  await server.database.transaction().execute(async (transaction) => {
    await lockClaim(transaction, claim);
    await addHistoryEntry(transaction, claim, server.now, event);
  });
}

test('SQL recognizes the amount that a reviewer is shown, for claims of all forms, and never less than nothing', async () => {
  const { rows } = await sql<{ id: string; amount: string | null; counted: string | null }>`
    select claim.id, ${recognizedAmount(settlement.review)}::text as amount, fact.counted
    from claims claim cross join lateral (${countedInFiles(sql`claim.id`)}) as files
      cross join lateral (select files.counted, false as corrected) as fact`.execute(server.database);
  const computed = new Map(rows.map(({ id, ...row }) => [id, row]));
  const differences: unknown[] = [];
  for (const claim of claims) {
    const inputs = await readAmountInputs(server.database, settlement, claim);
    const { suggested } = computeRecognizable(settlement.review, claim.form_id, inputs);
    const [expected, found] = [
      suggested === null ? null : `${formatAmount(suggested)}00`,
      computed.get(claim.id)?.amount,
    ];
    if (found !== expected) differences.push({ form: claim.form_id, ...inputs, expected, found });
  }
  expect(differences).toEqual([]);
  // The claims are no trivial ones.
  expect(new Set(claims.map((claim) => claim.form_id))).toEqual(new Set(settlement.claimForms.map(({ id }) => id)));
  expect(rows.filter(({ counted }) => Number(counted) < 0).length).toBeGreaterThan(20);
  expect(rows.filter(({ amount }) => amount === '0.0000').length).toBeGreaterThan(10);
  expect(rows.filter(({ amount }) => Number(amount) < 0)).toEqual([]);
  expect(rows.filter(({ amount }) => Number(amount) > 0).length).toBeGreaterThan(100);
});

test('answers that were corrected are left to a person', async () => {
  const { rows } = await sql<{ amount: string | null }>`
    select ${recognizedAmount(settlement.review)}::text as amount
    from claims claim cross join (select 5::numeric as counted, true as corrected) as fact`.execute(server.database);
  expect(new Set(rows.map(({ amount }) => amount))).toEqual(new Set([null]));
});
