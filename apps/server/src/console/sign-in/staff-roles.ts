import type { RoleInCase } from '@redress/contract/console/staff';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';

/** SQL: the roles of a row of `staff`. */
export const rolesOfStaff = sql<RoleInCase[]>`(
  select coalesce(json_agg(json_build_object('caseId', case_id, 'role', role) order by case_id, role), '[]')
  from staff_roles where staff_id = staff.id)`;

export async function readRoles(database: Database, staffId: string): Promise<RoleInCase[]> {
  const { roles } = await database
    .selectFrom('staff')
    .select(rolesOfStaff.as('roles'))
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow();
  return roles;
}
