import { settlement } from '@redress/content/settlement';
import { planLetters, queueLetters } from '@redress/server/claims/letters/queue-letters';
import { recordMailed, recordReturned } from '@redress/server/claims/letters/record-mailing';
import { sendLetter } from '@redress/server/claims/letters/send-letter';
import { lockClaims } from '@redress/server/claims/history/claim-history';
import type { Delivery, Mail } from '@redress/server/platform/mail/mail';
import { keys, type TestServer } from './test-server.ts';

export const publicUrl = new URL('https://claims.example.com');

export interface StoredLetter {
  readonly [column: string]: unknown;
  readonly id: string;
  readonly kind: string;
  readonly channel: string;
  readonly status: string;
  readonly mailed_on: string | null;
  readonly due_on: string | null;
}

/** The letters about a claim, in the order in which they were queued. */
export const lettersOf = (server: TestServer, number: string) =>
  server.query<StoredLetter>(
    // The test's clock may stand still between two letters, and the history knows their order.
    `select letters.* from letters join claims on claims.id = claim_id
     where number = $1 order by queued_at, (select min(entry.id) from claim_history entry
       where entry.claim_id = letters.claim_id and entry.details ->> 'letterId' = letters.id::text)`,
    [number],
  );

/** Queues the letter that a claim's decision needs, as the bulk action does. */
export async function queueLetterOf({ database, now, query }: TestServer, number: string): Promise<void> {
  const [claim] = await query<{ id: string }>('select id from claims where number = $1', [number]);
  const ids = claim ? [claim.id] : [];
  const context = { settlement, keys, publicUrl };
  await database.transaction().execute(async (transaction) => {
    await lockClaims(transaction, ids);
    await queueLetters(transaction, context, await planLetters(transaction, context, ids, now), { at: now });
  });
}

/** Sends the queued emails about a claim as their job does. Returns the messages. */
export async function sendLettersOf(
  server: TestServer,
  number: string,
  delivery: Delivery = { outcome: 'sent' },
  bounceAddress?: string,
): Promise<Mail[]> {
  const sent: Mail[] = [];
  const mailer = {
    async send(mail: Mail) {
      sent.push(mail);
      return delivery;
    },
    close() {},
  };
  const from = { name: '', address: 'no-reply@example.com' };
  const context = {
    database: server.database,
    settlement,
    keys,
    publicUrl,
    mailer,
    from,
    bounceAddress,
    now: () => server.now,
  };
  for (const { id, status, channel } of await lettersOf(server, number))
    if (status === 'queued' && channel === 'email') await sendLetter(context, id, new AbortController().signal);
  return sent;
}

/** Confirms that the queued postal letters about a claim were mailed on a day. */
export async function mailByPostOf(server: TestServer, number: string, mailedOn: string): Promise<void> {
  const letters = await lettersOf(server, number);
  const ids = letters.flatMap(({ id, channel }) => (channel === 'post' ? id : []));
  await server.database
    .transaction()
    .execute((transaction) => recordMailed(transaction, { settlement, keys }, ids, { mailedOn, at: server.now }));
}

/** Records that the last letter about a claim came back. */
export async function returnLetterOf(server: TestServer, number: string, cause = 'moved'): Promise<void> {
  const id = (await lettersOf(server, number)).at(-1)?.id ?? '';
  await server.database
    .transaction()
    .execute((transaction) => recordReturned(transaction, { keys }, id, { cause, at: server.now }));
}

/** Tells a claimant of the decision by email. */
export async function tellClaimant(server: TestServer, number: string): Promise<void> {
  await queueLetterOf(server, number);
  await sendLettersOf(server, number);
}
