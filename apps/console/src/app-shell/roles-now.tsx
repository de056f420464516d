import type { StaffSession } from '@redress/contract/console/staff';
import { describeRole } from '../accounts/role-descriptions.ts';

/** Names the roles that a person has now. They rarely change, so this is loaded then. */
export function RolesNow({ roles, cases }: Pick<StaffSession, 'roles'> & Pick<StaffSession['settlement'], 'cases'>) {
  const named = roles.map((each) => describeRole(each, cases)).toSorted();
  return <span>{named.length === 0 ? 'You have no roles now.' : `You now have: ${named.join(', ')}.`}</span>;
}
