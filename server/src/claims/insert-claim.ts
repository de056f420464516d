import { sql } from 'kysely';
import type { AnyAnswers } from '@redress/forms/answers';
import type { ClaimForm, Context } from '@redress/forms/definition';
import { summarize } from '@redress/forms/summarize';
import type { SolvedChallenge } from '../captcha/proof-of-work.ts';
import { brokenUniqueConstraint } from '../database/database-errors.ts';
import type { Database } from '../database/pool.ts';
import { firstEntry } from './claim-history.ts';
import { searchColumnsOf } from './search-columns.ts';

export interface NewClaim {
  readonly number: string;
  readonly form: ClaimForm;
  readonly answers: AnyAnswers;
  readonly answersHash: Buffer;
  readonly context: Context;
  readonly language: string;
  readonly filedAt: Date;
  readonly late: boolean;
  readonly documentsToFollow: number;
  readonly idempotencyKey?: string;
  readonly captcha?: SolvedChallenge;
}

export type Inserted = 'inserted' | 'key-taken' | 'captcha-used' | 'number-taken';

/**
 * Writes a claim, its first history entry and the used captcha: one statement, so that all of it is there or nothing, in one round trip.
 * What stands in the way is told by the constraint that was broken.
 */
export async function insertClaim(database: Database, claim: NewClaim): Promise<Inserted> {
  const { form, answers, filedAt, captcha } = claim;
  const entry = firstEntry(claim.number, filedAt, {
    kind: 'claim-filed',
    details: {
      formId: form.id,
      formVersion: form.version,
      late: claim.late,
      answersHash: claim.answersHash.toString('hex'),
    },
  });
  const withClaim = database.with('filed', (query) =>
    query
      .insertInto('claims')
      .values({
        number: claim.number,
        form_id: form.id,
        form_version: form.version,
        case_id: form.caseId,
        language: claim.language,
        notice_id: claim.context.noticeId ?? null,
        filed_at: filedAt,
        late: claim.late,
        documents_expected: claim.documentsToFollow,
        ...searchColumnsOf(form, answers),
        answers: JSON.stringify(answers),
        summary: JSON.stringify(summarize(form, answers, claim.context)),
        idempotency_key: claim.idempotencyKey ?? null,
        answers_hash: claim.answersHash,
      })
      .returning('id'),
  );
  const withCaptcha = captcha
    ? withClaim.with('used', (query) =>
        query.insertInto('captcha_used').values({ challenge: captcha.nonce, expires_at: captcha.expiresAt }),
      )
    : withClaim;
  try {
    await withCaptcha
      .insertInto('claim_history')
      .columns(['claim_id', 'position', 'at', 'kind', 'details', 'hash'])
      .expression((from) =>
        from
          .selectFrom('filed')
          .select([
            'filed.id',
            sql<number>`${entry.position}::integer`.as('position'),
            sql<Date>`${entry.at}::timestamptz`.as('at'),
            sql<string>`${entry.kind}::text`.as('kind'),
            sql<string>`${JSON.stringify(entry.details)}::jsonb`.as('details'),
            sql<Buffer>`${entry.hash}::bytea`.as('hash'),
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
