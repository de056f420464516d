import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import { consoleProblem } from '../../platform/http/problem.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { hashToken } from './staff-sessions.ts';

const hour = 60 * 60 * 1_000;
/** The lifetime of the first person's link. */
export const setupHours = 24;
/** The lifetime of an invitation. */
export const invitationHours = 72;

type LinkContext = Pick<ConsoleContext, 'database' | 'now' | 'publicUrl'>;

/** A link as it is stored. */
export interface StaffLink {
  readonly tokenHash: Buffer;
  readonly id: string;
  readonly staffId: string | null;
  readonly expiresAt: Date;
}

/**
 * Creates a link to set up a way to sign in. Earlier links of the same person stop working. The
 * token is in the fragment, which no server and no log receives.
 * @param staffId null: the first person, whose account does not exist yet
 */
export async function createStaffLink(
  { database, now, publicUrl }: LinkContext,
  staffId: string | null,
  createdBy: string | null,
): Promise<{ readonly address: string; readonly expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const at = now();
  const expiresAt = new Date(at.getTime() + (staffId === null ? setupHours : invitationHours) * hour);
  await withdrawStaffLinks({ database, now }, staffId);
  await database
    .insertInto('staff_links')
    .values({
      token_hash: hashToken(token),
      staff_id: staffId,
      created_at: at,
      created_by: createdBy,
      expires_at: expiresAt,
    })
    .execute();
  if (staffId !== null) {
    const details = createdBy === null ? {} : { by: createdBy };
    await addRecordEntry(database, { kind: 'staff', id: staffId }, at, { kind: 'staff-link-made', details });
  }
  return { address: `${publicUrl.origin}/console/setup#${token}`, expiresAt };
}

/** Whether a person ever made a link of an account, and so could have set it up. */
export async function hasMadeLink(database: Database, madeBy: string, staffId: string): Promise<boolean> {
  const { rows } = await sql`
    select from record_history
    where record_kind = 'staff' and record_id = ${staffId} and kind in ('staff-invited', 'staff-link-made')
      and details->>'by' = ${madeBy}
    union all
    select from staff_links where staff_id = ${staffId} and created_by = ${madeBy}
    limit 1`.execute(database);
  return rows.length > 0;
}

/** Invalidates the links of a person, or of the first person. */
export async function withdrawStaffLinks(
  { database, now }: Pick<LinkContext, 'database' | 'now'>,
  staffId: string | null,
): Promise<void> {
  await database
    .updateTable('staff_links')
    .set({ withdrawn_at: now() })
    .where('staff_id', staffId === null ? 'is' : '=', staffId)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute();
}

const refusals = {
  unknown: 'This link is incomplete, wrong, or too old. Copy the whole link and open it again.',
  used: 'This link works only once and was already used. If you used it to set up your account, sign in. Otherwise, tell an administrator immediately.',
  withdrawn: 'This link was replaced or withdrawn. Use the newest link, or ask for another.',
  expired:
    'This link has expired. Ask the person who gave it to you for a new one. For the first account, restart the server, which prints a new link.',
};

/**
 * Finds a token's link, locked until the transaction ends.
 * @throws ProblemError `link-not-valid`, with the reason
 */
export async function findStaffLink(
  { database, now }: Pick<LinkContext, 'database' | 'now'>,
  token: string,
): Promise<StaffLink> {
  const row = await database
    .selectFrom('staff_links')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .forUpdate()
    .executeTakeFirst();
  const refuse = (reason: keyof typeof refusals) => consoleProblem('link-not-valid', refusals[reason]);
  if (!row) throw refuse('unknown');
  if (row.used_at) throw refuse('used');
  if (row.withdrawn_at) throw refuse('withdrawn');
  if (row.expires_at <= now()) throw refuse('expired');
  return { tokenHash: row.token_hash, id: row.id, staffId: row.staff_id, expiresAt: row.expires_at };
}

export async function markLinkUsed(database: Database, link: StaffLink, at: Date): Promise<void> {
  await database.updateTable('staff_links').set({ used_at: at }).where('token_hash', '=', link.tokenHash).execute();
}

/** Whether any account was ever set up here. */
export async function hasStaff(database: Database): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select from staff where activated_at is not null) as exists`.execute(database);
  return rows[0]?.exists === true;
}

/** The first person's link, or undefined once an account has been set up. */
export async function createSetupLink(context: LinkContext): Promise<string | undefined> {
  if (await hasStaff(context.database)) return undefined;
  return (await createStaffLink(context, null, null)).address;
}
