import { findForm, type Settlement } from '@redress/contract/settlement';
import { stateCodes } from '@redress/datafiles/us-states';
import type { AnyAnswers } from '@redress/forms/answers';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { applyCorrections, readCorrectionsOf } from '../corrections/corrections.ts';
import type { MailedTo } from '../filing/mailed-answers.ts';
import { searchColumnsOf } from '../filing/search-columns.ts';
import type { ClaimsTable } from '../filing/tables.ts';
import { addressFields, readClaimAddresses } from './claim-addresses.ts';

export interface Recipient {
  readonly name: string | null;
  readonly email: string | null;
  /** The name and the lines of the postal address; null without a whole address. */
  readonly address: readonly string[] | null;
  /** The email address from which a letter bounced, if letters can go by post instead. */
  readonly bounced: string | null;
}

/** The email address for letters. */
export const emailTo = ({ email, bounced }: Pick<Recipient, 'email' | 'bounced'>) => (email === bounced ? null : email);

/** Email is faster, and costs nothing. */
export const channelTo = (recipient: Recipient) => (emailTo(recipient) === null ? 'post' : 'email');

export const emptyRecipient: Recipient = { name: null, email: null, address: null, bounced: null };

type AddressedClaim = Pick<
  Selectable<ClaimsTable>,
  'id' | 'form_id' | 'form_version' | 'notice_id' | 'case_id' | 'answers' | 'name'
>;

/**
 * Reads to whom letters about claims go: the addresses that came after the filing, the corrected
 * answers or, for claims without an address, the class member as the notice was addressed.
 * @returns by claim ID
 */
export async function readRecipients(
  database: Database,
  settlement: Settlement,
  claims: readonly AddressedClaim[],
  now: Date,
): Promise<Map<string, Recipient>> {
  const ids = claims.map(({ id }) => id);
  const own = await readOwnRecipients(database, settlement, claims, now);
  const noticeIds = claims.flatMap(({ id, notice_id: noticeId }) =>
    !own.get(id)?.address && noticeId !== null ? noticeId : [],
  );
  const members = await database
    .selectFrom('member_mailing_addresses')
    .select(['notice_id', 'case_id', 'first_name', 'last_name', 'street', 'city', 'state', 'zip'])
    .where('notice_id', '=', sql<string>`any(${noticeIds}::text[])`)
    .execute();
  const bounced = await database
    .selectFrom('letters')
    .select(['claim_id', 'email'])
    .where('claim_id', '=', sql<string>`any(${ids}::bigint[])`)
    .where('status', '=', 'bounced')
    // Entered again since, it counts again.
    .where(
      sql<boolean>`not exists (
        select from claim_emails newer
        where newer.claim_id = letters.claim_id and newer.email = letters.email and newer.at > letters.queued_at
      )`,
    )
    .execute();
  const bouncedFrom = new Set(bounced.map(({ claim_id: id, email }) => `${id} ${email}`));
  const memberOf = new Map(members.map((member) => [`${member.case_id} ${member.notice_id}`, member]));
  return new Map(
    claims.map((claim) => {
      const recipient = own.get(claim.id) ?? emptyRecipient;
      const member = memberOf.get(`${claim.case_id} ${claim.notice_id}`);
      const address = recipient.address ?? (member ? addressOfMember(member) : null);
      const isBounced = address !== null && bouncedFrom.has(`${claim.id} ${recipient.email}`);
      return [claim.id, { ...recipient, address, bounced: isBounced ? recipient.email : null }];
    }),
  );
}

/** Reads the names and addresses that claims have themselves, whatever is known of class members. */
export async function readOwnRecipients(
  database: Database,
  settlement: Settlement,
  claims: readonly AddressedClaim[],
  now: Date,
): Promise<Map<string, Recipient>> {
  const ids = claims.map(({ id }) => id);
  const corrections = await readCorrectionsOf(database, ids);
  const later = await readClaimAddresses(database, settlement, ids, now);
  return new Map(
    claims.map((claim) => {
      const form = findForm(settlement, claim.form_id, claim.form_version);
      const answers = applyCorrections(claim.answers, corrections.get(claim.id) ?? {});
      const { name, email } = form ? searchColumnsOf(form, answers, {}) : { name: claim.name, email: null };
      const newer = later.get(claim.id);
      const address = newer?.lines ?? addressOf(name, answers);
      return [claim.id, { name, email: newer?.email ?? email, address, bounced: null }];
    }),
  );
}

const addressOfMember = ({ first_name: first, last_name: last, street, city, state, zip }: MailedTo) =>
  addressOf(`${first} ${last}`.trim(), { street1: street, city, state, zip });

const codes: Readonly<Record<string, string>> = stateCodes;

/** The lines of an address for the post. */
export function addressOf(name: string | null, answers: AnyAnswers): string[] | null {
  const [street, second, city, state, zip] = addressFields.map((field) => {
    const answer = answers[field];
    return typeof answer === 'string' ? answer.trim() : '';
  });
  if (name === null || !street || !city || !state || !zip) return null;
  return [name, street, ...(second ? [second] : []), `${city}, ${codes[state] ?? state} ${zip}`];
}
