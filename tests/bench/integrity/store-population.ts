import { observationsField } from '@redress/contract/observations';
import type { Settlement } from '@redress/contract/settlement';
import { insertStatement } from '@redress/server/claims/filing/insert-claims';
import { keyedHash, type Keys } from '@redress/server/platform/keys/keys';
import type { RequestObservations } from '@redress/server/claims/observations/observe-request';
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { claimRowMaker } from '../../generate/claim-row.ts';
import type { Filing } from './filings.ts';
import type { Observation } from './observe-filing.ts';

/** Claims per statement. */
const batch = 500;
/** The date of the invented list of networks. */
const listDate = '2025-01-02';

/** As `observeRequest` makes it of a request. */
function observedOf(observation: Observation, keys: Keys): RequestObservations {
  const { claimsChrome, lacksClientHints, address, browser, networkKind } = observation;
  const hash = (name: string, value: string) => keyedHash(keys.observations, `${name} ${value}`);
  return {
    claimsChrome,
    lacksClientHints,
    addressHash: hash('address', address),
    networkHash: hash('network', address.replace(/\.\d+$/, '')),
    browserHash: hash('browser', browser),
    network: { kind: networkKind, date: listDate },
  };
}

/** Files claims in a database that has none: the first one gets the ID 1, the next ones follow. */
export function createClaimWriter(client: pg.Client, settlement: Settlement, keys: Keys) {
  const makeRow = claimRowMaker(settlement, keys);
  const rowOf = ({ at, answers, loginNoticeId, observation, files, ...filing }: Filing, serial: number): string => {
    const body = { ...answers, documentsToFollow: files.length, [observationsField]: observation.sent };
    const { withoutScript } = observation;
    const when = { filedAt: new Date(at), withoutScript, idempotencyKey: `bench-${serial}` };
    const observed = observedOf(observation, keys);
    return makeRow({ ...filing, serial, answers: body, noticeId: loginNoticeId, observed, ...when }).json;
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
  const rows = filings.flatMap(({ files, at }, index) =>
    files.map((file, place) => ({
      claim: firstId + index,
      key: `bench/${firstId + index}/${place}`,
      hash: `\\x${sha256(file).toString('hex')}`,
      at: new Date(at + 5_000),
    })),
  );
  if (rows.length === 0) return;
  await client.query(
    `insert into claim_documents (id, claim_id, name, storage_key, status, type, size, sha256, created_at, stored_at)
     select gen_random_uuid(), claim, 'document.pdf', key, 'stored', 'pdf', 20000, hash, at, at
     from jsonb_to_recordset($1) as document (claim bigint, key text, hash bytea, at timestamptz)`,
    [JSON.stringify(rows)],
  );
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
