import { everyCase, type Role, type RoleInCase, roleLabels, type StaffSession } from '@redress/contract/console/staff';

/** Describes each role in one line. */
export const roleDescriptions: Readonly<Record<Role, string>> = {
  viewer: 'Sees reports, and claims with personal data masked, and exports lists.',
  'call-center':
    'Looks up callers, sees names and contact information, adds notes and calls, and requests address changes.',
  mailroom:
    'Records returned mail and bounces, and finds people by what is on an envelope: names, addresses and IDs. Other personal data is masked.',
  reviewer:
    'Sees answers and documents, decides claims, corrects answers and addresses, prepares letters, and exports lists. Can’t approve other people’s requests.',
  supervisor:
    'Everything a reviewer can do. Also approves other people’s requests, assigns claims, imports class members, records returned mail, and uses rules, bulk actions and quality samples.',
  finance:
    'Sees amounts and tax IDs, keeps the ledgers of funds, computes and freezes allocations, exports lists, and approves exports with tax IDs. Can’t decide claims.',
  admin: 'Invites staff, assigns roles, and reviews access logs. No access to claims or reports.',
};

/** Returns, for example, `Reviewer` or `Reviewer in Consumers`. */
export function describeRole({ role, caseId }: RoleInCase, cases: StaffSession['settlement']['cases']): string {
  const label = roleLabels[role];
  return caseId === everyCase ? label : `${label} in ${cases.find(({ id }) => id === caseId)?.caption ?? caseId}`;
}

export const isSameRole = (one: RoleInCase, other: RoleInCase): boolean =>
  one.role === other.role && one.caseId === other.caseId;
