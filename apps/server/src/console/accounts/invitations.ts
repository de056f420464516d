import type { RoleInCase } from '@redress/contract/console/staff';
import type { NewLink } from '@redress/contract/console/staff-admin';
import { caseIdsOf } from '@redress/contract/settlement';
import { sql } from 'kysely';
import { cleanText } from '../clean-text.ts';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import { consoleProblem, notFound, ProblemError } from '../../platform/http/problem.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { checkRoles, grantOrAsk, grantRoles } from './role-grants.ts';
import { checkPerson, normalizeEmail, refuseTakenEmail } from '../sign-in/set-up-account.ts';
import { changeAccounts, distinctRoles, invitedBy, updateAccount } from './staff-accounts.ts';
import { createStaffLink, withdrawStaffLinks } from '../sign-in/staff-links.ts';
import { readRoles } from '../sign-in/staff-roles.ts';
import { lockAccount, type StaffMember } from '../sign-in/staff-sessions.ts';
import { randomUUID } from 'node:crypto';
import { htmlDocument, link, mailText, paragraph } from '../../platform/mail/mail-layout.ts';

type InvitationContext = Pick<
  ConsoleContext,
  'database' | 'keys' | 'now' | 'settlement' | 'publicUrl' | 'mail' | 'log'
>;

/** Creates an account with roles, and its setup link. */
export async function invite(
  context: InvitationContext,
  { id: by }: StaffMember,
  entered: { readonly name: string; readonly email: string; readonly roles: readonly RoleInCase[] },
): Promise<NewLink & { readonly id: string }> {
  const person = { name: cleanText(entered.name), email: normalizeEmail(entered.email) };
  checkPerson(person);
  const roles = distinctRoles(entered.roles);
  checkRoles(roles, caseIdsOf(context.settlement));
  const { id, link } = await refuseTakenEmail(() =>
    changeAccounts(context, by, async (transaction) => {
      const at = context.now();
      const { id: invited } = await createAccount(transaction, person, at);
      await recordInvitation(transaction, invited, at, roles, { by });
      await grantOrAsk(transaction, context, invited, roles, { by, reason: '' });
      return { id: invited, link: await createStaffLink({ ...context, database: transaction }, invited, by) };
    }),
  );
  return { id, ...(await handOver(context, person, link)) };
}

/**
 * Invites from the command line: creates an account, or finds and enables the existing one with
 * this email address; grants the roles at once, and returns a setup link.
 */
export function inviteAsOperator(
  context: Pick<ConsoleContext, 'database' | 'keys' | 'now' | 'settlement' | 'publicUrl'>,
  entered: { readonly name: string; readonly email: string; readonly roles: readonly RoleInCase[] },
): Promise<{ readonly address: string; readonly expiresAt: Date; readonly isNew: boolean }> {
  const email = normalizeEmail(entered.email);
  return changeAccounts(context, null, async (transaction) => {
    const at = context.now();
    const existing = await transaction
      .updateTable('staff')
      .set({ disabled_at: null, version: sql`version + 1` })
      .where('email', '=', email)
      .returning(['id', 'name'])
      .executeTakeFirst();
    const person = { name: existing?.name ?? cleanText(entered.name), email };
    checkPerson(person);
    const held = existing ? await readRoles(transaction, existing.id) : [];
    const roles = distinctRoles(entered.roles);
    checkRoles([...held, ...roles], caseIdsOf(context.settlement));
    const { id } = existing ?? (await createAccount(transaction, person, at));
    await recordInvitation(transaction, id, at, roles, {});
    await grantRoles(transaction, context, id, roles, { asked: null });
    const link = await createStaffLink({ ...context, database: transaction }, id, null);
    return { ...link, isNew: existing === undefined };
  });
}

