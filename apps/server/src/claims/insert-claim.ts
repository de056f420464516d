import { sql } from 'kysely';
import type { Language } from '@redress/contract/language';
import type { AnyAnswers } from '@redress/forms/answers';
import { type ClaimForm, type Context, type Field, type FieldKind, isField } from '@redress/forms/definition';
import type { FormEvaluation } from '@redress/forms/evaluate-form';
import { summarize } from '@redress/forms/summarize';
import { splitTaxIds } from '@redress/forms/tax-ids';
import type { SolvedChallenge } from '../captcha/proof-of-work.ts';
import { violatedUniqueConstraint } from '../database/database-errors.ts';
import type { Database } from '../database/pool.ts';
import { type EncryptedTaxId, encryptTaxIds, type TaxIdKeys } from '../keys/encrypted-fields.ts';
import type { Keys } from '../keys/keys.ts';
import { hashIdempotencyKey, hashRecord, type SearchColumns } from './claim-hashes.ts';
import { createEntry } from './claim-history.ts';

export interface NewClaim {
  readonly number: string;
  readonly form: ClaimForm;
  /** Without errors. */
  readonly evaluation: FormEvaluation;
  readonly answersHash: Buffer;
  readonly context: Context;
  readonly language: Language;
  readonly filedAt: Date;
  readonly late: boolean;
  readonly documentsToFollow: number;
  readonly documentsDue: boolean;
  readonly suspectedMachine: boolean;
  readonly withoutScript: boolean;
  readonly idempotencyKey: string | undefined;
  readonly captcha: SolvedChallenge | undefined;
}

export type InsertResult = 'inserted' | 'key-taken' | 'captcha-used' | 'number-taken';

/**
 * Inserts a claim with its tax IDs, first history entry, pending receipt and used captcha in one
 * statement: all or nothing, in a single round trip.
 */
export async function insertClaim(
  database: Database,
  keys: TaxIdKeys & Pick<Keys, 'answers'>,
  claim: NewClaim,
): Promise<InsertResult> {
  const { form, evaluation, filedAt, captcha } = claim;
  const { open, taxIds } = splitTaxIds(form, evaluation.answers);
  const { number, idempotencyKey = null } = claim;
  const encrypted = encryptTaxIds(number, taxIds, keys);
  const columns = searchColumnsOf(form, open, claim.context);
  const summary = summarize(form, evaluation);
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
  // Only the database knows whether the Notice ID was used before; it chooses between two entries.
  const entryWith = (duplicateNotice: boolean) =>
    createEntry(number, filedAt, { kind: 'claim-filed', details: { ...details, duplicateNotice } });
  const entry = entryWith(false);
  const duplicate = entryWith(true);
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
    encrypted.length === 0
      ? withClaim
      : withClaim.with('tax_ids', (query) =>
          query
            .insertInto('claim_tax_ids')
            .columns(['claim_id', 'path', 'encrypted', 'key_version', 'lookup'])
            .expression(taxIdRows(encrypted)),
        );
  const withReceipt =
    columns.email === null
      ? withTaxIds
      : withTaxIds.with('receipt', (query) =>
          query
            .insertInto('outbox')
            .columns(['claim_id', 'kind', 'created_at', 'due_at'])
            .expression(
              sql`select id, 'receipt', ${filedAt}::timestamptz, ${receiptDueAt(claim)}::timestamptz from filed`,
            ),
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
    switch (violatedUniqueConstraint(error)) {
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

/** Uploads usually arrive within moments; a receipt that waits for them can list them. */
const waitForUploadsMilliseconds = 3 * 60 * 1_000;

function receiptDueAt({ filedAt, documentsToFollow }: NewClaim): Date {
  return documentsToFollow === 0 ? filedAt : new Date(filedAt.getTime() + waitForUploadsMilliseconds);
}

/** The rows of `claim_tax_ids`, with the id of the claim that the same statement inserts. */
function taxIdRows(encrypted: readonly EncryptedTaxId[]) {
  const column = <T>(pick: (taxId: EncryptedTaxId) => T) => encrypted.map(pick);
  return sql`
    select filed.id, path, encrypted, key_version, lookup
    from filed, unnest(
      ${column((taxId) => taxId.path)}::text[], ${column((taxId) => taxId.encrypted)}::bytea[],
      ${column((taxId) => taxId.key_version)}::smallint[], ${column((taxId) => taxId.lookup)}::bytea[]
    ) as tax_id (path, encrypted, key_version, lookup)`;
}

/**
 * Picks the values that staff search for: the first answer by field kind, `autocomplete` or name.
 * Numbers stay decimal strings, because a float would round them.
 */
function searchColumnsOf(form: ClaimForm, answers: AnyAnswers, context: Context): SearchColumns {
  const fields = form.sections.flatMap((section) => section.items.filter(isField));
  const first = (matches: (field: Field) => boolean) => {
    for (const field of fields) {
      const answer = answers[field.name];
      if (matches(field) && typeof answer === 'string') return answer;
    }
    return null;
  };
  const ofKind = (kind: FieldKind) => first((field) => field.kind === kind);
  const withAutocomplete = (token: string) => first((field) => 'autocomplete' in field && field.autocomplete === token);
  return {
    // A form without a login asks for the Notice ID.
    notice_id: context.noticeId ?? first((field) => field.name === 'noticeId'),
    name: withAutocomplete('organization') ?? withAutocomplete('name') ?? ofKind('text'),
    email: ofKind('email'),
    zip: ofKind('zip'),
    state: first((field) => field.name === 'state'),
    amount: ofKind('money'),
    quantity: ofKind('count'),
  };
}
