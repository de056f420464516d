import type { LetterKind } from '@redress/contract/letters';
import { findForm, type Settlement } from '@redress/contract/settlement';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';
import type { ClaimsContext } from '../context.ts';
import type { ClaimsTable } from '../filing/tables.ts';
import { addHistoryEntries, type HistoryEvent, lockClaims } from '../history/claim-history.ts';
import { dueDate } from './due-date.ts';
import type { LettersTable } from './tables.ts';

type Letter = Selectable<LettersTable>;
type LetterContext = Pick<ClaimsContext, 'settlement' | 'keys'>;
type ClaimOfLetter = Pick<Selectable<ClaimsTable>, 'form_id' | 'form_version'>;

interface Change {
  readonly at: Date;
  /** Absent if the server did it by itself. */
  readonly by?: string | undefined;
}

/**
 * The last day to cure a deficiency whose letter is mailed on this day of the court. It is not
 * before the last day to file.
 */
export function lastDayToCure(
  { mailRules, claimForms }: Settlement,
  claim: ClaimOfLetter,
  channel: Letter['channel'],
  mailedOn: string,
): string {
  const notBefore = findForm({ claimForms }, claim.form_id, claim.form_version)?.deadline;
  return dueDate({ mailedOn, days: mailRules.cureDays + daysInMail(mailRules, channel), notBefore });
}

/** The last day to answer a letter that is mailed on this day; null if it asks for nothing. */
export function dueOf(
  settlement: Settlement,
  claim: ClaimOfLetter,
  { kind, channel, isGranted }: Pick<Letter, 'kind' | 'channel'> & { readonly isGranted: boolean },
  mailedOn: string,
): string | null {
  if (kind === 'deficiency') return lastDayToCure(settlement, claim, channel, mailedOn);
  const { mailRules } = settlement;
  const isDisputable = kind === 'approved' || kind === 'reduced' || kind === 'denied';
  const days = isDisputable
    ? mailRules.disputeDays
    : kind === 'dispute-decision' && !isGranted
      ? mailRules.courtDays
      : null;
  return days === null ? null : dueDate({ mailedOn, days: days + daysInMail(mailRules, channel) });
}

/**
 * SQL: a decision after a dispute approves the claim, and does not only repeat the disputed
 * approval. Nothing is left to ask the court for.
 */
export const isGranted = (kind: RawBuilder<unknown>, decisionId: RawBuilder<unknown>) =>
  sql<boolean>`(${kind} = 'dispute-decision' and exists (
    select from claim_decisions again where again.id = ${decisionId} and again.outcome = 'approve' and not coalesce((
      select (disputed.outcome, disputed.recognized_amount, disputed.reasons)
        is not distinct from (again.outcome, again.recognized_amount, again.reasons)
      from disputes join claim_decisions disputed on disputed.id = disputes.decision_id
      where disputes.claim_id = again.claim_id order by disputes.filed_at desc limit 1
    ), false)
  ))`;

/** Whether a decision after a dispute leaves nothing to ask the court for. */
export async function isDisputeGranted(database: Database, decisionId: string): Promise<boolean> {
  const { rows } = await sql<{ isGranted: boolean }>`
    select ${isGranted(sql`'dispute-decision'`, sql`${decisionId}`)} as "isGranted"`.execute(database);
  return rows[0]?.isGranted === true;
}

const daysInMail = ({ mailDays }: Settlement['mailRules'], channel: Letter['channel']): number =>
  channel === 'post' ? mailDays : 0;

/**
 * Records that the mail server accepted emails, or that letters were mailed by post, and the last
 * days to answer, which count from then. A repeated confirmation changes nothing unless its day is
 * earlier.
 * @param ids of letters
 * @returns the number of letters that changed
 */
export async function recordMailed(
  transaction: Database,
  { settlement, keys }: LetterContext,
  ids: readonly string[],
  { mailedOn, at, by }: Change & { readonly mailedOn: string },
): Promise<number> {
  const letters = await lockLetters(transaction, ids);
  const changes = letters.flatMap((letter) => {
    const isFirst = letter.status === 'queued' || letter.status === 'in-batch';
    const isEarlier = letter.status === 'mailed' && letter.mailed_on !== null && mailedOn < letter.mailed_on;
    if (!isFirst && !isEarlier) return [];
    const { id, channel, replaced_due: oldDue } = letter;
    const again = dueDate({ mailedOn, days: settlement.mailRules.remailDays, notBefore: oldDue ?? '' });
    const due = oldDue === null ? dueOf(settlement, letter, letter, mailedOn) : again;
    return [{ id, status: channel === 'email' ? 'sent' : 'mailed', mailed_on: mailedOn, due_on: due }];
  });
  await changeLetters(transaction, keys, at, letters, changes, (letter) => ({
    kind: 'letter-mailed',
    details: {
      letterId: letter.id,
      letter: letter.kind,
      mailedOn,
      ...(letter.due_on !== null && { dueOn: letter.due_on }),
      ...(letter.decision_id !== null && { decisionId: letter.decision_id }),
      ...(by !== undefined && { by }),
    },
  }));
  return changes.length;
}