const createAccount = (
  transaction: Database,
  person: { readonly name: string; readonly email: string },
  at: Date,
): Promise<{ readonly id: string }> =>
  transaction
    .insertInto('staff')
    .values({ ...person, created_at: at, activated_at: null, disabled_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();

function recordInvitation(
  transaction: Database,
  id: string,
  at: Date,
  roles: readonly RoleInCase[],
  by: { readonly by?: string },
): Promise<void> {
  const details = { ...by, roles: roles.map(({ role, caseId }) => `${role} ${caseId}`).join(', ') };
  return addRecordEntry(transaction, { kind: 'staff', id }, at, { kind: 'staff-invited', details });
}

/**
 * Makes a new link for a person who has not used the first one. With a link, the account can be set
 * up under a false identity, so only the inviter gets one.
 * @throws ProblemError `not-permitted` for another admin
 */
export async function inviteAgain(context: InvitationContext, { id: by }: StaffMember, id: string): Promise<NewLink> {
  const { person, link } = await changeAccounts(context, by, async (transaction) => {
    const invited = await findInvited(transaction, id);
    if (invited.invitedBy !== by)
      throw consoleProblem(
        'not-permitted',
        'Only the person who sent the invitation can make a new link. The operator can also run “npm run staff:invite”.',
      );
    return { person: invited, link: await createStaffLink({ ...context, database: transaction }, id, by) };
  });
  return handOver(context, person, link);
}

async function handOver(
  context: InvitationContext,
  person: { readonly name: string; readonly email: string },
  { address, expiresAt }: Awaited<ReturnType<typeof createStaffLink>>,
): Promise<NewLink> {
  const mailed = await mailInvitation(context, person, address, expiresAt);
  return { link: address, expiresAt: expiresAt.toISOString(), mailed };
}

/** Disables the account, whose row stays. */
export async function withdrawInvitation(
  context: InvitationContext,
  { id: by }: StaffMember,
  id: string,
): Promise<void> {
  await changeAccounts(context, by, async (transaction) => {
    await findInvited(transaction, id);
    const at = context.now();
    await withdrawStaffLinks({ database: transaction, now: context.now }, id);
    await updateAccount(transaction, id, { disabled_at: at });
    await addRecordEntry(transaction, { kind: 'staff', id }, at, { kind: 'invitation-withdrawn', details: { by } });
  });
}

async function findInvited(transaction: Database, id: string) {
  await lockAccount(transaction, id);
  const person = await transaction
    .selectFrom('staff')
    .select(['name', 'email', 'activated_at', 'disabled_at', invitedBy.as('invitedBy')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound);
  if (person.activated_at || person.disabled_at) throw new ProblemError('conflict');
  return person;
}

/**
 * Sends an invitation by email, if a mail server is configured. The inviter has the link too, so a
 * failed email blocks nothing. Returns whether it was sent.
 */
async function mailInvitation(
  { mail, settlement, publicUrl, log }: Pick<ConsoleContext, 'mail' | 'settlement' | 'publicUrl' | 'log'>,
  { name, email }: { readonly name: string; readonly email: string },
  address: string,
  expiresAt: Date,
): Promise<boolean> {
  if (!mail || mail.isFolder === true) return false;
  const until = expiresAt.toLocaleString('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: settlement.site.timeZone,
  });
  const blocks = [
    paragraph(`Hello ${name},`),
    paragraph(`You are invited to work on ${settlement.site.name}. Open this link to set up your account:`),
    { text: address, html: `<p>${link(address)}</p>` },
    paragraph(`It works once, until ${until}. Don’t forward it: anyone with the link can take over your account.`),
    paragraph('If you did not expect this, ignore it, or tell the person who manages the accounts.'),
  ];
  const subject = `Your account: ${settlement.site.name}`;
  try {
    const { outcome } = await mail.mailer.send({
      messageId: `staff-${randomUUID()}@${publicUrl.hostname}`,
      from: { ...mail.from, name: mail.from.name || settlement.site.name },
      to: email,
      subject,
      lang: 'en-US',
      text: mailText(blocks),
      html: htmlDocument('en-US', subject, blocks),
    });
    return outcome === 'sent';
  } catch (error) {
    log.warn({ err: error }, 'an invitation could not be sent by email');
    return false;
  }
}
