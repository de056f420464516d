import {
  type AddressProblem,
  type ClaimAddressSource,
  maxAddressLineLength,
  maxAddressLines,
} from '@redress/contract/console/letter-batches';
import type { Settlement } from '@redress/contract/settlement';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { addHistoryEntry } from '../history/claim-history.ts';

interface NewClaimAddress {
  readonly at: Date;
  /** A claimant's change is used later. */
  readonly usedFrom?: Date;
  readonly source: ClaimAddressSource;
  /** Absent if the claimant entered it. */
  readonly by?: string | undefined;
  /** The letter that came back, or whose address was updated. */
  readonly letterId?: string;
  /** The class member's address that it repeats. */
  readonly memberAddressId?: string;
  /** The name, and the lines below it. */
  readonly lines: readonly string[];
}

/**
 * Adds a postal address to a claim, with its entry. The newest one is used. The transaction has
 * locked the claim.
 */
export async function addClaimAddress(
  transaction: Database,
  { keys }: { readonly keys: Keys },
  claim: { readonly id: string; readonly number: string },
  { at, usedFrom = at, source, by, letterId, memberAddressId, lines }: NewClaimAddress,
): Promise<void> {
  const row = await transaction
    .insertInto('claim_addresses')
    .values({
      claim_id: claim.id,
      at,
      used_from: usedFrom,
      source,
      staff_id: by ?? null,
      letter_id: letterId ?? null,
      lines: [...lines],
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await addHistoryEntry(transaction, claim, at, {
    kind: 'address-added',
    details: {
      addressId: row.id,
      source,
      ...(letterId !== undefined && { letterId }),
      ...(memberAddressId !== undefined && { memberAddressId }),
      ...(by !== undefined && { by }),
    },
    rows: hashRow('claim_addresses', row, keys),
  });
}

/** Adds an email address to a claim, like `addClaimAddress`. */
export async function addClaimEmail(
  transaction: Database,
  { keys }: { readonly keys: Keys },
  claim: { readonly id: string; readonly number: string },
  {
    at,
    usedFrom = at,
    source,
    by,
    email,
  }: Pick<NewClaimAddress, 'at' | 'usedFrom' | 'by'> & {
    readonly source: 'claimant' | 'call' | 'letter';
    readonly email: string;
  },
): Promise<void> {
  const row = await transaction
    .insertInto('claim_emails')
    .values({ claim_id: claim.id, at, used_from: usedFrom, source, staff_id: by ?? null, email })
    .returningAll()
    .executeTakeFirstOrThrow();
  await addHistoryEntry(transaction, claim, at, {
    kind: 'email-added',
    details: { emailId: row.id, source, ...(by !== undefined && { by }) },
    rows: hashRow('claim_emails', row, keys),
  });
}

/** The postal and email addresses of a claim that came after the filing, whether used or not. */
export interface AddedContacts {
  /** Each has the name and the lines below it. */
  readonly addresses: readonly (readonly string[])[];
  readonly emails: readonly string[];
}
export const noContacts: AddedContacts = { addresses: [], emails: [] };

/** Reads all that came after the filing, by claim ID. Claims without any are not in the map. */
export async function readAddedContacts(
  database: Database,
  claimIds: readonly string[],
): Promise<ReadonlyMap<string, AddedContacts>> {
  const { rows } = await sql<AddedContacts & { claim_id: string }>`
    select claim_id, coalesce(jsonb_agg(lines) filter (where lines is not null), '[]') as addresses,
      coalesce(jsonb_agg(email) filter (where email is not null), '[]') as emails
    from (
      select claim_id, lines, null::text as email from claim_addresses where claim_id = any(${claimIds}::bigint[])
      union all
      select claim_id, null, email from claim_emails where claim_id = any(${claimIds}::bigint[])
    ) added group by claim_id`.execute(database);
  return new Map(rows.map((row) => [row.claim_id, row]));
}

type ContactTable = 'claim_addresses' | 'claim_emails';
type Forms = Pick<Settlement, 'claimForms'>;

/** The fields of a postal address have these names in every form. */
export const addressFields = ['street1', 'street2', 'city', 'state', 'zip'] as const;

/** The names of the fields in which a table's values were filed. */
const fieldsOf = (table: ContactTable, { claimForms }: Forms): readonly string[] =>
  table === 'claim_addresses'
    ? addressFields
    : claimForms.flatMap(({ sections }) =>
        sections.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'email' ? item.name : []))),
      );

/** SQL: the row `added` follows from the address of a letter, as it was when that was queued. */
const isFromLetter = sql`added.source in ('ncoa', 'forwarding', 'skip-trace')`;

/** SQL: the row `added` replaces what was known at this moment. */
const isNewerThan = (table: ContactTable) =>
  table === 'claim_addresses'
    ? sql`coalesce((select queued_at from letters where letters.id = added.letter_id and ${isFromLetter}), added.at)`
    : sql`added.at`;

/**
 * SQL: nothing newer from the claimant came before the row `added` was used, and staff have not
 * corrected the answer since. Only another street is newer than an address that follows from a
 * letter's: mail came back from the filed one.
 */
