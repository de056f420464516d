import {
  type ClaimLetter,
  type HeldContact,
  type Letter,
  type LetterText,
  lettersPerPage,
  type MailProblem,
  type NextLetter,
} from '@redress/contract/console/letters';
import { formatLetterId, type LetterStatus } from '@redress/contract/letters';
import { type RawBuilder, sql } from 'kysely';
import {
  addressProblem,
  type HeldContact as WaitingContact,
  readHeldContacts,
} from '../../claims/letters/claim-addresses.ts';
import { waitsForAddress } from '../../claims/letters/mail-again.ts';
import { channelTo, emptyRecipient, readRecipients } from '../../claims/letters/recipients.ts';
import type { Database } from '../../platform/database/pool.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { isUuid } from '../../platform/http/record-ids.ts';
import type { FoundClaim } from '../claim-details/find-claim.ts';
import type { ConsoleContext } from '../context.ts';
import { recipientOf, textOf } from './letters-due.ts';

const columns = sql`
  letter.id, letter.code, claims.number as claim, letter.kind, letter.language, letter.channel, letter.status,
  letter.queued_at, staff.name as "queuedBy", letter.mailed_on as "mailedOn", letter.due_on as "dueOn",
  letter.returned_reason as "returnedReason", letter.replaces`;
const tables = sql`
  letters letter join claims on claims.id = letter.claim_id left join staff on staff.id = letter.queued_by`;

type LetterRow = Omit<Letter, 'queuedAt'> & { readonly queued_at: Date };

const describe = ({ queued_at: queuedAt, ...row }: LetterRow): Letter => ({
  ...row,
  code: formatLetterId(row.code),
  queuedAt: queuedAt.toISOString(),
});

/** Lists the letters of some cases, newest first, a page at a time. */
export async function listLetters(
  database: Database,
  cases: readonly string[],
  {
    status,
    after,
    without,
  }: {
    readonly status?: LetterStatus | undefined;
    readonly after?: string | undefined;
    /** IDs of claims to leave out, as in lists. */
    readonly without: readonly string[];
  },
): Promise<{ letters: Letter[]; next?: string }> {
  const [time = '', id = ''] = after?.split('_') ?? [];
  if (after !== undefined && (Number.isNaN(Date.parse(time)) || !isUuid(id))) throw new ProblemError('bad-request');
  const conditions: RawBuilder<unknown>[] = [
    sql`claims.case_id = any(${cases}::text[])`,
    ...(without.length > 0 ? [sql`letter.claim_id <> all(${without}::bigint[])`] : []),
    ...(status ? [sql`letter.status = ${status}`] : []),
    ...(after === undefined ? [] : [sql`(letter.queued_at, letter.id) < (${new Date(time)}, ${id}::uuid)`]),
  ];
  const { rows } = await sql<LetterRow>`
    select ${columns} from ${tables} where ${sql.join(conditions, sql` and `)}
    order by letter.queued_at desc, letter.id desc limit ${lettersPerPage + 1}`.execute(database);
  const letters = rows.slice(0, lettersPerPage).map(describe);
  const last = letters.at(-1);
  return { letters, ...(rows.length > lettersPerPage && last && { next: `${last.queuedAt}_${last.id}` }) };
}

/** The letters about a claim, newest first. */
export async function readLettersOf(database: Database, claimId: string): Promise<ClaimLetter[]> {
  const { rows } = await sql<LetterRow>`
    select ${columns} from ${tables} where letter.claim_id = ${claimId} order by letter.queued_at desc, letter.id`.execute(
    database,
  );
  return rows.map(({ claim: _claim, queued_at: at, ...letter }) => ({ ...letter, queuedAt: at.toISOString() }));
}

/** The claimant's changes of address and email that wait. */
export async function readHeldOf(
  { database, settlement, now }: Pick<ConsoleContext, 'database' | 'settlement' | 'now'>,
  claimId: string,
  seesContact: boolean,
): Promise<HeldContact[]> {
  const { address, email } = await readHeldContacts(database, settlement, claimId, now());
  const describeHeld = (kind: HeldContact['kind'], { at, usedFrom }: WaitingContact<unknown>, lines: string[]) => ({
    kind,
    at: at.toISOString(),
    usedFrom: usedFrom.toISOString(),
    lines: seesContact ? lines : null,
  });
  return [
    ...(address ? [describeHeld('address', address, [...address.value])] : []),
    ...(email ? [describeHeld('email', email, [email.value])] : []),
  ];
}

/** Reads where a letter about a claim would go now, and why mail does not reach the claimant there. */
export async function readNextLetter(
  { database, settlement, now }: Pick<ConsoleContext, 'database' | 'settlement' | 'now'>,
  claim: FoundClaim,
): Promise<NextLetter> {
  const recipients = await readRecipients(database, settlement, [claim], now());
  const recipient = recipients.get(claim.id) ?? emptyRecipient;
  const { address } = recipient;
  const channel = channelTo(recipient);
  const to = recipientOf({ ...recipient, channel });
  const { rows } = await sql<{ problem: MailProblem | null }>`
    select case
      when ${to === null} then 'no-address'
      when exists (select from letters where claim_id = ${claim.id} and ${waitsForAddress}) then 'came-back'
      when (select status from letters where claim_id = ${claim.id} order by queued_at desc, id limit 1) = 'undeliverable'
        then 'undeliverable'
      when ${channel === 'post'} then ${addressProblem(sql`${address}::text[]`)}
    end as problem`.execute(database);
  return { channel, to, problem: rows[0]?.problem ?? null };
}

/** @throws ProblemError `not-found` for a letter of another case */
export async function readLetter(
  database: Database,
  cases: readonly string[],
  id: string,
): Promise<{ letter: Letter; text: LetterText | null; claimId: string }> {
  const { rows } = await sql<LetterRow & { claim_id: string }>`
    select ${columns}, letter.claim_id from ${tables}
    where letter.id = ${id} and claims.case_id = any(${cases}::text[])`.execute(database);
  const [row] = rows;
  if (!row) throw new ProblemError('not-found');
  const { content } = await database
    .selectFrom('letters')
    .select('content')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { claim_id: claimId, ...letter } = row;
  return { letter: describe(letter), text: content && textOf(content), claimId };
}
