import { sql } from 'kysely';
import type { Context } from '@redress/forms/definition';
import type { FormEvaluation } from '@redress/forms/evaluate-form';
import { summarize } from '@redress/forms/summarize';
import { splitTaxIds } from '@redress/forms/tax-ids';
import type { SolvedChallenge } from '../captcha/proof-of-work.ts';
import { violatedUniqueConstraint } from '../database/database-errors.ts';
import type { Database } from '../database/pool.ts';
import { encryptTaxIds } from '../keys/encrypted-fields.ts';
import type { Keys } from '../keys/keys.ts';
import { hashAnswers, hashIdempotencyKey, hashRecord } from './claim-hashes.ts';
import { createEntry } from './claim-history.ts';
import type { ClaimRequest } from './claim-request.ts';
import { searchColumnsOf } from './search-columns.ts';

interface NewClaim {
  readonly number: string;
  readonly request: ClaimRequest;
  /** Without errors. */
  readonly evaluation: FormEvaluation;
  readonly context: Context;
  readonly filedAt: Date;
  readonly late: boolean;
  readonly documentsDue: boolean;
  readonly withoutScript: boolean;
  readonly idempotencyKey: string | undefined;
  readonly captcha: SolvedChallenge | undefined;
}

const waitForUploadsMilliseconds = 3 * 60 * 1_000;

/**
 * Inserts a claim with its tax IDs, first history entry, pending receipt and used captcha in one
 * statement: all or nothing, in a single round trip.
 */
export async function insertClaim(
  database: Database,
  keys: Keys,
  claim: NewClaim,
): Promise<'inserted' | 'key-taken' | 'captcha-used' | 'number-taken'> {
  const { number, evaluation, filedAt, late, documentsDue, withoutScript, captcha, idempotencyKey = null } = claim;
  const { form, documentsToFollow, suspectedMachine } = claim.request;
  const { language = 'en' } = form;
  const { open, taxIds } = splitTaxIds(form, evaluation.answers);
  const encrypted = encryptTaxIds(number, taxIds, keys);
  const columns = { ...searchColumnsOf(form, open, claim.context), language };
  const summary = summarize(form, evaluation);
  const answersHash = hashAnswers(form, evaluation.answers, keys.answers);
  const details = {
    formId: form.id,
    formVersion: form.version,
    late,
    documentsDue,
    suspectedMachine,
    withoutScript,
    answersHash: answersHash.toString('hex'),
    recordHash: hashRecord({ ...columns, summary }, keys.answers).toString('hex'),
    caseId: form.caseId,
    language,
    documentsExpected: documentsToFollow,
    idempotencyKeyHash: hashIdempotencyKey(number, idempotencyKey, keys.answers).toString('hex'),
  };
  // Only the database knows whether the Notice ID was used before; it chooses between two entries.
  const entryWith = (duplicateNotice: boolean) =>
    createEntry(number, filedAt, { kind: 'claim-filed', details: { ...details, duplicateNotice } });
  const entry = entryWith(false);
  const duplicate = entryWith(true);
  // Uploads usually arrive within moments; a receipt that waits for them can list them.
  const receiptDueAt = documentsToFollow === 0 ? filedAt : new Date(filedAt.getTime() + waitForUploadsMilliseconds);
  // Only the parts that this claim needs: unused ones cost a tenth of the claims per second.
  const withClaim = database.with('filed', (query) =>
    query
      .insertInto('claims')
      .values({
        number,
        form_id: form.id,
        form_version: form.version,
        case_id: form.caseId,
        filed_at: filedAt,
        late,
        documents_expected: documentsToFollow,
        documents_due: documentsDue,
        suspected_machine: suspectedMachine,
        without_script: withoutScript,
        ...columns,
        answers: JSON.stringify(open),
        summary: JSON.stringify(summary),
        idempotency_key: idempotencyKey,
        answers_hash: answersHash,
      })
      .returning(['id', 'duplicate_notice']),
  );
  const withTaxIds =
    encrypted.length > 0
      ? withClaim.with('tax_ids', (query) =>
          query
            .insertInto('claim_tax_ids')
            .columns(['claim_id', 'path', 'encrypted', 'key_version', 'lookup'])
            .expression(
              sql`select id, path, encrypted, key_version, lookup from filed, unnest(
            ${encrypted.map((taxId) => taxId.path)}::text[], ${encrypted.map((taxId) => taxId.encrypted)}::bytea[],
            ${encrypted.map((taxId) => taxId.key_version)}::smallint[], ${encrypted.map((taxId) => taxId.lookup)}::bytea[]
          ) as tax_id (path, encrypted, key_version, lookup)`,
            ),
        )
      : withClaim;
  const withReceipt =
    columns.email === null
      ? withTaxIds
      : withTaxIds.with('receipt', (query) =>
          query
            .insertInto('outbox')
            .columns(['claim_id', 'kind', 'created_at', 'due_at'])
            .expression(sql`select id, 'receipt', ${filedAt}::timestamptz, ${receiptDueAt}::timestamptz from filed`),
        );
  const withCaptcha = captcha
    ? withReceipt.with('used_captcha', (query) =>
        query.insertInto('captcha_used').values({ challenge: captcha.nonce, expires_at: captcha.expiresAt }),
      )
    : withReceipt;
  try {
    await withCaptcha
      .insertInto('claim_history')
      .columns(['claim_id', 'position', 'at', 'kind', 'details', 'hash'])
      .expression(
        sql`select id, ${entry.position}::integer, ${entry.at}::timestamptz, ${entry.kind}::text,
          (case when duplicate_notice then ${JSON.stringify(duplicate.details)} else ${JSON.stringify(entry.details)} end)::jsonb,
          case when duplicate_notice then ${duplicate.hash}::bytea else ${entry.hash}::bytea end
        from filed`,
      )
      .execute();
    return 'inserted';
  } catch (error) {
    const constraint = violatedUniqueConstraint(error);
    if (constraint === 'claims_idempotency_key') return 'key-taken';
    if (constraint === 'captcha_used_once') return 'captcha-used';
    if (constraint === 'claims_number') return 'number-taken';
    throw error;
  }
}