const isStillMeant = (table: ContactTable, forms: Forms) => sql<boolean>`not exists (
  select from ${sql.table(table)} newer
  where newer.claim_id = added.claim_id and newer.at > added.at and newer.at < added.used_from
    and newer.source in ('claimant', 'call', 'letter')
) and not exists (
  select from claim_corrections correction
  where correction.claim_id = added.claim_id and correction.field = any(${fieldsOf(table, forms)}::text[])
    and correction.at > ${isNewerThan(table)} and correction.value is not null
    and (correction.field = 'street1' or not ${isFromLetter})
    and not exists (select from claim_corrections withdrawal where withdrawal.withdraws = correction.id)
)`;

/**
 * SQL: if the row `added` follows from the address of a letter, no address from the claimant has
 * come into use since that letter was queued.
 */
const isNewerThanClaimants = (now: Date) => sql<boolean>`not exists (
  select from letters letter join claim_addresses newer on newer.claim_id = letter.claim_id
  where letter.id = added.letter_id and ${isFromLetter}
    and newer.source in ('claimant', 'call', 'letter') and newer.used_from > letter.queued_at and newer.used_from <= ${now}
)`;

/** A change by a claimant that waits until it is used. */
export interface HeldContact<Value> {
  readonly value: Value;
  readonly at: Date;
  readonly usedFrom: Date;
}

/** The changes of a claim's addresses that wait. */
export async function readHeldContacts(
  database: Database,
  forms: Forms,
  claimId: string,
  now: Date,
): Promise<{
  readonly address: HeldContact<readonly string[]> | undefined;
  readonly email: HeldContact<string> | undefined;
}> {
  const read = async <Value>(table: ContactTable, value: 'lines' | 'email') => {
    const { rows } = await sql<HeldContact<Value>>`
      select ${sql.ref(value)} as value, at, used_from as "usedFrom" from ${sql.table(table)} added
      where claim_id = ${claimId} and used_from > ${now} and ${sql.ref(value)} is not null and ${isStillMeant(table, forms)}
      order by at desc limit 1`.execute(database);
    return rows[0];
  };
  return {
    address: await read<readonly string[]>('claim_addresses', 'lines'),
    email: await read<string>('claim_emails', 'email'),
  };
}

/** The addresses in use that came after the filing. A claim without one is not in the map. */
export async function readClaimAddresses(
  database: Database,
  forms: Forms,
  claimIds: readonly string[],
  now: Date,
): Promise<Map<string, { readonly lines: readonly string[] | null; readonly email: string | null }>> {
  const { rows } = await sql<{ claim_id: string; lines: string[] | null; email: string | null }>`
    select claim.id as claim_id, post.lines, mail.email
    from unnest(${claimIds}::bigint[]) as claim (id)
    left join lateral (
      select lines from claim_addresses added
      where claim_id = claim.id and used_from <= ${now} and ${isStillMeant('claim_addresses', forms)}
        and ${isNewerThanClaimants(now)}
      order by used_from desc, at desc, id limit 1
    ) post on true
    left join lateral (
      select email from claim_emails added
      where claim_id = claim.id and used_from <= ${now} and ${isStillMeant('claim_emails', forms)}
      order by used_from desc, at desc, id limit 1
    ) mail on true
    where num_nonnulls(post.lines, mail.email) > 0`.execute(database);
  return new Map(rows.map(({ claim_id: id, ...addresses }) => [id, addresses]));
}

/**
 * SQL: the reason why no letter can be mailed to an address, an array with the name and the lines
 * below it; null if one can be.
 */
export const addressProblem = (address: RawBuilder<unknown>): RawBuilder<AddressProblem | null> => sql`case
  when cardinality(${address}) > ${sql.lit(1 + maxAddressLines)} then 'too-many-lines'
  when exists (select from unnest(${address}) as line where length(line) > ${sql.lit(maxAddressLineLength)}) then 'line-too-long'
  when coalesce((${address})[cardinality(${address})], '') !~ '\\m\\d{5}(-\\d{4})?$' then 'no-zip'
end`;

export const addressProblemMessages: Readonly<Record<AddressProblem, string>> = {
  'no-zip': 'The last line has to end with a ZIP code.',
  'too-many-lines': `An address has at most ${maxAddressLines} lines below the name.`,
  'line-too-long': `A line has at most ${maxAddressLineLength} characters.`,
};

/** Finds for each address why no letter can be mailed there; null if one can be. */
export async function findAddressProblems(
  database: Database,
  addresses: readonly (readonly string[])[],
): Promise<(AddressProblem | null)[]> {
  const { rows } = await sql<{ problem: AddressProblem | null }>`
    select ${addressProblem(sql`address`)} as problem
    from (
      select position, array(select jsonb_array_elements_text(lines)) as address
      from jsonb_array_elements(${JSON.stringify(addresses)}::jsonb) with ordinality given (lines, position)
    ) given order by position`.execute(database);
  return rows.map(({ problem }) => problem);
}

/** Characters that change the direction of text can make an address look like another. */
export const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The text as typed, in one line without invisible characters. */
export function cleanLine(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(directionMarks, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}
