import { settlement } from '@redress/content/settlement';
import { createHash, randomUUID } from 'node:crypto';

/** The data that a person who lost their IDs sends. */
export interface AskedForIds {
  readonly caseId?: string;
  readonly at?: Date;
  readonly language?: 'en' | 'es';
  readonly machine?: boolean;
  readonly name?: string;
  readonly street?: string;
  readonly city?: string;
  readonly state?: string;
  readonly zip?: string;
}

/** Stores a request for lost IDs. Returns its ID. */
export async function insertIdRequest(
  query: (text: string, values: readonly unknown[]) => Promise<readonly Readonly<Record<string, unknown>>[]>,
  asked: AskedForIds = {},
): Promise<string> {
  const { caseId = settlement.claimForms[0]?.caseId, at = new Date(), language = 'en', machine = false } = asked;
  const { name = 'Jane Doe', street = '1 Main Street', city = 'Phoenix', state = 'Arizona', zip = '85001' } = asked;
  const hash = createHash('sha256').update(randomUUID()).digest();
  const [row] = await query(
    `insert into id_requests (request_hash, case_id, requested_at, language, suspected_machine, name, street, city, state, zip, phone)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, '6145550100') returning id`,
    [hash, caseId, at, language, machine, name, street, city, state, zip],
  );
  return String(row?.['id']);
}
