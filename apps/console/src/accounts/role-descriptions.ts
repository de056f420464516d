import { everyCase, type Role, type RoleInCase, type StaffSession } from '@redress/contract/console/staff';

/** What each role is for, in one line. */
export const roleDescriptions: Readonly<Record<Role, { readonly label: string; readonly may: string }>> = {
  viewer: { label: 'Viewer', may: 'sees figures, and claims with personal data masked' },
  'call-center': { label: 'Call center', may: 'finds callers, sees names and contact data, adds notes and calls' },
  reviewer: { label: 'Reviewer', may: 'sees answers and documents, corrects addresses, exports' },
  supervisor: {
    label: 'Supervisor',
    may: 'does what a reviewer does, imports class members, and approves exports with tax IDs',
  },
  finance: {
    label: 'Finance',
    may: 'sees amounts and tax IDs, exports, and approves exports with tax IDs; decides no claims',
  },
  admin: { label: 'Administrator', may: 'invites people, gives roles, reads logs; sees neither claims nor figures' },
};

/** Such as `Reviewer`, or `Reviewer in Consumers`. */
export function describeRole({ role, caseId }: RoleInCase, cases: StaffSession['settlement']['cases']): string {
  const { label } = roleDescriptions[role];
  return caseId === everyCase ? label : `${label} in ${cases.find(({ id }) => id === caseId)?.caption ?? caseId}`;
}

export const isSameRole = (one: RoleInCase, other: RoleInCase): boolean =>
  one.role === other.role && one.caseId === other.caseId;
