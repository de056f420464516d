import { RolesSchema } from '@redress/contract/console/staff-admin';
import { everyCase, type Role, type RoleInCase, roleLabels } from '@redress/contract/console/staff';
import { caseNameOf } from '@redress/contract/settlement';
import { sql } from 'kysely';
import pg from 'pg';
import { type Static, Type } from 'typebox';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import { consoleProblem, invalidField, ProblemError } from '../../platform/http/problem.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { askForApproval, defineApproval } from '../approvals/approvals.ts';
import { hasMadeLink } from '../sign-in/staff-links.ts';
import { lockAccount } from '../sign-in/staff-sessions.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';

const DetailsSchema = Type.Object({ staffId: Type.String(), roles: RolesSchema });
const kind = 'role-grant';

/** An admin who made an account's link could have set it up, and so cannot approve its roles. */
const refuseMaker = async (
  database: Database,
  { staffId }: Static<typeof DetailsSchema>,
  by: string,
): Promise<string | null> =>
  (await hasMadeLink(database, by, staffId))
    ? 'You made a link for this account, so you can’t approve its roles. Withdraw or decline the request. If you request the roles yourself, another administrator can approve them.'
    : null;

export const roleGrantApproval = defineApproval(kind, {
  label: 'Roles',
  permission: 'staff',
  details: DetailsSchema,
  concerns: ({ staffId }) => staffId,
  refuse: (database, requests, by) => Promise.all(requests.map((details) => refuseMaker(database, details, by))),
  async describe({ database, settlement }, { staffId, roles }) {
    const person = await database
      .selectFrom('staff')
      .select(['name', 'email', 'activated_at'])
      .where('id', '=', staffId)
      .executeTakeFirstOrThrow();
    // People enter their own name when they set up the account.
    const account = person.activated_at ? person.email : `${person.email}, account not set up yet`;
    return `Give ${person.name} (${account}) ${describeRoles(settlement, roles)}`;
  },
  async carryOut(transaction, context, { id, details, askedBy, decidedBy }) {
    const person = await lockAccount(transaction, details.staffId);
    if (!person || person.disabled_at !== null)
      throw consoleProblem(
        'conflict',
        'The account has been disabled. Decline the request, or enable the account first.',
      );
    // The inviter also has the link. Only after setup can the second person ask who used it.
    if (!person.activated_at)
      throw consoleProblem('conflict', 'The account isn’t set up yet. Approve after its owner has used the link.');
    const refusal = await refuseMaker(transaction, details, decidedBy);
    if (refusal !== null) throw consoleProblem('not-permitted', refusal);
    await transaction
      .updateTable('staff')
      .set({ version: sql`version + 1` })
      .where('id', '=', details.staffId)
      .execute();
    const by = { asked: askedBy, approved: decidedBy, approval: id };
    await grantRoles(transaction, context, details.staffId, details.roles, by);
  },
});

const dutiesConflict = 'One person can’t be finance and also reviewer or supervisor in the same case.';

function describeRoles(settlement: ConsoleContext['settlement'], roles: readonly RoleInCase[]): string {
  const each = roles.map(
    ({ role, caseId }) =>
      `${roleLabels[role]} ${caseId === everyCase ? 'in all cases' : `in ${caseNameOf(settlement, caseId)}`}`,
  );
  return each.length === 0 ? 'no role' : `the ${each.length === 1 ? 'role' : 'roles'} ${each.join(', ')}`;
}

/** The people behind a grant. All are null when the operator grants roles on the command line. */
interface GrantedBy {
  readonly asked: string | null;
  readonly approved?: string;
  readonly approval?: string;
}

