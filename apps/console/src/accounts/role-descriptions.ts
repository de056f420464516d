import { everyCase, type Role, type RoleInCase, type StaffSession } from '@redress/contract/console/staff';

/** Describes each role in one line. */
export const roleDescriptions: Readonly<Record<Role, { readonly label: string; readonly may: string }>> = {
  viewer: { label: 'Viewer', may: 'Sees reports, and claims with personal data masked, and exports lists' },
  'call-center': {
    label: 'Call center',
    may: 'Looks up callers, sees names and contact information, adds notes and calls, and requests address changes',
  },
  mailroom: {
    label: 'Mailroom',
    may: 'Records returned mail and bounces, and sees the addresses of letters. Sees claims with personal data masked',
  },
  reviewer: {
    label: 'Reviewer',
    may: 'Sees answers and documents, decides claims, corrects answers and addresses, prepares letters, and exports lists. Can’t approve other people’s requests',
  },
  supervisor: {
    label: 'Supervisor',
    may: 'Everything a reviewer can do. Also approves other people’s requests, assigns claims, imports class members, records returned mail, and uses rules, bulk actions and quality samples',
  },
  finance: {
    label: 'Finance',
    may: 'Sees amounts and tax IDs, keeps the ledgers of funds, computes and freezes allocations, exports lists, and approves exports with tax IDs. Can’t decide claims',
  },
  admin: {
    label: 'Administrator',
    may: 'Invites staff, assigns roles, and reviews access logs. No access to claims or reports',
  },
};

/** Returns, for example, `Reviewer` or `Reviewer in Consumers`. */
export function describeRole({ role, caseId }: RoleInCase, cases: StaffSession['settlement']['cases']): string {
  const { label } = roleDescriptions[role];
  return caseId === everyCase ? label : `${label} in ${cases.find(({ id }) => id === caseId)?.caption ?? caseId}`;
}

export const isSameRole = (one: RoleInCase, other: RoleInCase): boolean =>
  one.role === other.role && one.caseId === other.caseId;
