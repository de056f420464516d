import type { ClaimAddressSource } from '@redress/contract/console/letter-batches';
import type { AddressSource } from '@redress/contract/console/mailing-address';
import type { Member, MovedClaim } from '@redress/contract/console/members';
import { type Selectable, sql } from 'kysely';
import { lockClaims } from '../../claims/history/claim-history.ts';
import {
  addClaimAddress,
  addressFields,
  addressProblemMessages,
  findAddressProblems,
  readHeldContacts,
} from '../../claims/letters/claim-addresses.ts';
import { followNewAddresses } from '../../claims/letters/mail-again.ts';
import { addressOf, emailTo, readOwnRecipients, readRecipients } from '../../claims/letters/recipients.ts';
import type { Database } from '../../platform/database/pool.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { ConsoleContext } from '../context.ts';
import { listBlindClaimIds } from '../sign-in/blind-reviews.ts';
import type { StaffMember } from '../sign-in/staff-sessions.ts';
import { formatPersonName } from './member-name.ts';
import type { MemberAddressesTable } from './tables.ts';

type ReadContext = Pick<ConsoleContext, 'database' | 'settlement' | 'now'>;
interface MemberOfCase {
  readonly noticeId: string;
  readonly caseId: string;
}

const maxClaims = 100;

/** Newest first. Letters about a closed claim are not moved; `version` changes with its contacts. */
const readClaims = (database: Database, { noticeId, caseId }: MemberOfCase) =>
  database
    .selectFrom('claims')
    .leftJoin('claim_review', 'claim_review.claim_id', 'claims.id')
    .select(['claims.id', 'number', 'form_id', 'form_version', 'notice_id', 'claims.case_id', 'answers', 'name'])
    .select(['filed_at', 'late'])
    .select(
      sql<boolean>`claims.status = 'filed' and coalesce(claim_review.status, '') not in ('withdrawn', 'void')`.as(
        'isOpen',
      ),
    )
    .select(
      sql<string>`concat_ws('-', (select count(*) from claim_addresses where claim_id = claims.id),
        (select count(*) from claim_emails where claim_id = claims.id),
        (select count(*) from claim_corrections where claim_id = claims.id))`.as('version'),
    )
    .select(
      sql<Date | null>`(select max(at) from (
        select at from claim_addresses where claim_id = claims.id
        union all select at from claim_corrections
        where claim_id = claims.id and field = any(${[...addressFields]}::text[])
      ) added)`.as('addressAt'),
    )
    .where('notice_id', '=', noticeId)
    .where('claims.case_id', '=', caseId)
    .orderBy('claims.id', 'desc')
    .limit(maxClaims)
    .execute();

/** A class member's claims, with the addresses to which their letters go as far as a person may see them. */
export async function readMemberClaims(
  { database, settlement, now }: ReadContext,
  member: MemberOfCase,
  { id: staffId, permitted }: Pick<StaffMember, 'id' | 'permitted'>,
): Promise<Member['claims']> {
  const claims = await readClaims(database, member);
  // An email that bounced would tell a second reviewer that there is a decision.
  const blind = await listBlindClaimIds(database, staffId);
  const shown = permitted.contact.includes(member.caseId)
    ? claims.filter(({ id, isOpen }) => isOpen && !blind.includes(id))
    : [];
  const own = await readOwnRecipients(database, settlement, shown, now());
  const recipients = await readRecipients(database, settlement, shown, now());
  const held = new Map<string, readonly string[] | undefined>();
  for (const { id } of shown) held.set(id, (await readHeldContacts(database, settlement, id, now())).address?.value);
  return claims.map(({ id, number, form_id: formId, filed_at: filedAt, late, version, addressAt }) => {
    const to = recipients.get(id);
    const lines = (address: readonly string[] | null | undefined) => (address ? [...address] : null);
    const mail = to && {
      email: emailTo(to),
      address: lines(to.address),
      held: lines(held.get(id)),
      isOwn: Boolean(own.get(id)?.address),
      since: (addressAt ?? filedAt).toISOString(),
      version,
    };
    return { number, formId, filedAt: filedAt.toISOString(), late, ...(mail && { mail }) };
  });
}

/** The claimant wrote or called, or the post office knows where they moved. */
const claimSources: Readonly<Record<AddressSource, ClaimAddressSource>> = {
  'returned-mail': 'forwarding',
  call: 'call',
  letter: 'letter',
  email: 'letter',
  'id-request': 'letter',
};

/**
 * Adds the new address of a class member to the claims that the person chose. Letters about these,
 * and about claims without an address, go there, also those that wait in a queue or came back.
 * @param chosen with the version of each that the person saw
 * @throws ProblemError `changed-meanwhile` if one has changed, `invalid-answers` if no letter about
 *   one can be mailed there
 */
export async function moveLetters(
  transaction: Database,
  context: Pick<ConsoleContext, 'settlement' | 'keys' | 'publicUrl'>,
  member: MemberOfCase & { readonly by: string },
  address: Pick<Selectable<MemberAddressesTable>, 'id' | 'street' | 'city' | 'state' | 'zip' | 'source'>,
  { at, chosen }: { readonly at: Date; readonly chosen: readonly MovedClaim[] },
): Promise<void> {
  const { by } = member;
  await lockClaims(
    transaction,
    (await readClaims(transaction, member)).map(({ id }) => id),
  );
  const blind = await listBlindClaimIds(transaction, by);
  const claims = (await readClaims(transaction, member)).filter(({ isOpen }) => isOpen);
  const own = await readOwnRecipients(transaction, context.settlement, claims, at);
  const moved = claims.filter(({ id, number, version }) =>
    chosen.some((each) => each.number === number && each.version === version && !blind.includes(id)),
  );
  if (moved.length < chosen.length) throw new ProblemError('changed-meanwhile');
  const { first_name, last_name } = await transaction
    .selectFrom('class_members')
    .select(['first_name', 'last_name'])
    .where('notice_id', '=', member.noticeId)
    .executeTakeFirstOrThrow();
  const { street: street1, city, state, zip } = address;
  const additions = moved.map((claim) => {
    const to = own.get(claim.id);
    const name = to?.address?.[0] ?? to?.name ?? formatPersonName({ first_name, last_name });
    return { claim, lines: addressOf(name, { street1, city, state, zip }) ?? [] };
  });
  const problems = await findAddressProblems(
    transaction,
    additions.map(({ lines }) => lines),
  );
  const errors = problems.flatMap((problem, index) =>
    problem === null
      ? []
      : {
          field: 'claims',
          rule: 'address-incomplete',
          message: `No letter about claim ${additions[index]?.claim.number} can be mailed there: ${addressProblemMessages[problem]}`,
        },
  );
  if (errors.length > 0) throw new ProblemError('invalid-answers', { errors });
  for (const { claim, lines } of additions)
    await addClaimAddress(transaction, context, claim, {
      at,
      by,
      source: claimSources[address.source],
      memberAddressId: address.id,
      lines,
    });
  const follow = claims.filter(({ id }) => moved.some((each) => each.id === id) || !own.get(id)?.address);
  await followNewAddresses(
    transaction,
    context,
    follow.map(({ id }) => id),
    { at, by },
  );
}
