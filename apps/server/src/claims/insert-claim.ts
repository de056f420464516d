import { sql } from 'kysely';
import type { Language } from '@redress/contract/language';
import type { AnyAnswers } from '@redress/forms/answers';
import type { ClaimForm, Context } from '@redress/forms/definition';
import { summarize } from '@redress/forms/summarize';
import { splitTaxIds } from '@redress/forms/tax-ids';
import type { SolvedChallenge } from '../captcha/proof-of-work.ts';
import { brokenUniqueConstraint } from '../database/database-errors.ts';
import type { Database } from '../database/pool.ts';
import type { Keys } from '../keys/keys.ts';
import { firstEntry } from './claim-history.ts';
import { hashIdempotencyKey, hashRecord } from './record-hash.ts';
import type { SealedTaxId, TaxIdKeys } from './sealed-tax-ids.ts';
import { sealTaxIds } from './sealed-tax-ids.ts';
import { searchColumnsOf } from './search-columns.ts';

export interface NewClaim {
  readonly number: string;
  readonly form: ClaimForm;
  readonly answers: AnyAnswers;
  readonly answersHash: Buffer;
  readonly context: Context;
  readonly language: Language;
  readonly filedAt: Date;
  readonly late: boolean;
  readonly documentsToFollow: number;
  readonly documentsDue: boolean;
  readonly suspectedMachine: boolean;
  readonly withoutScript: boolean;
  readonly idempotencyKey?: string;
  readonly captcha?: SolvedChallenge;
}

export type Inserted = 'inserted' | 'key-taken' | 'captcha-used' | 'number-taken';

/**
 * Writes a claim, its tax IDs, its first history entry, the receipt that is owed and the used captcha: one statement, so that all of it is
 * there or nothing, in one round trip. What stands in the way is told by the constraint that was broken.
 */
export async function insertClaim(
  database: Database,
  keys: TaxIdKeys & Pick<Keys, 'answers'>,
  claim: NewClaim,
): Promise<Inserted> {
  const { form, answers, filedAt, captcha } = claim;
  const { open, taxIds } = splitTaxIds(form, answers);
  const { number, idempotencyKey = null } = claim;
  const sealed = sealTaxIds(number, taxIds, keys);
  const columns = searchColumnsOf(form, open, claim.context);
  const summary = summarize(form, answers, claim.context);
  const details = {
    formId: form.id,
    formVersion: form.version,
    late: claim.late,
    documentsDue: claim.documentsDue,
    suspectedMachine: claim.suspectedMachine,
    withoutScript: claim.withoutScript,
    answersHash: claim.answersHash.toString('hex'),
    recordHash: hashRecord({ ...columns, language: claim.language, summary }, keys.answers).toString('hex'),
    caseId: form.caseId,
    language: claim.language,
    documentsExpected: claim.documentsToFollow,
    idempotencyKeyHash: hashIdempotencyKey(number, idempotencyKey, keys.answers).toString('hex'),
  };
  // Only the database knows whether the Notice ID was used before: it takes the entry that says so.
  const entryThat = (duplicateNotice: boolean) =>
    firstEntry(number, filedAt, { kind: 'claim-filed', details: { ...details, duplicateNotice } });
  const entry = entryThat(false);
  const duplicate = entryThat(true);
  const withClaim = database.with('filed', (query) =>
    query
      .insertInto('claims')
      .values({
        number,
        form_id: form.id,
        form_version: form.version,
        case_id: form.caseId,
        language: claim.language,
        filed_at: filedAt,
        late: claim.late,
        documents_expected: claim.documentsToFollow,
        documents_due: claim.documentsDue,
        suspected_machine: claim.suspectedMachine,
        without_script: claim.withoutScript,
        ...columns,
        answers: JSON.stringify(open),
        summary: JSON.stringify(summary),
        idempotency_key: idempotencyKey,
        answers_hash: claim.answersHash,
      })
      .returning(['id', 'duplicate_notice']),
  );
  const withTaxIds =
    sealed.length === 0
      ? withClaim
      : withClaim.with('sealed', (query) =>
          query
            .insertInto('claim_tax_ids')
            .columns(['claim_id', 'path', 'encrypted', 'key_version', 'lookup'])
            .expression(rowsOf(sealed)),
        );
  const withReceipt =
    columns.email === null
      ? withTaxIds
      : withTaxIds.with('owed', (query) =>
          query
            .insertInto('outbox')
            .columns(['claim_id', 'kind', 'created_at', 'due_at'])
            .expression(
              sql`select id, 'receipt', ${filedAt}::timestamptz, ${receiptDueAt(claim)}::timestamptz from filed`,
            ),
        );
  const withCaptcha = captcha
    ? withReceipt.with('used', (query) =>
        query.insertInto('captcha_used').values({ challenge: captcha.nonce, expires_at: captcha.expiresAt }),
      )
    : withReceipt;
  try {
    await withCaptcha
      .insertInto('claim_history')
      .columns(['claim_id', 'position', 'at', 'kind', 'details', 'hash'])
      .expression((from) =>
        from.selectFrom('filed').select([
          'filed.id',
          sql<number>`${entry.position}::integer`.as('position'),
          sql<Date>`${entry.at}::timestamptz`.as('at'),
          sql<string>`${entry.kind}::text`.as('kind'),
          sql<string>`case when filed.duplicate_notice then ${JSON.stringify(duplicate.details)}::jsonb
              else ${JSON.stringify(entry.details)}::jsonb end`.as('details'),
          sql<Buffer>`case when filed.duplicate_notice then ${duplicate.hash}::bytea else ${entry.hash}::bytea end`.as(
            'hash',
          ),
        ]),
      )
      .execute();
    return 'inserted';
  } catch (error) {
    switch (brokenUniqueConstraint(error)) {
      case 'claims_idempotency_key':
        return 'key-taken';
      case 'captcha_used_once':
        return 'captcha-used';
      case 'claims_number':
        return 'number-taken';
      default:
        throw error;
    }
  }
}

/** Documents that follow come within moments: a receipt that waits a little can list them. */
const waitForDocumentsMilliseconds = 3 * 60 * 1_000;

function receiptDueAt({ filedAt, documentsToFollow }: NewClaim): Date {
  return documentsToFollow === 0 ? filedAt : new Date(filedAt.getTime() + waitForDocumentsMilliseconds);
}

/** Each tax ID with the id of the claim that is `filed` in the same statement. */
function rowsOf(sealed: readonly SealedTaxId[]) {
  const column = <T>(pick: (taxId: SealedTaxId) => T) => sealed.map(pick);
  return sql`
    select filed.id, path, encrypted, key_version, lookup
    from filed, unnest(
      ${column((taxId) => taxId.path)}::text[], ${column((taxId) => taxId.encrypted)}::bytea[],
      ${column((taxId) => taxId.key_version)}::smallint[], ${column((taxId) => taxId.lookup)}::bytea[]
    ) as tax_id (path, encrypted, key_version, lookup)`;
}
