import { addDays, dayIn } from '@redress/forms/court-day';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import type { ClaimsContext } from '../context.ts';
import { queueForClaims } from './queue-for-claims.ts';
import { queueLetters, type LetterContext } from './queue-letters.ts';
import { readRecipients } from './recipients.ts';
import { changeLetters, isNeeded, lockLetters, recordReturned } from './record-mailing.ts';
import type { LettersTable } from './tables.ts';

/**
 * Says what becomes of a letter that came back. `not-needed`: the claimant has answered, or a later
 * decision counts.
 */
export type MailedAgain = 'mailed-again' | 'needs-address' | 'undeliverable' | 'not-needed';

interface Change {
  readonly at: Date;
  /** Absent if the server did it by itself. */
  readonly by?: string | undefined;
  /** Staff looked for another address and found none. */
  readonly isLastAddress?: boolean;
}

/**
 * Queues letters that came back again by post, if the claimant has another address by now: the same
 * content, with a new letter ID. After the last attempt or address, they are undeliverable.
 * @param ids of letters that came back or bounced
 * @returns by ID; letters that were mailed again before, and those that did not come back, are not in it
 */
export async function mailAgain(
  transaction: Database,
  context: LetterContext,
  ids: readonly string[],
  { at, by, isLastAddress = false }: Change,
): Promise<Map<string, MailedAgain>> {
  const letters = await lockLetters(transaction, ids);
  const facts = await readFacts(transaction, ids);
  const claims = await transaction
    .selectFrom('claims')
    .select(['id', 'form_id', 'form_version', 'notice_id', 'case_id', 'answers', 'name'])
    .where('id', '=', sql<string>`any(${letters.map((letter) => letter.claim_id)}::bigint[])`)
    .execute();
  const recipients = await readRecipients(transaction, context.settlement, claims, at);
  const outcomes = new Map<string, MailedAgain>();
  const repeated: Parameters<typeof queueLetters>[2][number][] = [];
  for (const letter of letters) {
    const { id, content } = letter;
    const known = facts.get(id);
    if (!['returned', 'bounced'].includes(letter.status) || !known || known.isRepeated || content === null) continue;
    const address = recipients.get(letter.claim_id)?.address ?? null;
    // An email bounced, or this is not the address that the letter came back from.
    const isOther = letter.channel === 'email' || keyOf(address) !== keyOf(letter.address);
    if (!known.isNeeded) outcomes.set(id, 'not-needed');
    else if (known.attempts >= context.settlement.mailRules.maxAttempts) outcomes.set(id, 'undeliverable');
    else if (address === null || !isOther || known.cameBackFrom.includes(keyOf(address)))
      outcomes.set(id, isLastAddress ? 'undeliverable' : 'needs-address');
    else {
      outcomes.set(id, 'mailed-again');
      const { kind, language, template_version, decision_id } = letter;
      const claim = { id: letter.claim_id, number: letter.number };
      const frozen = { kind, language, template_version, decision_id, content };
      repeated.push({ ...frozen, claim, channel: 'post', email: null, address, replaces: id });
    }
  }
  await queueLetters(transaction, context, repeated, { at, ...(by !== undefined && { by }) });
  const undeliverable = [...outcomes].flatMap(([id, outcome]) =>
    outcome === 'undeliverable' ? [{ id, status: 'undeliverable' }] : [],
  );
  await changeLetters(transaction, context.keys, at, letters, undeliverable, ({ id }) => ({
    kind: 'letter-undeliverable',
    details: { letterId: id, ...(by !== undefined && { by }) },
  }));
  return outcomes;
}

/** The same for addresses that differ only in capitals, in which services write them. */
const keyOf = (address: readonly string[] | null): string => JSON.stringify(address).toLowerCase();

interface Facts {
  readonly id: string;
  readonly isRepeated: boolean;
  /** The letter is about the decision in force, and the claimant has not answered a deficiency. */
  readonly isNeeded: boolean;
  /** Letters by post, of this one and those that it replaces. */
  readonly attempts: number;
  /** The addresses from which letters of the claim came back, by `keyOf`. */
  readonly cameBackFrom: readonly string[];
}

/** SQL: a row of `letters` came back, is still needed, and was not mailed again. */
export const waitsForAddress = sql<boolean>`(
  letters.status in ('returned', 'bounced')
  and not exists (select from letters other where other.replaces = letters.id and other.status <> 'cancelled')
  and ${isNeeded(sql.table('letters'))}
)`;

async function readFacts(transaction: Database, ids: readonly string[]): Promise<Map<string, Facts>> {
  const { rows } = await sql<Omit<Facts, 'cameBackFrom'> & { readonly addresses: readonly (string[] | null)[] | null }>`
    select letter.id,
      exists (select from letters other where other.replaces = letter.id and other.status <> 'cancelled') as "isRepeated",
      ${isNeeded(sql.table('letter'))} as "isNeeded",
      (with recursive earlier as (
        select id, replaces, channel from letters where id = letter.id
        union all select other.id, other.replaces, other.channel from letters other join earlier on other.id = earlier.replaces
      ) select count(*) filter (where channel = 'post')::int from earlier) as attempts,
      (select jsonb_agg(back.address) from letters back
        where back.claim_id = letter.claim_id and back.channel = 'post' and back.status in ('returned', 'undeliverable')
          and back.returned_reason is not null) as addresses
    from letters letter where letter.id = any(${ids}::uuid[])`.execute(transaction);
  return new Map(rows.map(({ addresses, ...row }) => [row.id, { ...row, cameBackFrom: (addresses ?? []).map(keyOf) }]));
}