/** Grants roles at once. @throws ProblemError `conflict` for duties that may not be combined */
export async function grantRoles(
  transaction: Database,
  { keys, now }: Pick<ConsoleContext, 'keys' | 'now'>,
  staffId: string,
  roles: readonly RoleInCase[],
  by: GrantedBy,
): Promise<void> {
  const at = now();
  for (const { caseId, role } of roles) {
    const granted = await transaction
      .insertInto('staff_roles')
      .values({
        staff_id: staffId,
        case_id: caseId,
        role,
        granted_at: at,
        granted_by: by.asked,
        approved_by: by.approved ?? null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
      .catch((error: unknown) => {
        if (!(error instanceof pg.DatabaseError) || error.constraint !== 'staff_roles_separate_duties') throw error;
        throw consoleProblem('conflict', dutiesConflict, { cause: error });
      });
    const details = {
      role,
      caseId,
      ...(by.asked !== null && { by: by.asked }),
      ...(by.approval !== undefined && { approval: by.approval }),
    };
    const rows = granted && hashRow('staff_roles', granted, keys);
    const event = { kind: 'role-granted', details, ...(rows && { rows }) } as const;
    await addRecordEntry(transaction, { kind: 'staff', id: staffId }, at, event);
  }
}

/**
 * Grants roles at once as long as there has never been another admin; otherwise asks for a second
 * person's approval. Returns the request's ID.
 */
export async function grantOrAsk(
  transaction: Database,
  context: Pick<ConsoleContext, 'keys' | 'now'>,
  staffId: string,
  roles: readonly RoleInCase[],
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<string | undefined> {
  if (roles.length === 0) return undefined;
  if (await needsSecondPerson(transaction, by)) {
    const details: Static<typeof DetailsSchema> = { staffId, roles: [...roles] };
    return askForApproval(transaction, context, { kind, caseId: everyCase, details, reason, askedBy: by });
  }
  await grantRoles(transaction, context, staffId, roles, { asked: by });
  return undefined;
}

/**
 * Whether another account is or ever was an admin, even if disabled now. Otherwise, an admin could
 * disable the others, grant roles alone, and enable them again.
 */
export async function needsSecondPerson(database: Database, staffId: string): Promise<boolean> {
  const { rows } = await sql<{ needs: boolean }>`
    select exists (
      select from staff
      where id <> ${staffId} and activated_at is not null and (
        exists (select from staff_roles where staff_id = staff.id and role = 'admin')
        or exists (
          select from record_history
          where record_kind = 'staff' and record_id = staff.id::text
            and kind = 'role-granted' and details->>'role' = 'admin'))) as needs`.execute(database);
  return rows[0]?.needs === true;
}

/** Whether another admin can sign in. */
export async function hasOtherAdmin(database: Database, staffId: string): Promise<boolean> {
  const other = await database
    .selectFrom('staff_roles')
    .innerJoin('staff', 'staff.id', 'staff_roles.staff_id')
    .select('staff.id')
    .where('role', '=', 'admin')
    .where('staff.id', '<>', staffId)
    .where('activated_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Roles that are waiting for approval, by account. */
export async function readRequestedRoles(database: Database): Promise<ReadonlyMap<string, RoleInCase[]>> {
  const rows = await database
    .selectFrom('approvals')
    .select(sql<Static<typeof DetailsSchema>>`details`.as('details'))
    .where('kind', '=', kind)
    .where('decision', 'is', null)
    .execute();
  const requested = new Map<string, RoleInCase[]>();
  for (const { details } of rows)
    requested.set(details.staffId, [...(requested.get(details.staffId) ?? []), ...details.roles]);
  return requested;
}

/** Refuses roles in unknown cases, and duties that no one person may combine. */
export function checkRoles(roles: readonly RoleInCase[], cases: readonly string[]): void {
  if (roles.some(({ caseId, role }) => caseId !== everyCase && (role === 'admin' || !cases.includes(caseId))))
    throw new ProblemError('bad-request');
  const isIn = (one: string, other: string) => one === other || one === everyCase || other === everyCase;
  const decides: readonly Role[] = ['reviewer', 'supervisor'];
  const isMixed = roles.some(
    ({ role, caseId }) =>
      role === 'finance' && roles.some((other) => decides.includes(other.role) && isIn(caseId, other.caseId)),
  );
  if (isMixed) throw invalidField('roles', 'separate-duties', dutiesConflict);
}
