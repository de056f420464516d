import type { InventedFile } from '@redress/contract/demonstration';
import { observationsField } from '@redress/contract/observations';
import type { Settlement } from '@redress/contract/settlement';
import { insertStatement } from '@redress/server/claims/filing/insert-claims';
import type { Keys } from '@redress/server/platform/keys/keys';
import { observeVisit } from '@redress/server/operations/demo/file-invented-claim';
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { claimRowMaker } from '../../generate/claim-row.ts';
import type { Filing } from './world.ts';

/** The number of claims that one statement files. */
const batch = 500;
/** Files claims in a database that has none, so their IDs begin with 1. */
export function createClaimWriter(client: pg.Client, settlement: Settlement, keys: Keys) {
  const makeRow = claimRowMaker(settlement, keys);
  const rowOf = (filing: Filing, serial: number): string => {
    const { formId, language, filedAt, answers, withoutScript, documentsToFollow, loginNoticeId, visit } = filing;
    const body = { ...answers, documentsToFollow, [observationsField]: visit.measured };
    const claim = { serial, formId, language, answers: body, noticeId: loginNoticeId, filedAt, withoutScript };
    return makeRow({ ...claim, idempotencyKey: `bench-${serial}`, observed: observeVisit({ keys }, filing) }).json;
  };
  let filed = 0;
  return async (filings: readonly Filing[]): Promise<void> => {
    for (let from = 0; from < filings.length; from += batch) {
      const part = filings.slice(from, from + batch);
      const rows = part.map((filing, index) => rowOf(filing, filed + index));
      const { rows: stored } = await client.query<{ number: string }>(insertStatement, [`[${rows.join(',')}]`]);
      if (stored.length !== part.length) throw new Error('Not all claims were filed');
      await insertDocuments(client, part, filed + 1);
      filed += part.length;
    }
  };
}

async function insertDocuments(client: pg.Client, filings: readonly Filing[], firstId: number): Promise<void> {
  const rows = filings.flatMap(({ uploads, filedAt }, index) =>
    uploads.map(({ file, seconds }, place) => ({
      claim: firstId + index,
      key: `bench/${firstId + index}/${place}`,
      hash: `\\x${createHash('sha256').update(contentOf(file)).digest('hex')}`,
      at: new Date(filedAt.getTime() + seconds * 1_000),
    })),
  );
  if (rows.length === 0) return;
  await client.query(
    `insert into claim_documents (id, claim_id, name, storage_key, status, type, size, sha256, created_at, stored_at)
     select gen_random_uuid(), claim, 'document.pdf', key, 'stored', 'pdf', 20000, hash, at, at
     from jsonb_to_recordset($1) as document (claim bigint, key text, hash bytea, at timestamptz)
     on conflict do nothing`,
    [JSON.stringify(rows)],
  );
}

/** Files are not made, but equal ones have equal content. One that is sent twice is stored once. */
const contentOf = (file: InventedFile): string =>
  JSON.stringify(file.kind === 'table' ? { ...file, rows: file.rows() } : file);