/**
 * Gives letters that wait in a queue, or came back, the newest address of their claim. A queued one
 * is cancelled, and another is queued in its place, because letters are never changed. A letter
 * about a change of address stays: it goes to the old address as well as to the new one.
 * @param claimIds their addresses have changed
 * @param change `letterId`: staff corrected the address of this letter
 */
export async function followNewAddresses(
  transaction: Database,
  context: LetterContext,
  claimIds: readonly string[],
  change: Change & { readonly letterId?: string; readonly onlyQueued?: true },
): Promise<Map<string, MailedAgain>> {
  const { at, by, letterId, onlyQueued = false } = change;
  const found = await transaction
    .selectFrom('letters')
    .select(['id', 'status'])
    .where('claim_id', '=', sql<string>`any(${claimIds}::bigint[])`)
    .where((letter) =>
      letter.or([
        letter('status', 'in', ['returned', 'bounced']),
        letter.and([letter('status', '=', 'queued'), letter('channel', '=', 'post')]),
      ]),
    )
    .orderBy('queued_at')
    .execute();
  const queued = await lockLetters(
    transaction,
    found.flatMap(({ id, status }) => (status === 'queued' ? id : [])),
  );
  const claims = await transaction
    .selectFrom('claims')
    .select(['id', 'form_id', 'form_version', 'notice_id', 'case_id', 'answers', 'name'])
    .where('id', '=', sql<string>`any(${queued.map((letter) => letter.claim_id)}::bigint[])`)
    .execute();
  const recipients = await readRecipients(transaction, context.settlement, claims, at);
  const moved = queued.filter(({ id, kind, status, content, address, claim_id: claimId }) => {
    const other = recipients.get(claimId)?.address ?? null;
    const isNew = other !== null && JSON.stringify(other) !== JSON.stringify(address);
    return status === 'queued' && content !== null && isNew && (kind !== 'contact-changed' || id === letterId);
  });
  const cancelled = moved.map(({ id }) => ({ id, status: 'cancelled' }));
  await changeLetters(transaction, context.keys, at, queued, cancelled, ({ id }) => ({
    kind: 'letter-cancelled',
    details: { letterId: id, cause: 'new-address', ...(by !== undefined && { by }) },
  }));
  await queueLetters(
    transaction,
    context,
    moved.flatMap(({ kind, language, template_version, decision_id, content, replaces, claim_id: id, number }) => {
      const address = recipients.get(id)?.address ?? null;
      const claim = { id, number };
      const frozen = { kind, language, template_version, decision_id, ...(replaces !== null && { replaces }) };
      return content === null ? [] : [{ ...frozen, content, claim, channel: 'post' as const, email: null, address }];
    }),
    { at, ...(by !== undefined && { by }) },
  );
  const returned = onlyQueued ? [] : found.flatMap(({ id, status }) => (status === 'queued' ? [] : id));
  return mailAgain(transaction, context, returned, change);
}

/** Claims per transaction. While it adds history entries, nothing can be sealed. */
const batchSize = 100;

/** Lets letters follow the addresses that claimants entered, once these are used. */
export async function followClaimantsAddresses(
  context: LetterContext & Pick<ClaimsContext, 'database' | 'now' | 'log'>,
): Promise<void> {
  const { database, now } = context;
  await queueForClaims(
    context,
    async (tried) => {
      const { rows } = await sql<{ id: string }>`
        select distinct letters.claim_id as id from letters
        join claim_addresses added on added.claim_id = letters.claim_id and added.source = 'claimant'
          and added.used_from > letters.queued_at and added.used_from <= ${now()}
        where letters.claim_id <> all(${tried}::bigint[]) and letters.address is distinct from added.lines and (
          letters.status = 'queued' and letters.channel = 'post' and letters.kind <> 'contact-changed' or ${waitsForAddress}
        ) order by letters.claim_id limit ${batchSize}`.execute(database);
      return rows.map(({ id }) => id);
    },
    async (transaction, claimIds) => {
      await followNewAddresses(transaction, context, claimIds, { at: now() });
    },
  );
}

/** Days after its sending in which the bounce of an email queues the letter by post by itself. */
const postAfterBounceDays = 10;

/**
 * Records that an email bounced, at once or later. Within ten days, the letter is queued by post.
 * @param code of SMTP, or the enhanced status code of a report
 * @returns false if it had bounced before, or was never sent
 */
export async function recordBounce(
  transaction: Database,
  context: LetterContext,
  { id, mailed_on: sentOn }: Pick<Selectable<LettersTable>, 'id' | 'mailed_on'>,
  { code, ...change }: Change & { readonly code: string },
): Promise<boolean> {
  if (!(await recordReturned(transaction, context, id, { ...change, cause: code }))) return false;
  const today = dayIn(context.settlement.site.timeZone, change.at);
  if (sentOn === null || today <= addDays(sentOn, postAfterBounceDays))
    await mailAgain(transaction, context, [id], change);
  return true;
}