/**
 * Records that a letter came back: from the post, or an email as a bounce. The decision then has no
 * last day to answer until the letter is sent again. A deficiency that was answered stays answered.
 * @param cause why it came back, such as `moved`
 * @returns false if it had come back before, or was never sent
 */
export async function recordReturned(
  transaction: Database,
  { keys }: Pick<LetterContext, 'keys'>,
  id: string,
  { cause, at, by }: Change & { readonly cause: string },
): Promise<boolean> {
  const letters = await lockLetters(transaction, [id]);
  const changes = letters.flatMap(({ channel, status }) => {
    if (channel === 'post' ? status !== 'mailed' : status !== 'sent' && status !== 'queued') return [];
    return [channel === 'post' ? { id, status: 'returned', returned_reason: cause } : { id, status: 'bounced' }];
  });
  await changeLetters(transaction, keys, at, letters, changes, (letter) => ({
    kind: 'letter-returned',
    details: {
      letterId: id,
      letter: letter.kind,
      cause,
      ...(letter.decision_id !== null && { decisionId: letter.decision_id }),
      ...(by !== undefined && { by }),
    },
  }));
  return changes.length > 0;
}

const asksToCure: readonly LetterKind[] = ['deficiency', 'reminder'];

/** SQL: whether a letter is about the decision in force, and no deficiency that was answered. */
export const isNeeded = (letter: RawBuilder<unknown>) => sql<boolean>`(${letter}.decision_id is null or exists (
  select from claim_review review where review.claim_id = ${letter}.claim_id and review.decision_id = ${letter}.decision_id
    and (${letter}.kind <> all(${asksToCure}::text[]) or review.status = 'deficient')
))`;

/** Locks the claims of letters, then the letters. Letters of purged claims are left out. */
export async function lockLetters(transaction: Database, ids: readonly string[]) {
  const { rows: claims } = await sql<{ claim_id: string }>`
    select distinct claim_id from letters where id = any(${ids}::uuid[])`.execute(transaction);
  await lockClaims(
    transaction,
    claims.map(({ claim_id: id }) => id),
  );
  return transaction
    .selectFrom('letters')
    .innerJoin('claims', 'claims.id', 'letters.claim_id')
    .leftJoin('letters as replaced', 'replaced.id', 'letters.replaces')
    .selectAll('letters')
    .select(['claims.number', 'claims.form_id', 'claims.form_version', 'replaced.due_on as replaced_due'])
    .select(isGranted(sql.ref('letters.kind'), sql.ref('letters.decision_id')).as('isGranted'))
    .where('letters.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('claims.status', '=', 'filed')
    .orderBy('letters.id')
    .forNoKeyUpdate('letters')
    .execute();
}

type LockedLetter = Awaited<ReturnType<typeof lockLetters>>[number];

/**
 * Changes letters, and the last days to cure the deficiencies that they are about, with an entry for
 * each letter in the history of its claim.
 */
export async function changeLetters(
  transaction: Database,
  keys: LetterContext['keys'],
  at: Date,
  letters: readonly LockedLetter[],
  changes: readonly { readonly id: string; readonly status: string }[],
  describe: (letter: Letter) => HistoryEvent,
): Promise<void> {
  if (changes.length === 0) return;
  const { rows } = await sql<Letter>`
    update letters letter set leased_by = null, last_error = null,
      (status, batch_id, mailed_on, due_on, returned_reason) = (
        select status, batch_id, mailed_on, due_on, returned_reason from jsonb_populate_record(letter, given.changed)
      )
    from jsonb_to_recordset(${JSON.stringify(changes.map((changed) => ({ id: changed.id, changed })))}::jsonb)
      as given (id uuid, changed jsonb)
    where letter.id = given.id
    returning letter.*`.execute(transaction);
  const deficiencies = rows.filter(({ kind }) => kind === 'deficiency');
  await sql`
    update claim_review review set cure_due = given.due
    from unnest(
      ${deficiencies.map(({ claim_id: id }) => id)}::bigint[], ${deficiencies.map(({ decision_id: id }) => id)}::uuid[],
      ${deficiencies.map((letter) => (isOut(letter) ? letter.due_on : null))}::text[]
    ) as given (claim_id, decision_id, due)
    where review.claim_id = given.claim_id and review.decision_id = given.decision_id and review.status = 'deficient'`.execute(
    transaction,
  );
  const numbers = new Map(letters.map(({ claim_id: id, number }) => [id, number]));
  await addHistoryEntries(
    transaction,
    at,
    [...Map.groupBy(rows, (row) => row.claim_id)].map(([id, ofClaim]) => ({
      id,
      number: numbers.get(id) ?? '',
      events: ofClaim.map((row) => ({ ...describe(row), rows: hashRow('letters', row, keys) })),
    })),
  );
}

const isOut = ({ status }: Letter): boolean => status === 'sent' || status === 'mailed';
